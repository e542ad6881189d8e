import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Layers, Pencil, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import type { AdminProduct } from '#services/contract/admin-products.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { IconButton } from '../../../components/admin/icon-button.tsx'
import { MiniBar } from '../../../components/admin/mini-bar.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Thumb } from '../../../components/admin/thumb.tsx'
import { TrailIcon } from '../../../components/admin/trail-link.tsx'
import { Money } from '../../../components/money.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'

export type ProductAct = 'variants' | 'edit' | 'delete'

type Offered = { mayChange: boolean; mayReadTrail: boolean }
type Props = Offered & {
  rows: readonly AdminProduct[]
  onAct: (act: ProductAct, product: AdminProduct) => void
}

export function ProductTable({ rows, onAct, ...offered }: Props) {
  const { products } = useCatalogueTexts()
  const admin = useAdminTexts()
  const { columns: headers } = products
  const columns: Column<AdminProduct>[] = [
    {
      key: 'image',
      header: headers.image,
      onPhone: 'hidden',
      cell: ({ id, image }) => <Thumb seed={id} image={image} />,
    },
    {
      key: 'name',
      header: headers.name,
      onPhone: 'bare',
      cell: (product) => <ProductName product={product} />,
    },
    {
      key: 'price',
      header: headers.price,
      align: 'end',
      cell: ({ price }) => <Money amount={price} />,
    },
    {
      key: 'tickets',
      header: headers.tickets,
      align: 'end',
      cell: ({ tickets }) => <chakra.bdi fontFamily="serial">{tickets}</chakra.bdi>,
    },
    { key: 'sold', header: headers.sold, cell: (product) => <Sold product={product} /> },
    {
      key: 'raffle',
      header: headers.raffle,
      cell: ({ raffleName }) => <bdi>{raffleName ?? products.none}</bdi>,
    },
    {
      key: 'status',
      header: headers.status,
      cell: ({ active }) => (
        <StatusBadge kind={active === 1 ? 'highlighted' : 'secondary'}>
          {active === 1 ? products.active : products.inactive}
        </StatusBadge>
      ),
    },
    {
      key: 'actions',
      header: admin.actions,
      align: 'end',
      onPhone: 'bare',
      cell: (product) => <Acts product={product} onAct={onAct} {...offered} />,
    },
  ]
  return (
    <DataTable
      caption={products.title}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      onRow={(product) => onAct(offered.mayChange ? 'edit' : 'variants', product)}
    />
  )
}

function ProductName({ product }: { product: AdminProduct }) {
  const { id, name, image } = product
  const { productForm } = useCatalogueTexts()
  return (
    <Flex gap="3" align="center">
      <Box hideFrom="md">
        <Thumb seed={id} image={image} />
      </Box>
      <Box minW="0">
        <Text fontWeight="bold" lineHeight="snug" overflowWrap="anywhere">
          {name}
        </Text>
        {product.withoutEntry && (
          <StatusBadge kind="secondary">{productForm.withoutEntryMark}</StatusBadge>
        )}
        <Pieces product={product} />
      </Box>
    </Flex>
  )
}

/** Of the variants whose pieces are counted, together; which of them run low, by name. */
function Pieces({ product: { variants } }: { product: AdminProduct }) {
  const { variants: text } = useCatalogueTexts()
  const counted = variants.flatMap(({ name, stock }) => (stock === null ? [] : [{ name, stock }]))
  if (counted.length === 0) return null
  const low = counted.filter(({ stock }) => stock.left <= stock.lowAt)
  return (
    <Flex gap="2" align="center" wrap="wrap" fontSize="xs" color="fg.muted">
      <bdi>{text.left(counted.reduce((sum, { stock }) => sum + stock.left, 0))}</bdi>
      {low.length > 0 && (
        <StatusBadge kind="warning">
          {text.low}: {low.map(({ name }) => name).join(', ')}
        </StatusBadge>
      )}
    </Flex>
  )
}

function Sold({ product: { soldTickets, totalTickets } }: { product: AdminProduct }) {
  return (
    <Box minW="100px">
      <chakra.bdi fontFamily="serial" fontWeight="bold">
        {soldTickets}/{totalTickets}
      </chakra.bdi>
      <MiniBar value={soldTickets} max={totalTickets} />
    </Box>
  )
}

type ActsProps = Offered & { product: AdminProduct; onAct: Props['onAct'] }

function Acts({ product, onAct, mayChange, mayReadTrail }: ActsProps) {
  const { products } = useCatalogueTexts()
  const admin = useAdminTexts()
  const acts: [ProductAct, string, LucideIcon][] = [
    ['variants', mayChange ? products.variants : products.seeVariants, Layers],
    ['edit', admin.edit, Pencil],
    ['delete', admin.delete, Trash2],
  ]
  const offered = mayChange ? acts : acts.slice(0, 1)
  return (
    <Flex
      role="group"
      aria-label={admin.actionsOf(product.name)}
      gap="1"
      justify={{ base: 'space-between', md: 'flex-end' }}
      borderTopWidth={{ base: '1px', md: '0' }}
      borderTopStyle="dashed"
      pt={{ base: '2', md: '0' }}
    >
      {offered.map(([act, label, icon]) => (
        <IconButton
          key={act}
          icon={icon}
          label={`${label}: ${product.name}`}
          caption={label}
          isDanger={act === 'delete'}
          onClick={() => onAct(act, product)}
        />
      ))}
      {mayReadTrail && <TrailIcon kind="product" id={product.id} name={product.name} />}
    </Flex>
  )
}
