// The products as they stand, and how many tickets each has sold. A grant names only the order's
// line, so lines with tickets are remembered here until they are granted. Totals are kept per log:
// one log has one reader at a time and one order, so a total is folded, never guessed.
import { unreachable } from '#events/kernel/assert.ts'
import type { ProductEvent } from '#events/product/events.ts'

import { collect, idOf, states } from '../projection.ts'
import type { Load, Part, Previous, Projection, Recorded, Table } from '../projection.ts'

export const productShelfTable: Table = {
  name: 'product_shelf',
  columns: { product_id: 'uuid', version: 'bigint', state: 'json' },
  key: ['product_id'],
  indexes: [],
}

export const productLinesTable: Table = {
  name: 'product_lines',
  columns: { line_id: 'uuid', product_id: 'uuid' },
  key: ['line_id'], // asked for while the table is filled, so it is there from the start
  indexes: [],
}

export const productSoldTable: Table = {
  name: 'product_sold',
  columns: { log_id: 'text', product_id: 'uuid', position: 'bigint', issued: 'bigint' },
  key: ['log_id', 'product_id'],
  indexes: [],
}

type Listed = Extract<ProductEvent, { type: 'ProductListed' }>['data']
type Variant = Extract<ProductEvent, { type: 'VariantAdded' }>['data']

export type ShelfState = Listed & {
  raffleId: string | null
  isRemoved: boolean
  listedAt: string
  variants: Variant[]
}

export const productShelf: Projection = {
  name: 'product-shelf',
  version: 1,
  tables: [productShelfTable, productLinesTable, productSoldTable],
  reads: {
    shop: [
      'ProductListed',
      'ProductRevised',
      'ProductLinked',
      'ProductUnlinked',
      'ProductRemoved',
      'VariantAdded',
      'VariantRevised',
      'VariantRemoved',
      'StockTracked',
      'StockAdjusted',
      'StockUntracked',
      'OrderPlaced',
      'TicketsGranted',
    ],
  },
  loads,
  fold: (page, previous) => [
    ...foldProducts(page, previous),
    ...foldLines(page),
    ...foldSold(page, previous),
  ],
}

function loads(page: readonly Recorded[]): Load[] {
  const products: string[] = []
  const lines: string[] = []
  for (const { streamId, event } of page) {
    if (streamId.startsWith('product/')) products.push(idOf(streamId))
    if (event.type === 'TicketsGranted') lines.push(...event.data.grants.map((one) => one.lineId))
  }
  const logs = lines.length === 0 ? [] : page.map(({ logId }) => logId)
  return [
    { table: productShelfTable, column: 'product_id', values: products },
    { table: productLinesTable, column: 'line_id', values: lines },
    // A few hundred rows at most: one per product.
    { table: productSoldTable, column: 'log_id', values: logs },
  ].filter(({ values }) => values.length > 0)
}

function foldProducts(page: readonly Recorded[], previous: Previous): Part[] {
  const products = states<ShelfState>(productShelfTable, 'version', previous)
  for (const { streamId, version, event, recordedAt } of page) {
    if (!streamId.startsWith('product/')) continue
    products.apply(idOf(streamId), version, (state) =>
      // A product's stream holds nothing but facts of that product.
      evolve(state, event as ProductEvent, recordedAt),
    )
  }
  const rows = collect(productShelfTable, ['version', 'state'])
  for (const { key, state, last } of products.all()) rows.set([key], [last, state])
  return rows.parts()
}

function evolve(
  state: ShelfState | undefined,
  { type, data }: ProductEvent,
  at: Date,
): ShelfState | undefined {
  if (type === 'ProductListed') {
    const listedAt = at.toISOString()
    return { ...data, raffleId: null, isRemoved: false, listedAt, variants: [] }
  }
  if (state === undefined) throw new Error(`${type} before ProductListed`)
  switch (type) {
    case 'ProductRevised':
      return { ...state, sellsWithoutEntry: undefined, ...data } // the whole product, as it stands
    case 'ProductLinked':
      return { ...state, raffleId: data.raffleId }
    case 'ProductUnlinked':
      return state.raffleId === data.raffleId ? { ...state, raffleId: null } : state
    case 'ProductRemoved':
      return { ...state, isRemoved: true }
    case 'VariantAdded':
      return { ...state, variants: [...state.variants, data] }
    case 'VariantRevised': {
      const revised = state.variants.map((one) => (one.variantId === data.variantId ? data : one))
      return { ...state, variants: revised }
    }
    case 'VariantRemoved': {
      const left = state.variants.filter((one) => one.variantId !== data.variantId)
      return { ...state, variants: left }
    }
    // How many pieces are left is read live from the rows that sell them.
    case 'StockTracked':
    case 'StockAdjusted':
    case 'StockUntracked':
      return state
    default:
      return unreachable(type)
  }
}

function foldLines(page: readonly Recorded[]): Part[] {
  const placed = collect(productLinesTable, ['product_id'])
  for (const { event } of page) {
    if (event.type === 'OrderPlaced')
      for (const { lineId, productId, raffleId } of event.data.lines)
        if (raffleId !== null) placed.set([lineId], [productId])
  }
  return placed.parts()
}

function foldSold(page: readonly Recorded[], previous: Previous): Part[] {
  const productOf = new Map<string, string>()
  const totals = new Map<string, Total>()
  for (const { logId, position, event } of page) {
    if (event.type === 'OrderPlaced')
      for (const { lineId, productId } of event.data.lines) productOf.set(lineId, productId)
    if (event.type !== 'TicketsGranted') continue
    const added = new Map<string, number>()
    for (const { lineId, first, last } of event.data.grants) {
      const row = previous(productLinesTable, lineId)
      const productId = productOf.get(lineId) ?? (row?.product_id as string | undefined)
      if (productId === undefined) throw new Error(`line ${lineId} was granted but never placed`)
      added.set(productId, (added.get(productId) ?? 0) + last - first + 1) // inclusive
    }
    for (const [productId, n] of added) {
      const total = totalOf(totals, previous, logId, productId)
      if (position <= total.position) continue // applied before
      total.issued += n
      total.position = position
    }
  }
  const rows = collect(productSoldTable, ['position', 'issued'])
  for (const { logId, productId, position, issued } of totals.values())
    rows.set([logId, productId], [position, issued])
  return rows.parts()
}

type Total = { logId: string; productId: string; position: number; issued: number }

function totalOf(
  totals: Map<string, Total>,
  previous: Previous,
  logId: string,
  productId: string,
): Total {
  const key = `${logId} ${productId}`
  const known = totals.get(key)
  if (known !== undefined) return known
  const row = previous(productSoldTable, logId, productId)
  const total = {
    logId,
    productId,
    position: (row?.position as number | undefined) ?? 0,
    issued: (row?.issued as number | undefined) ?? 0,
  }
  totals.set(key, total)
  return total
}
