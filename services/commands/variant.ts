// Staff add, change and delete the variants of a product. Their SKUs are reserved before the facts
// are recorded, and settled after them.
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { centsOf } from '#events/kernel/money.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { productDecider, skuKey } from '#events/product/decide.ts'
import type { Product, ProductCommand, Variant } from '#events/product/decide.ts'

import type { ChangeVariantForm, CreateVariantForm } from '../contract/admin-products.ts'
import { newId } from '../ids.ts'
import { storeImage } from '../providers/files/images.ts'
import type { Actor } from './audit.ts'
import { readProduct, record, requireVersion } from './product.ts'
import type { ProductNeeds, ProductNow } from './product.ts'
import { hasOrders } from './product-use.ts'
import { newWish, releaseSkus, settleSku, wishesOf, withSku } from './skus.ts'
import { planStock, withStock } from './stock.ts'
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
  const named = { productId, variant }
  const wishes = await wishesOf(needs.database, variantId)
  const now = await withSku(needs.database, { ...named, holder: newWish(variantId) }, save)
  await settleSku(needs, { ...named, wishes })
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
  await releaseSkus(needs.database, variantId)
  await dropStock(needs.database, variantId)
}

/** Undefined: left out; an emptied field counts no pieces any more. */
const piecesIn = (given: number | '' | undefined) => (given === '' ? null : given)

/** Undefined: left out; an emptied field is no adjustment. */
function adjustmentOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  return given === '' ? 0 : centsOf(given.replace(/^\+/, ''))
}
