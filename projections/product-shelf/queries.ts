// Read by the catalogue (cart, checkout, public product lists) and by the admin's products.
import type { Query } from '../sql.ts'
import type { ShelfState } from './projection.ts'

export type ShelfRow = {
  productId: string
  name: string
  description: string
  priceCents: number
  image: string | null
  ticketsPerUnit: number
  ticketsMax: number
  /** Issued and not voided. */
  soldTickets: number
  raffleId: string | null
  raffleName: string | null
  isActive: boolean
  /** Sold as goods, whatever it is linked to. */
  sellsWithoutEntry: boolean
  isRemoved: boolean
  listedAt: string
  /** Version of the stream `product/<id>`. */
  version: number
  variants: {
    variantId: string
    name: string
    sku: string
    priceAdjustmentCents: number
    image: string | null
    /** Null: its pieces are not counted. */
    stock: ShelfStock | null
  }[]
}

/** `counted` = left + held + taken. */
export type ShelfStock = { left: number; held: number; taken: number; lowAt: number }

// Pieces that are counted stand in the rows that sell them (migration 0016). Voids are few, so they
// are subtracted here: of each voided range the part inside a line's range, as `raffle_entries`
// tells it. Ranges of lines share no number: none that begins before the nearest one reaches the
// void, so that a few lines are read for each, whatever the raffle has sold. `offset 0` keeps the
// planner from reading all of a raffle's lines at once, and holding each against each void.
const select = `
  with sold as (
    select product_id, sum(issued)::bigint as issued from product_sold group by product_id
  ), voided as (
    select lines.product_id,
           sum(least(voids.last, entry.last) - greatest(voids.first, entry.first) + 1)::bigint as n
      from ticket_voids as voids
     cross join lateral (
             select coalesce(max(known.first), voids.first) as first
               from raffle_entries as known
              where known.raffle_id = voids.raffle_id
                and known.first <= voids.first
           ) as nearest
     cross join lateral (
             select known.line_id, known.first, known.last
               from raffle_entries as known
              where known.raffle_id = voids.raffle_id
                and known.first between nearest.first and voids.last
                and known.last >= voids.first
             offset 0
           ) as entry
      join product_lines as lines using (line_id)
     group by lines.product_id
  ), stocked as (
    select product_id,
           json_object_agg(variant_id, json_build_object(
             'left', counted - held - taken, 'held', held, 'taken', taken, 'lowAt', low_at
           )) as stocks
      from variant_stock
     group by product_id
  )
  select shelf.product_id, shelf.version, shelf.state,
         coalesce(page.words ->> 'name', ledger.state -> 'terms' ->> 'prize') as raffle_name,
         coalesce(sold.issued, 0) - coalesce(voided.n, 0) as sold_tickets,
         stocked.stocks
    from product_shelf as shelf
    left join sold using (product_id)
    left join voided using (product_id)
    left join stocked using (product_id)
    left join raffle_board_page as page
      on page.raffle_id = (shelf.state ->> 'raffleId')::uuid
    left join raffle_board_ledger as ledger
      on ledger.raffle_id = (shelf.state ->> 'raffleId')::uuid`

const notRemoved = `not (shelf.state ->> 'isRemoved')::boolean`
/** By creation: "the first product of a raffle" is the oldest. */
const order = `order by shelf.state ->> 'listedAt', shelf.product_id`

export const listShelf = (): Query<ShelfRow> => ({
  name: 'shelf list',
  text: `${select} where ${notRemoved} ${order}`,
  parse,
})

export const listShelfPage = (page: { limit: number; offset: number }): Query<ShelfRow> => ({
  name: 'shelf page',
  text: `${select} where ${notRemoved}
    order by shelf.state ->> 'listedAt' desc, shelf.product_id limit $1 offset $2`,
  values: [page.limit, page.offset],
  parse,
})

export const shelfCount = (): Query<number> => ({
  name: 'shelf count',
  text: `select count(*) as count from product_shelf as shelf where ${notRemoved}`,
  parse: (row) => row.count as number,
})

/** Removed ones too: old orders still show them. */
export const shelfById = (productId: string): Query<ShelfRow> => ({
  name: 'shelf by id',
  text: `${select} where shelf.product_id = $1`,
  values: [productId],
  parse,
})

export const shelfByRaffle = (raffleId: string): Query<ShelfRow> => ({
  name: 'shelf by raffle',
  text: `${select} where ${notRemoved} and shelf.state ->> 'raffleId' = $1 ${order}`,
  values: [raffleId],
  parse,
})

/** `state` was written by this folder's projection: its type is the projection's. */
function parse(row: Record<string, unknown>): ShelfRow {
  const state = row.state as ShelfState
  // Built by the query above.
  const stocks = row.stocks as Record<string, ShelfStock> | null
  return {
    productId: row.product_id as string,
    name: state.name,
    description: state.description,
    priceCents: state.priceCents,
    image: state.image,
    ticketsPerUnit: state.ticketsPerUnit,
    ticketsMax: state.ticketsMax,
    soldTickets: row.sold_tickets as number,
    raffleId: state.raffleId,
    raffleName: row.raffle_name as string | null,
    isActive: state.isActive,
    sellsWithoutEntry: state.sellsWithoutEntry ?? false,
    isRemoved: state.isRemoved,
    listedAt: state.listedAt,
    version: row.version as number,
    variants: state.variants.map((variant) => ({
      ...variant,
      stock: stocks?.[variant.variantId] ?? null,
    })),
  }
}
