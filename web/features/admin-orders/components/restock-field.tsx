import { chakra, Text } from '@chakra-ui/react'

import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { CheckField } from '../../../components/admin/fields.tsx'
import { Goods } from '../../../components/admin/goods.tsx'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { isStillHere, isYes, yesOrNot } from '../order-act-forms.ts'

type Props = {
  order: Pick<AdminOrderDetail, 'restockable' | 'status' | 'handover'>
  value: string
  onChange: (value: string) => void
}

/** Whether the pieces of counted goods can be sold again, and which they are. */
export function RestockField({ order, value, onChange }: Props) {
  const { acts } = useAdminOrdersTexts()
  return (
    <CheckField
      isChecked={isYes(value)}
      onChange={(isChecked) => onChange(yesOrNot(isChecked))}
      label={
        <>
          <chakra.span display="block" fontSize="sm" fontWeight="bold">
            {acts.restock}
          </chakra.span>
          {order.restockable.map((line, index) => (
            <Text key={index} as="span" display="block" fontSize="sm">
              <Goods {...line} />
            </Text>
          ))}
          <Text as="span" display="block" fontSize="xs" color="fg.soft">
            {isStillHere(order) ? acts.restockHint : acts.restockReturnedHint}
          </Text>
        </>
      }
    />
  )
}
