import { Box, Grid, Text } from '@chakra-ui/react'
import { Plus, Trash2 } from 'lucide-react'

import type { AdminProduct } from '#services/contract/admin-products.ts'

import { NumberField, SelectField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { dollars, signedDollars } from '../../../lib/money.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { canAddLine, emptyLine, quantityOf, ticketsOf } from '../manual-draft.ts'
import type { DraftLine } from '../manual-draft.ts'
import type { PartProps } from './manual-customer.tsx'
import { Group } from './manual-group.tsx'

type Props = PartProps & { products: readonly AdminProduct[] }

export function LineFields({ draft, products, problem, onChange }: Props) {
  const { manual } = useAdminOrdersTexts()
  const { lines } = draft
  const changeLine = (key: number, changes: Partial<DraftLine>) =>
    onChange({ lines: lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) })
  const add = () => {
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1
    onChange({ lines: [...lines, emptyLine(key)] })
  }
  const isAt = (key: number) => typeof problem?.at === 'object' && problem.at.line === key

  return (
    <Group legend={manual.products}>
      {lines.map((line, place) => (
        <LineRow
          key={line.key}
          line={line}
          place={place + 1}
          products={products}
          error={isAt(line.key) ? (problem?.text ?? null) : null}
          onChange={(changes) => changeLine(line.key, changes)}
          onRemove={
            lines.length > 1
              ? () => onChange({ lines: lines.filter(({ key }) => key !== line.key) })
              : null
          }
        />
      ))}
      <Box>
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={!canAddLine(draft)}
          onClick={add}
        >
          <Plus size={16} aria-hidden />
          {manual.add}
        </Button>
      </Box>
    </Group>
  )
}

type RowProps = {
  line: DraftLine
  place: number
  products: readonly AdminProduct[]
  error: string | null
  onChange: (changes: Partial<DraftLine>) => void
  onRemove: (() => void) | null
}

function LineRow({ line, place, products, error, onChange, onRemove }: RowProps) {
  const { manual } = useAdminOrdersTexts()
  const product = products.find(({ id }) => id === line.productId)
  const variants = product?.variants ?? []
  const isVariantMissing = error !== null && product !== undefined
  return (
    <Box
      role="group"
      aria-label={manual.line(place)}
      p="3"
      borderWidth="1px"
      borderRadius="control"
    >
      <Grid templateColumns={{ base: '1fr auto', sm: '1fr 96px auto' }} gap="3" alignItems="start">
        <Box gridColumn={{ base: '1 / -1', sm: 'auto' }} minW="0">
          <ProductSelect
            line={line}
            products={products}
            error={isVariantMissing ? null : error}
            onChange={onChange}
          />
        </Box>
        <NumberField
          label={manual.quantity}
          name="quantity"
          min={1}
          max={100}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <Button
          type="button"
          variant="ghost"
          size="icon"
          mt="24px"
          aria-label={manual.remove(product?.name ?? manual.line(place))}
          disabled={onRemove === null}
          onClick={() => onRemove?.()}
        >
          <Trash2 size={18} aria-hidden />
        </Button>
      </Grid>
      {variants.length > 0 && (
        <Box mt="3">
          <VariantSelect
            line={line}
            variants={variants}
            error={isVariantMissing ? error : null}
            onChange={onChange}
          />
        </Box>
      )}
      {product && (
        <Text fontSize="xs" color="fg.muted" mt="2">
          {ticketsOf(product) === 0 ? manual.noTickets : manual.perItem(product.tickets)}
          {product.raffleName && (
            <>
              {' '}
              · <bdi>{product.raffleName}</bdi>
            </>
          )}
          {quantityOf(line) !== Number(line.quantity) && <> · × {quantityOf(line)}</>}
        </Text>
      )}
    </Box>
  )
}

type SelectProps = Pick<RowProps, 'line' | 'error' | 'onChange'>

function ProductSelect(props: SelectProps & { products: readonly AdminProduct[] }) {
  const { line, products, error, onChange } = props
  const { manual } = useAdminOrdersTexts()
  return (
    <SelectField
      label={manual.product}
      name="productId"
      value={line.productId}
      error={error}
      onChange={(productId) => onChange({ productId, variantId: '' })}
    >
      <option value="">{manual.choose}</option>
      {products.map(({ id, name, price, active }) => (
        <option key={id} value={id} disabled={active === 0}>
          {name} · {dollars(price)}
        </option>
      ))}
    </SelectField>
  )
}

function VariantSelect(props: SelectProps & { variants: AdminProduct['variants'] }) {
  const { line, variants, error, onChange } = props
  const { manual } = useAdminOrdersTexts()
  return (
    <SelectField
      label={manual.variant}
      name="variantId"
      value={line.variantId}
      error={error}
      onChange={(variantId) => onChange({ variantId })}
    >
      <option value="">{manual.noVariant}</option>
      {variants.map(({ id, name, sku, priceAdjustment }) => (
        <option key={id} value={id}>
          {[name, sku, signedDollars(priceAdjustment)].filter((part) => part !== null).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}
