import { Box, chakra, Text } from '@chakra-ui/react'

import { Money, Pounds } from '../../../components/money.tsx'
import { readableRate } from '../../../lib/admin/pounds.ts'
import { dollars } from '../../../lib/money.ts'
import type { AdminOrdersTexts } from '../../../lib/text/admin-orders-en.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import type { OwedBack } from '../owed-back.ts'

/** How much is to be given back, and as what; it is read out anew when that changes. */
export function RefundOwed({ owed }: { owed: OwedBack }) {
  const { acts, methods } = useAdminOrdersTexts()
  const { amount, method, atRate, isAccepting } = owed
  const counted = countedAs(owed, acts.owed)
  return (
    <Box role="status" mt="1" fontSize="sm">
      <Text>
        {acts.owed.back}:{' '}
        <chakra.strong>
          {isKnown(atRate) ? <Pounds amount={atRate.pounds} /> : <Money amount={amount} />}
        </chakra.strong>
        {' · '}
        {methods[method]}
      </Text>
      {counted && (
        <Text fontSize="xs" color="fg.soft">
          {counted}
        </Text>
      )}
      {isAccepting && <Text fontWeight="bold">{acts.owed.accepting}</Text>}
    </Box>
  )
}

type Known = Exclude<OwedBack['atRate'], 'usual' | null>

const isKnown = (atRate: OwedBack['atRate']): atRate is Known =>
  atRate !== null && atRate !== 'usual'

function countedAs({ amount, atRate }: OwedBack, words: AdminOrdersTexts['acts']['owed']) {
  if (atRate === 'usual') return words.atUsualRate
  return atRate && words.atRate(dollars(amount), readableRate(atRate.rate))
}
