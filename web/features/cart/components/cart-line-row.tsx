import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'

import { QUANTITY_MAX } from '#services/contract/purchase-limits.ts'

import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { Plate } from '../../../components/plate.tsx'
import { QuantityStepper } from '../../../components/quantity-stepper.tsx'
import { toCents } from '../../../lib/money.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import type { CartLine } from '../cart.ts'

type Props = { line: CartLine; onQuantity: (quantity: number) => void; onRemove: () => void }

export function CartLineRow({ line, onQuantity, onRemove }: Props) {
  const text = useTexts()
  return (
    <Flex asChild gap="3" py="4" borderBottomWidth="1px" borderBottomStyle="dashed">
      <li>
        <Plate
          seed={line.id}
          image={line.image}
          alt=""
          sizes="72px"
          boxSize="72px"
          borderRadius="tag"
          flexShrink={0}
        />
        <Box flex="1" minW="0">
          <Flex justify="space-between" gap="2">
            <Text fontWeight="bold" lineHeight="snug">
              {line.name}
            </Text>
            <chakra.strong whiteSpace="nowrap">
              <Money amount={toCents(line.price) * line.quantity} />
            </chakra.strong>
          </Flex>
          <Text fontSize="xs" color="fg.muted">
            {[line.variantName, line.tickets > 0 && text.raffles.gain(line.tickets * line.quantity)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Flex justify="space-between" align="center" mt="2">
            <QuantityStepper
              quantity={line.quantity}
              quantityMax={QUANTITY_MAX}
              decreaseLabel={text.cart.decrease(line.name)}
              increaseLabel={text.cart.increase(line.name)}
              onChange={onQuantity}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={text.cart.remove(line.name)}
              onClick={onRemove}
            >
              <Trash2 size={18} aria-hidden />
            </Button>
          </Flex>
        </Box>
      </li>
    </Flex>
  )
}
