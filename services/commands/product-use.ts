// What has been sold of a product: asked of the raffles' own counts and of the orders, for staff
// who change or delete it, and once an hour. Rare calls, so they may look across all logs.
import type { ProductId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import { readModelsCaughtUp } from './read-models-caught-up.ts'

export type Used = { everywhere: number; byRaffle: ReadonlyMap<RaffleId, number> }

/** What one raffle may sell of a product, and what of it is issued and held there. */
export type Place = { raffleId: RaffleId; ticketsMax: number; used: number }

export async function placesOf(database: Queryable, productId: ProductId): Promise<Place[]> {
  const { rows } = await database.query<Place>({
    name: 'product_places',
    text: `select substr(log_id, length('raffle/') + 1) as "raffleId",
                  tickets_max as "ticketsMax", issued + held as used
             from raffle_products
            where product_id = $1`,
    values: [productId],
  })
  return rows
}

/** Of all products; read through once, as `usedOfEach` does. */
export async function allPlaces(
  database: Queryable,
): Promise<ReadonlyMap<ProductId, readonly Place[]>> {
  const { rows } = await database.query<Place & { productId: ProductId }>({
    name: 'products_places',
    text: `select product_id as "productId", substr(log_id, length('raffle/') + 1) as "raffleId",
                  tickets_max as "ticketsMax", issued + held as used
             from raffle_products
            order by product_id`,
  })
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** Tickets issued and held, voids included: their numbers stay used. */
export async function usedOf(database: Queryable, productId: ProductId): Promise<Used> {
  const places = await placesOf(database, productId)
  return {
    everywhere: places.reduce((sum, { used }) => sum + used, 0),
    byRaffle: new Map(places.map(({ raffleId, used }) => [raffleId, used])),
  }
}

/**
 * Of many products everywhere, in one query. No index begins with the product: the table is read
 * through once, a row for each product that each raffle sells or has sold.
 */
export async function usedOfEach(
  database: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await database.query<{ product_id: string; used: number }>({
    name: 'products_used',
    text: `select product_id, sum(issued + held)::integer as used
             from raffle_products
            where product_id = any($1::uuid[])
            group by product_id`,
    values: [productIds],
  })
  return new Map(rows.map(({ product_id, used }) => [product_id, used]))
}

const CAUGHT_UP_MS = 5_000

/**
 * Whether any order, cancelled ones too, names the product or the variant. Of a product its tickets
 * tell it before its order is there. What was ordered a moment ago counts: refuses when the list of
 * orders stays behind.
 */
export async function hasOrders(
  database: Queryable,
  ordered: { productId: ProductId; variantId?: string | null },
): Promise<boolean> {
  const { productId, variantId = null } = ordered
  if (variantId === null && (await usedOf(database, productId)).everywhere > 0) return true
  const orders = { projections: ['order-status'], timeoutMs: CAUGHT_UP_MS }
  if (!(await readModelsCaughtUp(database, orders)))
    throw new Rejection('busy', 'The list of orders is behind. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  const { rows } = await database.query<{ has_orders: boolean }>({
    name: 'product_has_orders',
    text: `select exists (
             select from order_status,
                         json_array_elements(order_status.state -> 'lines') as line
              where line ->> 'productId' = $1
                and ($2::text is null or line ->> 'variantId' = $2)
           ) as has_orders`,
    values: [productId, variantId],
  })
  return rows[0]?.has_orders ?? false
}
