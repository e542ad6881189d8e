import { Box, chakra, Dialog, Flex, Portal, Text } from '@chakra-ui/react'
import { useState } from 'react'

import type { Product, Variant } from '#services/contract/products.ts'

import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { Spinner } from '../../../components/page-spinner.tsx'
import { Plate } from '../../../components/plate.tsx'
import { RadioTile } from '../../../components/radio-tile.tsx'
import { signedDollars } from '../../../lib/money.ts'
import { isGone } from '../../../lib/offer.ts'
import { modal } from '../../../lib/modal.ts'
import { openerOfOverlay } from '../../../lib/overlay.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { useVariants } from '../api/list-variants.ts'

type Props = {
  product: Product
  raffleName: string
  onAdd: (variant: Variant) => void
  onClose: () => void
}

export function VariantDialog({ product, raffleName, onAdd, onClose }: Props) {
  const text = useTexts()
  const { data, isError, refetch } = useVariants(product.id)
  const variants = data?.variants ?? []
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen =
    variants.find(({ id }) => id === chosenId) ?? variants.find((variant) => !isGone(variant))

  return (
    <Dialog.Root {...modal(onClose)} finalFocusEl={openerOfOverlay}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{product.name}</Dialog.Title>
              <Dialog.Description>{text.variant.lead}</Dialog.Description>
            </Dialog.Header>
            <Dialog.Body>
              <ProductSummary product={product} raffleName={raffleName} />
              {isError && (
                <Flex role="alert" direction="column" gap="3" align="flex-start">
                  {text.variant.failed}
                  <Button variant="outline" size="sm" onClick={() => void refetch()}>
                    {text.retry}
                  </Button>
                </Flex>
              )}
              {!data && !isError && <Spinner />}
              <Flex asChild direction="column" gap="2">
                <fieldset>
                  <chakra.legend srOnly>{text.variant.legend}</chakra.legend>
                  {variants.map((variant) => (
                    <VariantTile
                      key={variant.id}
                      variant={variant}
                      isChecked={variant.id === chosen?.id}
                      onChoose={setChosenId}
                    />
                  ))}
                </fieldset>
              </Flex>
            </Dialog.Body>
            <Dialog.Footer>
              <Dialog.ActionTrigger asChild>
                <Button variant="outline" flex="1">
                  {text.variant.cancel}
                </Button>
              </Dialog.ActionTrigger>
              <Button flex="1.5" px="3" disabled={!chosen} onClick={() => chosen && onAdd(chosen)}>
                {text.variant.add}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function ProductSummary({ product, raffleName }: Pick<Props, 'product' | 'raffleName'>) {
  const text = useTexts()
  return (
    <Flex gap="4" align="center" mb="4">
      <Plate
        seed={product.id}
        image={product.image}
        alt={product.name}
        sizes="96px"
        boxSize="96px"
        borderRadius="control"
        flexShrink={0}
      />
      <Box>
        <Flex gap="2" align="center" wrap="wrap">
          <chakra.strong fontSize="lg">
            <Money amount={product.price} />
          </chakra.strong>
          {product.tickets > 0 && <Badge tone="cedar">{text.raffles.gain(product.tickets)}</Badge>}
        </Flex>
        <Text fontSize="sm" color="fg.soft" mt="1">
          {product.withoutEntry ? text.raffle.withoutEntry : text.variant.enterToWin(raffleName)}
        </Text>
      </Box>
    </Flex>
  )
}

type TileProps = { variant: Variant; isChecked: boolean; onChoose: (id: string) => void }

function VariantTile({ variant, isChecked, onChoose }: TileProps) {
  const text = useTexts()
  const change = signedDollars(variant.priceAdjustment)
  return (
    <RadioTile
      name="variant"
      value={variant.id}
      isChecked={isChecked}
      isDisabled={isGone(variant)}
      onChoose={onChoose}
    >
      <Plate
        seed={variant.id}
        image={variant.image}
        alt=""
        sizes="64px"
        boxSize="64px"
        borderRadius="tag"
        flexShrink={0}
      />
      <Box flex="1" minW="0">
        <Text fontWeight="bold" lineHeight="snug">
          {variant.name}
        </Text>
        <Text fontFamily="serial" fontSize="micro" color="fg.muted">
          {text.variant.sku(variant.sku)}
        </Text>
        <Left variant={variant} />
      </Box>
      {change && (
        <chakra.bdi
          fontSize="sm"
          fontWeight="bold"
          color={change.startsWith('-') ? 'pomegranate.fg' : 'success.fg'}
        >
          {change}
        </chakra.bdi>
      )}
    </RadioTile>
  )
}

/** Said when it matters: few are left, or none. */
function Left({ variant }: { variant: Variant }) {
  const { raffles, variant: text } = useTexts()
  const { left, isReserved } = variant
  if (left === undefined) return null
  if (left > 0) return <Badge tone="saffron">{text.only(left)}</Badge>
  return <Badge tone="plain">{isReserved ? raffles.reserved : raffles.soldOut}</Badge>
}
