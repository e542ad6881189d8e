// A SKU belongs to one variant of the whole shop; the table `skus` is asked before the fact is
// recorded, and a SKU that is no longer used is let go after it: a crash in between keeps a SKU
// reserved, never doubled. While a variant changes its SKU both are reserved for it, the new one
// under an id of its own (`newWish`). What a change leaves behind when it is cut short goes with
// the next one of that variant, or with the variant; what is left of a variant that is not there
// goes with the sweep (`repair-skus.ts`).
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { skuKey } from '#events/product/decide.ts'
import type { Variant } from '#events/product/decide.ts'

import { deriveId, newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { readProduct } from './product.ts'
import type { ProductNeeds } from './product.ts'
import { isRefusal } from './stock.ts'

type Named = { productId: ProductId; variant: Variant }

/**
 * Under what one change of a variant reserves the SKU that it shall have and has not yet. All of a
 * variant begin alike, so that they are found; no two are the same, so that none is taken for one
 * that came later.
 */
export const newWish = (variantId: VariantId): string =>
  `${wishesBegin(variantId)}${newId<string>().slice(BEGINNING)}`

/** Of an id: three of its five groups. */
const BEGINNING = 18
const wishesBegin = (variantId: string) =>
  deriveId<string>('sku wish', variantId).slice(0, BEGINNING)

/** Tells of whoever holds a row whether it is one of these variants, or a wish of one. */
export function holdersAmong(variantIds: readonly string[]): (holder: string) => boolean {
  const variants = new Set(variantIds)
  const wishes = new Set(variantIds.map(wishesBegin))
  return (holder) => variants.has(holder) || wishes.has(holder.slice(0, BEGINNING))
}

/** Both are included. */
function wishesBetween(variantId: VariantId): [first: string, last: string] {
  const begin = wishesBegin(variantId)
  return [`${begin}-0000-000000000000`, `${begin}-ffff-ffffffffffff`]
}

/**
 * Asked between a change's reading of the product and its fact: each of them is of a change that
 * read the product before, so once the fact is there it is over, or will be refused for its
 * version.
 */
export async function wishesOf(database: Queryable, variantId: VariantId): Promise<string[]> {
  const { rows } = await database.query<{ variant_id: string }>({
    name: 'sku_wishes',
    text: 'select variant_id::text from skus where variant_id between $1 and $2',
    values: wishesBetween(variantId),
  })
  return rows.map(({ variant_id }) => variant_id)
}

/** Reserved first: by `holder`, who lets it go when the act is refused. */
export async function withSku<Result>(
  database: Database,
  { holder, ...named }: Named & { holder: string },
  act: () => Promise<Result>,
): Promise<Result> {
  const isNew = await reserveSku(database, { ...named, holder })
  try {
    return await act()
  } catch (error) {
    // What was the variant's before, another change of it may count on.
    if (isNew && isRefusal(error)) await releaseHolder(database, holder)
    throw error
  }
}

/**
 * One that is the variant's own still, or that another change of it wishes for, is free for it, and
 * is the holder's from now on: who held it lets it go no more. False: it was such a one.
 */
async function reserveSku(
  database: Database,
  { productId, variant, holder }: Named & { holder: string },
): Promise<boolean> {
  const { rows } = await database.query<{ isNew: boolean }>({
    name: 'sku_reserve',
    // A row that was inserted has had no other version: its `xmax` is nothing.
    text: `insert into skus as known (sku, product_id, variant_id) values ($1, $2, $3)
           on conflict (sku) do update
                   set product_id = excluded.product_id, variant_id = excluded.variant_id
                 where known.variant_id = $4 or known.variant_id between $5 and $6
           returning known.xmax = 0 as "isNew"`,
    values: [
      skuKey(variant.sku),
      productId,
      holder,
      variant.variantId,
      ...wishesBetween(variant.variantId),
    ],
  })
  const [reserved] = rows
  if (reserved === undefined) throw skuTaken(variant)
  return reserved.isNew
}

/**
 * The fact has the new SKU: from now on it is the variant's, and the one before is anybody's, as
 * are the wishes that came to nothing. Whose change has been overtaken leaves the rows to who came
 * later.
 */
export async function settleSku(
  { database, store }: Pick<ProductNeeds, 'database' | 'store'>,
  { productId, variant, wishes }: Named & { wishes: readonly string[] },
): Promise<void> {
  const { variantId } = variant
  const sku = skuKey(variant.sku)
  await database.transaction(async (tx) => {
    await lockSkus(tx)
    const { product } = await readProduct({ store }, productId)
    const now = product.variants.find((known) => known.variantId === variantId)
    if (now === undefined || skuKey(now.sku) !== sku) return
    await tx.query({
      name: 'sku_unused',
      text: `delete from skus
              where sku <> $1 and (variant_id = $2 or variant_id = any ($3::uuid[]))`,
      values: [sku, variantId, wishes],
    })
    await tx.query({
      name: 'sku_settle',
      text: `insert into skus as known (sku, product_id, variant_id) values ($1, $2, $3)
             on conflict (sku) do update set variant_id = excluded.variant_id
                   where known.variant_id between $4 and $5`,
      values: [sku, productId, variantId, ...wishesBetween(variantId)],
    })
  })
}

/** Of a variant that is no more: the one it had, and whatever it wished for. */
export async function releaseSkus(database: Database, variantId: VariantId): Promise<void> {
  await database.transaction(async (tx) => {
    await lockSkus(tx)
    await tx.query({
      name: 'sku_release_all',
      text: 'delete from skus where variant_id = $1 or variant_id between $2 and $3',
      values: [variantId, ...wishesBetween(variantId)],
    })
  })
}

/** Any number that no other lock of this database has. */
const SKU_LOCK = 7_173_414

/** To the end of the transaction: what the product says is what the rows will say. */
async function lockSkus(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [SKU_LOCK])
}

async function releaseHolder(database: Queryable, holder: string): Promise<void> {
  await database.query({
    name: 'sku_release',
    text: 'delete from skus where variant_id = $1',
    values: [holder],
  })
}

const skuTaken = ({ sku }: Variant) =>
  new Rejection('sku_taken', `The SKU ${sku} is used by another variant`)
