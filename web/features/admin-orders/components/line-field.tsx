import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { SelectField } from '../../../components/admin/fields.tsx'
import { dollars } from '../../../lib/money.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'

type Props = {
  order: Pick<AdminOrderDetail, 'returnable'>
  value: string
  isMissing: boolean
  onChange: (value: string) => void
}

/** Which line came back: what it is, what is owed for it, and how many tickets it has. */
export function LineField({ order, value, isMissing, onChange }: Props) {
  const { returns } = useAdminOrdersTexts().acts
  const { required } = useAdminTexts()
  return (
    <SelectField
      name="line"
      label={returns.line}
      value={value}
      error={isMissing ? required : null}
      onChange={onChange}
    >
      <option value="" disabled />
      {order.returnable.map(({ lineId, variantName, amount, ...line }) => {
        const product = line.productName + (variantName === null ? '' : ` (${variantName})`)
        return (
          <option key={lineId} value={lineId}>
            {returns.option({ ...line, product, amount: dollars(amount) })}
          </option>
        )
      })}
    </SelectField>
  )
}
