// SKUs that a process left reserved when it died (`skus.ts`): of a variant whose fact never came,
// or of one that is gone. A row without its variant may also be of one that is being added now, and
// says not since when: it is let go when it was found so a second time, longer after the first than
// any request lives. What was found is kept in memory; a process that has just begun finds it anew.
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { productDecider } from '#events/product/decide.ts'
import { listShelf } from '#projections/product-shelf/queries.ts'

import type { EventStore } from '../event-store/types.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { readState } from './change-stream.ts'
import { holdersAmong } from './skus.ts'

type Needs = { database: Queryable; store: Pick<EventStore, 'readStream'>; now: () => Date }

const LEFT_OVER_MS = 600_000

/** Run once an hour; each time it says how many SKUs are free again. */
export function openSkuRepair(needs: Needs): () => Promise<number> {
  let sinceMs: ReadonlyMap<string, number> = new Map()
  return async () => {
    const nowMs = needs.now().getTime()
    const found = (await orphans(needs)).map((row) => {
      const key = `${row.variant_id} ${row.sku}`
      return { row, key, foundMs: sinceMs.get(key) ?? nowMs }
    })
    const due = found.filter(({ foundMs }) => nowMs - foundMs >= LEFT_OVER_MS)
    for (const { row } of due) await letGo(needs.database, row)
    sinceMs = new Map(found.map(({ key, foundMs }) => [key, foundMs]))
    return due.length
  }
}

/** `variant_id`: of the variant, or of a wish of it. */
type Row = { sku: string; product_id: ProductId; variant_id: string }

/** Rows whose variant is in no listed product. The shelf says where to look, facts decide. */
async function orphans({ database, store }: Needs): Promise<Row[]> {
  const { rows } = await database.query<Row>({
    name: 'skus_all',
    text: 'select sku, product_id::text, variant_id::text from skus order by product_id',
  })
  const shelf = await ask(database, listShelf())
  const isShown = holdersAmong(
    shelf.flatMap(({ variants }) => variants.map(({ variantId }) => variantId)),
  )
  const hidden = rows.filter(({ variant_id }) => !isShown(variant_id))
  const found: Row[] = []
  for (const [productId, ofProduct] of Map.groupBy(hidden, ({ product_id }) => product_id)) {
    const isHolder = holdersAmong(await variantsOf(store, productId))
    found.push(...ofProduct.filter(({ variant_id }) => !isHolder(variant_id)))
  }
  return found
}

async function variantsOf(store: Needs['store'], productId: ProductId): Promise<VariantId[]> {
  const { state } = await readState(store, productDecider, `product/${productId}`)
  return state.status === 'listed' ? state.variants.map(({ variantId }) => variantId) : []
}

/** No other variant can have taken the row over: only its own changes do. */
async function letGo(database: Queryable, { sku, variant_id }: Row): Promise<void> {
  await database.query({
    name: 'sku_let_go',
    text: 'delete from skus where sku = $1 and variant_id = $2',
    values: [sku, variant_id],
  })
}
