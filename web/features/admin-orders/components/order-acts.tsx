import { Grid, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import type { StaffMayDo } from '#services/contract/admin-order-acts.ts'

import { Button } from '../../../components/button.tsx'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { fieldsOf, heldBy, mayAct } from '../order-act-forms.ts'
import { useDoAct } from '../use-do-act.ts'
import { DetailSection } from './detail-section.tsx'
import type { DetailPart } from './order-facts.tsx'

/** In this order on screen; the first that is possible is what usually comes next. */
const shownActs = [
  'mark_paid',
  'ready',
  'sent_out',
  'handed_over',
  'came_back',
  'extend_hold',
  'check_payment',
  'resend_receipt',
  'prove_payment',
  'correct_holder',
  'correct_contact',
  'owe_refund',
  'return_line',
  'cancel',
] as const satisfies readonly StaffMayDo[]

export function OrderActs({
  order,
  role,
  onAct,
  onRefresh,
}: DetailPart & { onRefresh: () => void }) {
  const { acts } = useAdminOrdersTexts()
  const { run, isPending } = useDoAct(order, { onDone: () => {}, onRefresh })
  const possible = shownActs.filter((kind) => order.mayDo.includes(kind) && mayAct(role, kind))
  const held = mayAct(role, 'cancel') ? heldBy(order) : null
  // Who reads the books reads an invoice, too; issued it is by those who sell.
  const hasInvoice =
    order.mayDo.includes('issue_invoice') && (mayAct(role, 'mark_paid') || role === 'auditor')
  if (possible.length === 0 && held === null && !hasInvoice) return null
  const labelOf = (kind: (typeof shownActs)[number]) =>
    kind === 'handed_over' && order.shippingMethod === 'delivery' ? acts.delivered : acts[kind]

  return (
    <DetailSection title={acts.title}>
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '1fr' }} gap="2">
        {possible.map((kind, index) => {
          const act = { kind }
          const isAtOnce = fieldsOf(act, order).length === 0
          return (
            <Button
              key={kind}
              data-act={kind}
              size="sm"
              variant={index === 0 && kind !== 'cancel' ? 'solid' : 'outline'}
              color={kind === 'cancel' ? 'pomegranate.fg' : undefined}
              gridColumn={index === 0 ? '1 / -1' : undefined}
              disabled={isPending}
              onClick={() => (isAtOnce ? run(act) : onAct(act))}
            >
              {labelOf(kind)}
            </Button>
          )
        })}
        {hasInvoice && (
          <Button asChild size="sm" variant="outline">
            <Link to={`/admin/invoice?order=${order.id}`}>{acts.issue_invoice}</Link>
          </Button>
        )}
      </Grid>
      {held && (
        <Text fontSize="sm" color="fg.soft" mt="2">
          {held === 'settling' ? acts.settling : acts.atDraw[held]}
        </Text>
      )}
    </DetailSection>
  )
}
