import { chakra, Drawer, Flex, Portal, Text } from '@chakra-ui/react'
import { Ticket, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '../../../components/button.tsx'
import { EmptyTicket } from '../../../components/empty-ticket.tsx'
import { Money } from '../../../components/money.tsx'
import { modal } from '../../../lib/modal.ts'
import { openerOfOverlay } from '../../../lib/overlay.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { entriesByPrize, removeLine, setQuantity, subtotalCents } from '../cart.ts'
import type { Cart } from '../cart.ts'
import { CartLineRow } from './cart-line-row.tsx'

type Props = {
  cart: Cart
  onChange: (change: (cart: Cart) => Cart) => void
  onCheckout: () => void
  onClose: () => void
  recommendations: ReactNode
}

export function CartDrawer({ cart, onChange, onCheckout, onClose, recommendations }: Props) {
  const text = useTexts()
  return (
    <Drawer.Root placement="end" {...modal(onClose)} finalFocusEl={openerOfOverlay}>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header>
              <Drawer.Title>{text.cart.title}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body>
              {cart.length === 0 ? (
                <EmptyTicket line={text.cart.empty} hint={text.cart.emptyHint} seed="cart" />
              ) : (
                <chakra.ul listStyleType="none">
                  {cart.map((line) => (
                    <CartLineRow
                      key={`${line.id} ${line.variantId}`}
                      line={line}
                      onQuantity={(n) => onChange((now) => setQuantity(now, line, n))}
                      onRemove={() => onChange((now) => removeLine(now, line))}
                    />
                  ))}
                </chakra.ul>
              )}
              <Entries cart={cart} />
              {recommendations}
            </Drawer.Body>
            {cart.length > 0 && <CartFooter cart={cart} onCheckout={onCheckout} />}
            <Drawer.CloseTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={text.nav.close}>
                <X size={20} aria-hidden />
              </Button>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}

/** What the cart is worth in entries: "12 tickets in A Trip to Egypt". */
function Entries({ cart }: { cart: Cart }) {
  const text = useTexts()
  const entries = entriesByPrize(cart)
  if (entries.length === 0) return null
  return (
    <Flex
      asChild
      direction="column"
      gap="1.5"
      mt="4"
      p="3"
      bg="cedar.subtle"
      borderRadius="control"
    >
      <ul>
        {entries.map(({ prizeName, tickets }) => (
          <Flex asChild key={prizeName} align="center" gap="2" color="cedar.fg" fontSize="sm">
            <li>
              <Ticket size={16} aria-hidden />
              <chakra.strong>{text.cart.entriesIn(tickets, prizeName)}</chakra.strong>
            </li>
          </Flex>
        ))}
      </ul>
    </Flex>
  )
}

function CartFooter({ cart, onCheckout }: Pick<Props, 'cart' | 'onCheckout'>) {
  const text = useTexts()
  return (
    <Drawer.Footer>
      <Flex justify="space-between" align="baseline" mb="3">
        <Text>{text.cart.subtotal}</Text>
        <chakra.strong fontSize="xl">
          <Money amount={subtotalCents(cart)} />
        </chakra.strong>
      </Flex>
      <Button width="full" onClick={onCheckout}>
        {text.cart.checkout}
      </Button>
    </Drawer.Footer>
  )
}
