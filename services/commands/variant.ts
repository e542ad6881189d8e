// Staff add, change and delete the variants of a product. A SKU belongs to one variant of the whole
// shop; the table `skus` is asked before the fact is recorded, and a SKU that is no longer used is
// let go after it: a crash in between keeps a SKU reserved, never doubled.
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { centsOf } from '#events/kernel/money.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { skuKey } from '#events/product/decide.ts'
import type { Variant } from '#events/product/decide.ts'

import type { ChangeVariantForm, CreateVariantForm } from '../contract/admin-products.ts'
import { newId } from '../ids.ts'
import type { Database } from '../io/database.ts'
import { storeImage } from '../providers/files/images.ts'
import type { Actor } from './audit.ts'
import { readProduct, record, requireVersion } from './product.ts'
import type { ProductNeeds, ProductNow } from './product.ts'
import { hasOrders } from './product-use.ts'
import { firstStock, setStock } from './stock.ts'
import { dropStock } from './stock-table.ts'

export type VariantNow = ProductNow & { variant: Variant }

type Wanted = {
  productId: ProductId
  image: Buffer | null
  actor: Actor
  ifVersion: string | undefined
  /** Names the count of its pieces, where whoever asks may ask again. */
  changeId?: string
}

export async function addVariant(
  needs: ProductNeeds,
  wanted: Wanted & { form: CreateVariantForm },
): Promise<VariantNow> {
  const { productId, form, actor, ifVersion, image } = wanted
  await requireVersion(needs, await readProduct(needs, productId), ifVersion)
  const variant: Variant = {
    variantId: newId<VariantId>(),
    name: form.name,
    sku: form.sku,
    priceAdjustmentCents: adjustmentOf(form.priceAdjustment) ?? 0,
    image: image === null ? null : await storeImage(needs.files, image),
  }
  const stock = firstStock(variant.variantId, {
    pieces: piecesIn(form.stock),
    lowAt: form.lowAt,
    changeId: wanted.changeId,
  })
  await reserveSku(needs.database, { productId, variant })
  await stock?.open(needs.database, productId)
  const now = await orRelease(needs.database, variant, () =>
    record(needs, {
      productId,
      actor,
      act: 'add variant',
      commands: () => [{ type: 'AddVariant', variant }, ...(stock?.commands ?? [])],
    }),
  )
  await stock?.fill(needs.database)
  return { ...now, variant }
}

export async function changeVariant(
  needs: ProductNeeds,
  change: Wanted & { variantId: VariantId; form: ChangeVariantForm },
): Promise<VariantNow> {
  const { productId, variantId, form, actor, ifVersion, image } = change
  const before = await readProduct(needs, productId)
  await requireVersion(needs, before, ifVersion)
  const known = before.product.variants.find((variant) => variant.variantId === variantId)
  if (known === undefined) throw new Rejection('not_found', 'There is no such variant')
  const variant: Variant = {
    ...known,
    name: form.name ?? known.name,
    sku: form.sku ?? known.sku,
    priceAdjustmentCents: adjustmentOf(form.priceAdjustment) ?? known.priceAdjustmentCents,
    image: image === null ? known.image : await storeImage(needs.files, image),
  }
  const isNewSku = skuKey(variant.sku) !== skuKey(known.sku)
  if (isNewSku) await renameSku(needs.database, { productId, variant })
  const now = await record(needs, {
    productId,
    actor,
    act: 'change variant',
    ifVersion: before.version,
    commands: () => [{ type: 'ReviseVariant', variant }],
  })
  const wanted = {
    pieces: piecesIn(form.stock),
    lowAt: form.lowAt,
    piecesSeen: form.stockSeen,
    changeId: change.changeId,
  }
  const counted = await setStock(needs, { productId, variantId, actor, wanted })
  return { ...(counted ?? now), variant }
}

export async function deleteVariant(
  needs: ProductNeeds,
  wanted: Omit<Wanted, 'image'> & { variantId: VariantId },
): Promise<void> {
  const { productId, variantId, actor, ifVersion } = wanted
  const before = await readProduct(needs, productId)
  await requireVersion(needs, before, ifVersion)
  if (!before.product.variants.some((variant) => variant.variantId === variantId))
    throw new Rejection('not_found', 'There is no such variant')
  const isOrdered = await hasOrders(needs.database, { productId, variantId })
  await record(needs, {
    productId,
    actor,
    act: 'delete variant',
    ifVersion: before.version,
    commands: () => [{ type: 'RemoveVariant', variantId, hasOrders: isOrdered }],
  })
  await releaseSku(needs.database, variantId)
  await dropStock(needs.database, variantId)
}

/** Undefined: left out; an emptied field counts no pieces any more. */
const piecesIn = (given: number | '' | undefined) => (given === '' ? null : given)

/** Undefined: left out; an emptied field is no adjustment. */
function adjustmentOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  return given === '' ? 0 : centsOf(given.replace(/^\+/, ''))
}

type Named = { productId: ProductId; variant: Variant }

async function reserveSku(database: Database, { productId, variant }: Named): Promise<void> {
  const { rowCount } = await database.query({
    name: 'sku_reserve',
    text: `insert into skus (sku, product_id, variant_id) values ($1, $2, $3)
           on conflict (sku) do nothing`,
    values: [skuKey(variant.sku), productId, variant.variantId],
  })
  if (rowCount === 0) throw skuTaken(variant)
}

async function renameSku(database: Database, { productId, variant }: Named): Promise<void> {
  const { rowCount } = await database.query({
    name: 'sku_rename',
    text: `insert into skus (sku, product_id, variant_id) values ($1, $2, $3)
           on conflict (variant_id) do update set sku = excluded.sku
           where not exists (select from skus as other where other.sku = excluded.sku)`,
    values: [skuKey(variant.sku), productId, variant.variantId],
  })
  if (rowCount === 0) throw skuTaken(variant)
}

async function releaseSku(database: Database, variantId: VariantId): Promise<void> {
  await database.query({
    name: 'sku_release',
    text: 'delete from skus where variant_id = $1',
    values: [variantId],
  })
}

const skuTaken = ({ sku }: Variant) =>
  new Rejection('sku_taken', `The SKU ${sku} is used by another variant`)

async function orRelease<Result>(
  database: Database,
  { variantId }: Variant,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    // Refused: nothing was recorded. Any other failure may have happened, so the SKU stays.
    if (error instanceof Rejection && error.code !== 'busy') {
      await releaseSku(database, variantId)
      await dropStock(database, variantId)
    }
    throw error
  }
}
