import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { PackagePlus, Pencil, Trash2 } from 'lucide-react'

import type { AdminVariant } from '#services/contract/admin-products.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { IconButton } from '../../../components/admin/icon-button.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Thumb } from '../../../components/admin/thumb.tsx'
import { signedDollars } from '../../../lib/money.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'

type Props = {
  caption: string
  variants: readonly AdminVariant[]
  mayChange: boolean
  onEdit: (variant: AdminVariant) => void
  onStock: (variant: AdminVariant) => void
  onDelete: (variant: AdminVariant) => void
}

export function VariantList(props: Props) {
  const { caption, variants, mayChange, onEdit, onStock, onDelete } = props
  const { variants: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  const columns: Column<AdminVariant>[] = [
    {
      key: 'image',
      header: text.columns.image,
      onPhone: 'hidden',
      cell: ({ id, image }) => <Thumb seed={id} image={image} />,
    },
    {
      key: 'name',
      header: text.columns.name,
      onPhone: 'bare',
      cell: (variant) => <VariantName variant={variant} />,
    },
    {
      key: 'sku',
      header: text.columns.sku,
      cell: ({ sku }) => <chakra.bdi fontFamily="serial">{sku}</chakra.bdi>,
    },
    {
      key: 'adjustment',
      header: text.columns.adjustment,
      align: 'end',
      cell: ({ priceAdjustment }) => <Adjustment amount={priceAdjustment} />,
    },
    {
      key: 'stock',
      header: text.columns.stock,
      cell: ({ stock }) => <Stock stock={stock} />,
    },
    {
      key: 'actions',
      header: admin.actions,
      align: 'end',
      onPhone: 'bare',
      cell: (variant) => (
        <Flex
          role="group"
          aria-label={admin.actionsOf(variant.name)}
          gap="1"
          justify={{ base: 'space-between', md: 'flex-end' }}
        >
          <IconButton
            icon={Pencil}
            label={`${admin.edit}: ${variant.name}`}
            caption={admin.edit}
            opens={`form ${variant.id}`}
            onClick={() => onEdit(variant)}
          />
          {variant.stock && (
            <IconButton
              icon={PackagePlus}
              label={`${text.adjustStock}: ${variant.name}`}
              caption={text.adjustStock}
              opens={`stock ${variant.id}`}
              onClick={() => onStock(variant)}
            />
          )}
          <IconButton
            icon={Trash2}
            label={`${admin.delete}: ${variant.name}`}
            caption={admin.delete}
            opens={`delete ${variant.id}`}
            isDanger
            onClick={() => onDelete(variant)}
          />
        </Flex>
      ),
    },
  ]
  const shown = columns.filter(({ key }) => mayChange || key !== 'actions')
  return <DataTable caption={caption} columns={shown} rows={variants} keyOf={({ id }) => id} />
}

function VariantName({ variant: { id, name, image } }: { variant: AdminVariant }) {
  return (
    <Flex gap="3" align="center">
      <Box hideFrom="md">
        <Thumb seed={id} image={image} />
      </Box>
      <Text fontWeight="bold" overflowWrap="anywhere">
        {name}
      </Text>
    </Flex>
  )
}

/** "No change", a green +$ amount, or a red negative one. */
function Adjustment({ amount }: { amount: string }) {
  const { variants: text } = useCatalogueTexts()
  const change = signedDollars(amount)
  if (change === null) return <chakra.span color="fg.muted">{text.noChange}</chakra.span>
  return (
    <chakra.bdi fontWeight="bold" color={change.startsWith('-') ? 'pomegranate.fg' : 'success.fg'}>
      {change}
    </chakra.bdi>
  )
}

function Stock({ stock }: Pick<AdminVariant, 'stock'>) {
  const { variants: text } = useCatalogueTexts()
  if (stock === null) return <chakra.span color="fg.muted">{text.notCounted}</chakra.span>
  return (
    <Flex gap="2" align="center" wrap="wrap">
      <chakra.bdi fontWeight="bold">{text.left(stock.left)}</chakra.bdi>
      {stock.held > 0 && (
        <chakra.bdi fontSize="xs" color="fg.muted">
          {text.reserved(stock.held)}
        </chakra.bdi>
      )}
      {stock.left <= stock.lowAt && (
        <StatusBadge kind={stock.left === 0 ? 'destructive' : 'warning'}>
          {stock.left === 0 ? text.soldOut : text.low}
        </StatusBadge>
      )}
    </Flex>
  )
}
