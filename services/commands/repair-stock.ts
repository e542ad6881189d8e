// What a process left undone between a count and its fact (`stock.ts`). A count without a fact, or
// a row that nobody counts, may be one that is being made now: only what is older than any request
// lives is a leftover. A fact whose count is missing is counted at once: its name counts it once.
// A count of 0 says that a file of products has counted, and has no fact.
import { fold } from '#events/kernel/decider.ts'
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { productIdSchema } from '#events/kernel/ids.ts'
import { productDecider } from '#events/product/decide.ts'
import type { ProductEvent } from '#events/product/events.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { changeStock } from './stock-rows.ts'
import { dropStock, openStock } from './stock-table.ts'

type Needs = { database: Queryable; store: Pick<EventStore, 'readStream'> }

const LEFT_OVER = `interval '2 minutes'`

/** How many were put right. A variant of which too many are sold stays for `verify` to tell. */
export async function repairStock(needs: Needs): Promise<number> {
  let repaired = 0
  for (const productId of await countedProducts(needs.database))
    repaired += await repairProduct(needs, productId)
  return repaired
}

/** Those with facts of stock, and those with rows. */
async function countedProducts(database: Queryable): Promise<ProductId[]> {
  const { rows } = await database.query<{ product_id: string }>({
    name: 'products_counted',
    text: `
      select distinct substr(subject, length('product/') + 1) as product_id
        from audit_trail
       where type = 'StockTracked'
      union
      select product_id::text from variant_stock`,
  })
  return rows.map(({ product_id }) => productIdSchema.parse(product_id))
}

export async function repairProduct(needs: Needs, productId: ProductId): Promise<number> {
  const { database, store } = needs
  // Rows first: what is stopped after that is in the facts that are read.
  const known = await rowsOf(database, productId)
  const facts = (await store.readStream<ProductEvent>(`product/${productId}`)).map(
    ({ event }) => event,
  )
  const product = fold(productDecider, facts)
  const stocks = product.status === 'listed' ? product.stocks : {}
  let repaired = 0
  for (const [variantId, { isOld }] of known) {
    if (stocks[variantId] !== undefined || !isOld) continue
    await dropStock(database, variantId)
    repaired += 1
  }
  for (const [variantId, { lowAt }] of Object.entries(stocks)) {
    const wanted = changesOf(facts, variantId)
    const { changes = [], old = [] } = known.get(variantId) ?? {}
    const missing = [...wanted].filter(([changeId]) => !changes.includes(changeId))
    const tooMany = old.filter((changeId) => !wanted.has(changeId))
    if (known.has(variantId) && missing.length === 0 && tooMany.length === 0) continue
    repaired += 1
    // A fact of this variant's product has named it.
    const id = variantId as VariantId
    await openStock(database, { productId, variantId: id, lowAt })
    await changeStock(database, [
      ...tooMany.map((changeId) => ({ act: 'uncount', variantId: id, changeId }) as const),
      ...missing.map(
        ([changeId, change]) => ({ act: 'count', variantId: id, changeId, change }) as const,
      ),
    ])
  }
  return repaired
}

/** Since the variant was last begun to be counted. */
function changesOf(facts: readonly ProductEvent[], variantId: string): Map<string, number> {
  const changes = new Map<string, number>()
  for (const { type, data } of facts) {
    if (type === 'StockAdjusted' && data.variantId === variantId)
      changes.set(data.changeId, data.change)
    if (type === 'StockUntracked' && data.variantId === variantId) changes.clear()
  }
  return changes
}

type Row = { isOld: boolean; changes: string[]; old: string[] }

async function rowsOf(database: Queryable, productId: ProductId): Promise<Map<string, Row>> {
  const { rows } = await database.query<{
    variant_id: string
    is_old: boolean
    changes: string[] | null
    old: string[] | null
  }>({
    name: 'stock_changes_of_product',
    text: `
      select stock.variant_id::text,
             stock.opened_at < clock_now() - ${LEFT_OVER} as is_old,
             array_agg(done.change_id::text) filter (where done.change_id is not null) as changes,
             array_agg(done.change_id::text)
               filter (where done.told_at < clock_now() - ${LEFT_OVER} and done.change <> 0)
               as old
        from variant_stock as stock
        left join stock_changes as done using (variant_id)
       where stock.product_id = $1
       group by stock.variant_id`,
    values: [productId],
  })
  return new Map(
    rows.map(({ variant_id, is_old: isOld, changes, old }) => [
      variant_id,
      { isOld, changes: changes ?? [], old: old ?? [] },
    ]),
  )
}
