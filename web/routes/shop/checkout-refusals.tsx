import { Box, chakra, Flex, Text } from '@chakra-ui/react'

import type { Problem } from '#services/contract/problems.ts'

import { Button } from '../../components/button.tsx'
import { fitToTickets, setQuantity, setTerms } from '../../features/cart/cart.ts'
import { changeCart, useCart } from '../../features/cart/cart-store.ts'
import { ApiError } from '../../lib/http.ts'
import { useCheckoutTexts } from '../../lib/text/checkout.ts'

type Repriced = NonNullable<Problem['lines']>

/** The cart takes over prices and tickets of today; the buyer sees them before he pays. */
export function repriceCart(lines: Repriced): void {
  changeCart((cart) =>
    lines.reduce(
      (now, { productId, variantId, quantity, price, tickets }) =>
        setTerms(now, { id: productId, variantId }, { price, tickets: tickets / quantity }),
      cart,
    ),
  )
}

type Props = { error: Error | null; onTaken: () => void }

/** Fewer tickets are left than the cart wants: the buyer may take what there is. */
export function TicketsLeft({ error, onTaken }: Props) {
  const checkout = useCheckoutTexts()
  const cart = useCart()
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.code !== 'tickets_left' || problem.available === undefined) return null

  const { available, raffleName, productId } = problem
  const prizeName =
    raffleName ?? cart.find(({ id }) => id === productId)?.prizeName ?? cart[0]?.prizeName ?? ''
  const fitted = fitToTickets(cart, prizeName, available)
  const units = fitted
    .filter((line) => line.prizeName === prizeName)
    .reduce((sum, line) => sum + line.quantity, 0)

  return (
    <TakeInstead
      line={checkout.ticketsLeft(available, prizeName)}
      units={units}
      onTake={() => {
        changeCart(() => fitted)
        onTaken()
      }}
    />
  )
}

/** Fewer pieces are left than the cart wants: the buyer may take what there is. */
export function GoodsLeft({ error, onTaken }: Props) {
  const checkout = useCheckoutTexts()
  const problem = error instanceof ApiError ? error.problem : null
  const { available, goods = '', productId, variantId = null } = problem ?? {}
  if (problem?.code !== 'stock_left' || available === undefined || !productId) return null
  const key = { id: productId, variantId }
  return (
    <TakeInstead
      line={checkout.goodsLeft(available, goods)}
      units={available}
      onTake={() => {
        changeCart((cart) => setQuantity(cart, key, available))
        onTaken()
      }}
    />
  )
}

/** So many buy that this buyer waits: what the shop said, and that nothing need be done. */
export function LetWait({ sentence }: { sentence: string | null }) {
  const checkout = useCheckoutTexts()
  if (sentence === null) return null
  return (
    <Box role="status" p="3" bg="saffron.subtle" color="saffron.fg" borderRadius="control">
      <chakra.strong fontSize="sm">{sentence}</chakra.strong>
      <Text fontSize="sm">{checkout.waiting}</Text>
    </Box>
  )
}

type TakeProps = { line: string; units: number; onTake: () => void }

function TakeInstead({ line, units, onTake }: TakeProps) {
  const checkout = useCheckoutTexts()
  return (
    <Flex
      role="alert"
      align="center"
      justify="space-between"
      gap="3"
      wrap="wrap"
      p="3"
      bg="saffron.subtle"
      color="saffron.fg"
      borderRadius="control"
    >
      <chakra.strong fontSize="sm">{line}</chakra.strong>
      <Button type="button" variant="outline" size="sm" onClick={onTake}>
        {units > 0 ? checkout.takeInstead(units) : checkout.noneLeft}
      </Button>
    </Flex>
  )
}
