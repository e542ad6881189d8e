// Staff add, change and delete the variants of a product. A SKU belongs to one variant of the whole
// shop; the table `skus` is asked before the fact is recorded, and a SKU that is no longer used is
// let go after it: a crash in between keeps a SKU reserved, never doubled. While a variant changes
// its SKU both are reserved for it, the new one under an id of its own (`wishOf`).
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { centsOf } from '#events/kernel/money.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { productDecider, skuKey } from '#events/product/decide.ts'
import type { Product, ProductCommand, Variant } from '#events/product/decide.ts'

import type { ChangeVariantForm, CreateVariantForm } from '../contract/admin-products.ts'
import { deriveId, newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { storeImage } from '../providers/files/images.ts'
import type { Actor } from './audit.ts'
import { readProduct, record, requireVersion } from './product.ts'
import type { ProductNeeds, ProductNow } from './product.ts'
import { hasOrders } from './product-use.ts'
import { isRefusal, planStock, withStock } from './stock.ts'
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
  const stock = await planStock(needs, undefined, {
    productId,
    variantId: variant.variantId,
    wanted: { pieces: piecesIn(form.stock), lowAt: form.lowAt, changeId: wanted.changeId },
  })
  const sku = { productId, variant, holder: variant.variantId }
  const now = await withSku(needs.database, sku, () =>
    withStock(stock, () =>
      record(needs, {
        productId,
        actor,
        act: 'add variant',
        commands: () => [{ type: 'AddVariant', variant }, ...stock.commands],
      }),
    ),
  )
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
  const stock = await planStock(needs, before.product.stocks[variantId], {
    productId,
    variantId,
    wanted: {
      pieces: piecesIn(form.stock),
      lowAt: form.lowAt,
      piecesSeen: form.stockSeen,
      changeId: change.changeId,
    },
  })
  const commands: ProductCommand[] = [{ type: 'ReviseVariant', variant }, ...stock.commands]
  dryRun(before.product, commands)
  const save = () =>
    withStock(stock, () =>
      record(needs, {
        productId,
        actor,
        act: 'change variant',
        ifVersion: before.version,
        commands: () => commands,
      }),
    )
  if (skuKey(variant.sku) === skuKey(known.sku)) return { ...(await save()), variant }
  const now = await withSku(needs.database, { productId, variant, holder: wishOf(variant) }, save)
  await settleSku(needs, { productId, variant, before: known })
  return { ...now, variant }
}

/** What a rule refuses is refused before a row has moved. */
function dryRun(product: Product, commands: readonly ProductCommand[]): void {
  let state = product
  for (const command of commands)
    for (const fact of productDecider.decide(command, state))
      state = productDecider.evolve(state, fact)
}

export async function deleteVariant(
  needs: ProductNeeds,
  wanted: Omit<Wanted, 'image'> & { variantId: VariantId },
): Promise<void> {
  const { productId, variantId, actor, ifVersion } = wanted
  const before = await readProduct(needs, productId)
  await requireVersion(needs, before, ifVersion)
  const known = before.product.variants.find((variant) => variant.variantId === variantId)
  if (known === undefined) throw new Rejection('not_found', 'There is no such variant')
  const isOrdered = await hasOrders(needs.database, { productId, variantId })
  await record(needs, {
    productId,
    actor,
    act: 'delete variant',
    ifVersion: before.version,
    commands: () => [{ type: 'RemoveVariant', variantId, hasOrders: isOrdered }],
  })
  await releaseSkus(needs.database, [variantId, wishOf(known)])
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

/** Under what a variant reserves a SKU that it shall have and has not yet. */
export const wishOf = ({ variantId, sku }: Pick<Variant, 'variantId' | 'sku'>): string =>
  deriveId('sku wish', variantId, skuKey(sku))

/** Reserved first: by `holder`, who lets it go when the act is refused. */
async function withSku<Result>(
  database: Database,
  { holder, ...named }: Named & { holder: string },
  act: () => Promise<Result>,
): Promise<Result> {
  await reserveSku(database, { ...named, holder })
  try {
    return await act()
  } catch (error) {
    if (isRefusal(error)) await releaseSkus(database, [holder])
    throw error
  }
}

/** One that is the variant's own already, or that it has wished for before, is free for it. */
async function reserveSku(
  database: Database,
  { productId, variant, holder }: Named & { holder: string },
): Promise<void> {
  const { rowCount } = await database.query({
    name: 'sku_reserve',
    text: `insert into skus as known (sku, product_id, variant_id) values ($1, $2, $3)
           on conflict (sku) do update set product_id = excluded.product_id
           where known.variant_id in ($3, $4)`,
    values: [skuKey(variant.sku), productId, holder, variant.variantId],
  })
  if (rowCount === 0) throw skuTaken(variant)
}

/** Any number that no other lock of this database has. */
const SKU_LOCK = 7_173_414

/**
 * The fact has the new SKU: from now on it is the variant's, and the one before is anybody's. Whose
 * change has been overtaken leaves the row to who came later.
 */
async function settleSku(
  { database, store }: ProductNeeds,
  { productId, variant, before }: Named & { before: Variant },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [SKU_LOCK])
    const { product } = await readProduct({ store }, productId)
    const now = product.variants.find(({ variantId }) => variantId === variant.variantId)
    if (now === undefined || skuKey(now.sku) !== skuKey(variant.sku)) return
    await releaseSkus(tx, [variant.variantId, wishOf(before), wishOf(variant)])
    await tx.query({
      name: 'sku_settle',
      text: `insert into skus (sku, product_id, variant_id) values ($1, $2, $3)
             on conflict (sku) do nothing`,
      values: [skuKey(variant.sku), productId, variant.variantId],
    })
  })
}

async function releaseSkus(database: Queryable, holders: readonly string[]): Promise<void> {
  await database.query({
    name: 'sku_release',
    text: 'delete from skus where variant_id = any ($1::uuid[])',
    values: [holders],
  })
}

const skuTaken = ({ sku }: Variant) =>
  new Rejection('sku_taken', `The SKU ${sku} is used by another variant`)
