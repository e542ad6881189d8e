// Staff list, change, link and delete products. A link is two things: a fact of the product and an
// allotment in the raffle's writer. Where the allotment grows it comes second, where it shrinks or
// is new it comes first, so that whatever is cut short can only sell too few. After the fact
// nothing is refused any more: what a halted raffle cannot take waits (`allotments.ts`).
import type { CommandId, ProductId, RaffleId, VariantId } from '#events/kernel/ids.ts'
import { centsOf, unitPriceCentsMax } from '#events/kernel/money.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { productDecider } from '#events/product/decide.ts'
import type {
  ListedProduct,
  Product,
  ProductCommand,
  ProductFields,
  Variant,
} from '#events/product/decide.ts'
import { requireOpen } from '#events/raffle/decide.ts'

import type { ChangeProductForm, CreateProductForm } from '../contract/admin-products.ts'
import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Database } from '../io/database.ts'
import { storeImage } from '../providers/files/images.ts'
import type { FileStore } from '../providers/files/port.ts'
import type { ActName } from './act-names.ts'
import { allot, settleAllotments } from './allotments.ts'
import { editConflict, noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream, readState } from './change-stream.ts'
import { hasOrders, usedOf } from './product-use.ts'
import { dropStock } from './stock-table.ts'

export type ProductNeeds = {
  database: Database
  store: EventStore
  files: FileStore
  now: () => Date
}

export type ProductNow = { productId: ProductId; product: ListedProduct; version: number }

/** `image` null: from a file of products; staff add the picture later. */
export type ListProduct = { form: CreateProductForm; image: Buffer | null; actor: Actor }

export async function listProduct(
  needs: ProductNeeds,
  { form, image, actor }: ListProduct,
): Promise<ProductNow> {
  const productId = newId<ProductId>()
  const raffleId = raffleIdOf(form.raffleId) ?? null
  const empty = fieldsOf(form)
  if (raffleId !== null) await requireLinkable(needs, raffleId)
  const stored = image === null ? null : await storeImage(needs.files, image)
  const fields = { ...empty, image: stored }
  if (raffleId !== null) await allot(needs, { raffleId, productId, ticketsMax: fields.ticketsMax })
  return record(needs, {
    productId,
    actor,
    act: 'list product',
    commands: () => [
      { type: 'ListProduct', fields },
      ...(raffleId === null ? [] : [{ type: 'LinkProduct', raffleId } as const]),
    ],
  })
}

function fieldsOf(form: CreateProductForm): ProductFields {
  return {
    name: form.name,
    description: form.description,
    priceCents: centsOf(form.price),
    currency: 'USD',
    image: null,
    ticketsPerUnit: form.tickets,
    ticketsMax: form.totalTickets,
    isActive: form.active === '1',
    ...(form.withoutEntry === '1' && { sellsWithoutEntry: true as const }),
  }
}

/** Left out: as it is; empty: to no raffle. */
function raffleIdOf(given: string | undefined): RaffleId | null | undefined {
  if (given === undefined) return undefined
  // The contract has proved its shape.
  return given === '' ? null : (given as RaffleId)
}

/** Not to a raffle that is over; one that has not begun yet is fine. */
async function requireLinkable({ store, now }: ProductNeeds, raffleId: RaffleId): Promise<void> {
  const { raffle } = await store.raffle(raffleId).state()
  if (raffle.status === 'unpublished') throw new Rejection('not_found', 'There is no such raffle')
  const at = now().toISOString()
  requireOpen(raffle, at > raffle.terms.opensAt ? at : raffle.terms.opensAt)
}

export type ChangeProduct = {
  productId: ProductId
  form: ChangeProductForm
  image: Buffer | null
  actor: Actor
  ifVersion: string | undefined
  /** Of variants, in cents: they change in one breath with the price they are added to. */
  adjustments?: ReadonlyMap<VariantId, number>
}

export async function changeProduct(
  needs: ProductNeeds,
  change: ChangeProduct,
): Promise<ProductNow> {
  const { productId, form, actor, adjustments = new Map() } = change
  const before = await readProduct(needs, productId)
  await requireVersion(needs, before, change.ifVersion)
  const wanted = raffleIdOf(form.raffleId)
  const raffleId = wanted === undefined ? before.product.raffleId : wanted
  if (raffleId !== null && raffleId !== before.product.raffleId)
    await requireLinkable(needs, raffleId)

  const image =
    change.image === null
      ? before.product.fields.image
      : await storeImage(needs.files, change.image)
  const used = await usedOf(needs.database, productId)
  const fieldsAfter = ({ fields }: ListedProduct) => ({ ...changedFields(fields, form), image })
  const { ticketsMax } = fieldsAfter(before.product)
  const isMoved = raffleId !== before.product.raffleId
  const isShrinking = ticketsMax < before.product.fields.ticketsMax
  // Whoever changes neither asks nothing of the raffle, which may be halted.
  if (raffleId !== null && (isMoved || isShrinking) && ticketsMax >= used.everywhere)
    await allot(needs, { raffleId, productId, ticketsMax })

  const after = await record(needs, {
    productId,
    actor,
    act: 'change product',
    ifVersion: before.version,
    commands: (product) => [
      ...reviseCommands(product, {
        fields: fieldsAfter(product),
        used: used.everywhere,
        adjustments,
      }),
      ...linkCommands(product, wanted),
    ],
  })
  await settleAllotments(needs, productId)
  return after
}

function changedFields(before: ProductFields, form: ChangeProductForm): ProductFields {
  const { sellsWithoutEntry = false, ...fields } = before
  const isGoods = form.withoutEntry === undefined ? sellsWithoutEntry : form.withoutEntry === '1'
  return {
    ...fields,
    ...(isGoods && { sellsWithoutEntry: true as const }),
    name: form.name ?? fields.name,
    description: form.description ?? fields.description,
    priceCents: form.price === undefined ? fields.priceCents : centsOf(form.price),
    ticketsPerUnit: form.tickets ?? fields.ticketsPerUnit,
    ticketsMax: form.totalTickets ?? fields.ticketsMax,
    isActive: form.active === undefined ? fields.isActive : form.active === '1',
  }
}

type Revision = {
  fields: ProductFields
  used: number
  adjustments: ReadonlyMap<VariantId, number>
}

/**
 * Each command is decided on what the one before it made. A variant goes first where its old
 * adjustment would leave the new price out of bounds, and last otherwise: between its old price and
 * its new one each step is allowed then.
 */
function reviseCommands(
  product: ListedProduct,
  { fields, used, adjustments }: Revision,
): ProductCommand[] {
  const isInBounds = ({ priceAdjustmentCents }: Variant) => {
    const between = fields.priceCents + priceAdjustmentCents
    return between >= 0 && between <= unitPriceCentsMax
  }
  const revise = (variant: Variant): ProductCommand[] => {
    const cents = adjustments.get(variant.variantId) ?? variant.priceAdjustmentCents
    if (cents === variant.priceAdjustmentCents) return []
    return [{ type: 'ReviseVariant', variant: { ...variant, priceAdjustmentCents: cents } }]
  }
  const first = product.variants.filter((variant) => !isInBounds(variant)).flatMap(revise)
  const last = product.variants.filter(isInBounds).flatMap(revise)
  return [...first, { type: 'ReviseProduct', fields, used }, ...last]
}

function linkCommands(
  product: ListedProduct,
  wanted: RaffleId | null | undefined,
): ProductCommand[] {
  if (wanted === undefined || wanted === product.raffleId) return []
  if (wanted === null) return [{ type: 'UnlinkProduct' }]
  return [
    ...(product.raffleId === null ? [] : [{ type: 'UnlinkProduct' } as const]),
    { type: 'LinkProduct', raffleId: wanted },
  ]
}

export async function deleteProduct(
  needs: ProductNeeds,
  wanted: { productId: ProductId; actor: Actor; ifVersion: string | undefined },
): Promise<void> {
  const { productId, actor } = wanted
  const before = await readProduct(needs, productId)
  await requireVersion(needs, before, wanted.ifVersion)
  const isOrdered = await hasOrders(needs.database, { productId })
  await record(needs, {
    productId,
    actor,
    act: 'delete product',
    ifVersion: before.version,
    commands: () => [{ type: 'RemoveProduct', hasOrders: isOrdered }],
  })
  for (const variantId of Object.keys(before.product.stocks))
    await dropStock(needs.database, variantId)
  await needs.database.query({
    name: 'skus_of_removed_product',
    text: 'delete from skus where product_id = $1',
    values: [productId],
  })
  await settleAllotments(needs, productId)
}

export async function readProduct(
  { store }: Pick<ProductNeeds, 'store'>,
  productId: ProductId,
): Promise<ProductNow> {
  const { state, version } = await readState(store, productDecider, `product/${productId}`)
  if (state.status !== 'listed') throw new Rejection('not_found', 'There is no such product')
  return { productId, product: state, version }
}

export async function requireVersion(
  { database }: Pick<ProductNeeds, 'database'>,
  { productId, version }: ProductNow,
  ifVersion: string | undefined,
): Promise<void> {
  if (ifVersion !== undefined && ifVersion !== String(version))
    throw await editConflict(database, `product/${productId}`)
}

export type ProductRecord = {
  productId: ProductId
  actor: Actor
  act: ActName
  /** The version that was read; left out for what does not depend on it. */
  ifVersion?: number | undefined
  /** What staff had to say: beside the fact, erasable. */
  note?: string | null
  commands: (
    product: ListedProduct,
  ) => readonly ProductCommand[] | Promise<readonly ProductCommand[]>
}

/** Decides, appends, notes the act; answers the product as it then stands. */
export async function record(
  { store, database }: Pick<ProductNeeds, 'store' | 'database'>,
  { productId, actor, act, ifVersion, note = null, commands }: ProductRecord,
): Promise<ProductNow> {
  const commandId = newId<CommandId>()
  const subject = `product/${productId}`
  const { before, state, version, facts } = await changeStream(store, {
    streamId: subject,
    decider: productDecider,
    actor: staffActor(actor),
    commandId,
    correlationId: actor.correlationId,
    ifVersion,
    onConflict: () => editConflict(database, subject),
    commands: (product) => commands(asListed(product)),
  })
  const details = { before, after: state, ...(note !== null && { note }) }
  if (facts.length > 0) await noteAct(database, { subject, commandId, actor, act, details })
  return { productId, product: asListed(state), version }
}

/** A product that is not there yet, or not any more, is decided about as an empty one. */
function asListed(product: Product): ListedProduct {
  return product.status === 'listed' ? product : nothingListed
}

const nothingListed: ListedProduct = {
  status: 'listed',
  raffleId: null,
  variants: [],
  stocks: {},
  fields: {
    name: '',
    description: '',
    priceCents: 0,
    currency: 'USD',
    image: null,
    ticketsPerUnit: 0,
    ticketsMax: 0,
    isActive: false,
  },
}
