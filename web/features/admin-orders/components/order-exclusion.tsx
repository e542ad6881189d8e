import { staffRoles } from '#events/staff/roles.ts'
import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { Exclusion } from '../../../components/admin/exclusion.tsx'
import { isOffered } from '../../../lib/admin/offers.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useOrderAct } from '../api/order.ts'
import { DetailSection } from './detail-section.tsx'

type Props = { order: AdminOrderDetail; role: string | null }

/** Whether anything more is sold to the number of the order; most who buy have no account. */
export function OrderExclusion({ order, role }: Props) {
  const { customer: text } = useAnalyticsTexts()
  const { mutate, isPending } = useOrderAct(order)
  const { exclusion } = order
  if (exclusion === null) return null
  const known = staffRoles.find((one) => one === role) ?? null
  return (
    <DetailSection title={text.buying}>
      <Exclusion
        exclusion={exclusion}
        mayExclude={isOffered('excludeCustomers', { role: known })}
        isPending={isPending}
        onExclude={(body, heard) => mutate({ path: 'exclusion', body }, heard)}
      />
    </DetailSection>
  )
}
