// What a file of products means for the shop as it stands: what would be made, what would change,
// and what is wrong. Pure, so that the look before and the act itself cannot disagree.
import { decimalOf } from '#events/kernel/money.ts'
import { skuKey, variantsMax } from '#events/product/decide.ts'
import { lowAtDefault } from '#events/product/stock.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { ChangeProductForm, CreateProductForm } from '../contract/admin-products.ts'
import type { ChangeVariantForm, CreateVariantForm } from '../contract/admin-products.ts'
import type {
  CountedBefore,
  ImportChange,
  ImportColumn,
  ImportError,
} from '../contract/product-import.ts'
import type { ProductFile, ProductWish, VariantWish } from './product-file.ts'

export type ImportShop = {
  products: readonly ShelfRow[]
  raffles: readonly BoardRow[]
  now: string
  /** Tickets sold and held of a product; known where the file lowers its total. */
  usedOf: (productId: string) => number
  /** The stock of this SKU was counted by this very file before. */
  wasCounted: (sku: string) => boolean
  /** It is to be counted again all the same. */
  isRecount: boolean
}

type ShelfVariant = ShelfRow['variants'][number]

/** `product`: null until the step that lists it has been carried out. */
export type ImportStep =
  | { kind: 'add_product'; line: number; name: string; form: CreateProductForm }
  | {
      kind: 'change_product'
      line: number
      productId: string
      form: ChangeProductForm
      /** Where the price changes: of a variant one without the other would be a wrong price. */
      adjustments: { line: number; variantId: string; cents: number }[]
    }
  | {
      kind: 'add_variant'
      line: number
      productId: string | null
      name: string
      form: CreateVariantForm
    }
  | {
      kind: 'change_variant'
      line: number
      productId: string
      variantId: string
      sku: string
      form: ChangeVariantForm
    }

export type Plan = {
  steps: ImportStep[]
  changes: ImportChange[]
  unchanged: number
  errors: ImportError[]
  countedBefore: CountedBefore[]
  /** Counted by this file for the first time, and as many as it says. */
  rightCounts: { variantId: string; sku: string }[]
}

export function planImport(file: ProductFile, shop: ImportShop): Plan {
  const plan: Plan = {
    steps: [],
    changes: [],
    unchanged: 0,
    errors: [...file.errors],
    countedBefore: [],
    rightCounts: [],
  }
  const owners = new Map<string, ShelfRow>()
  for (const product of shop.products)
    for (const { sku } of product.variants) owners.set(skuKey(sku), product)
  for (const wish of file.products) planProduct({ plan, shop, owners }, wish)
  plan.errors.sort((a, b) => a.line - b.line)
  return plan
}

type Planning = { plan: Plan; shop: ImportShop; owners: ReadonlyMap<string, ShelfRow> }

function planProduct(planning: Planning, wish: ProductWish): void {
  const { shop, plan } = planning
  const named = shop.products.filter(({ name }) => name.toLowerCase() === wish.name.toLowerCase())
  if (named.length > 1) return complain(plan, wish, 'product', 'ambiguous_product', wish.name)
  const [known] = named
  const raffle = raffleFor(planning, wish, known)
  if (known === undefined) addProduct(plan, wish, raffle ?? null)
  else changeProduct(planning, wish, { known, raffle })
  const count = new Set(
    [...(known?.variants ?? []), ...wish.variants].map(({ sku }) => skuKey(sku)),
  )
  if (count.size > variantsMax) complain(plan, wish, 'sku', 'too_many_variants', String(count.size))
  for (const variant of wish.variants) planVariant(planning, variant, { wish, known })
}

/** Undefined: as it is. */
function raffleFor(
  { plan, shop }: Planning,
  wish: ProductWish,
  known: ShelfRow | undefined,
): BoardRow | null | undefined {
  const { raffle: wanted } = wish
  if (wanted === undefined || wanted === null) return wanted
  const text = wanted.toLowerCase()
  const found = shop.raffles.filter(({ raffleId, raffleNumber, name }) =>
    [raffleId, raffleNumber.toLowerCase(), name.toLowerCase()].includes(text),
  )
  const present = found.find(({ raffleId }) => raffleId === known?.raffleId)
  if (present !== undefined) return present
  const open = found.filter(
    ({ status, closedCause, closesAt }) =>
      status === 'active' && closedCause === null && closesAt > shop.now,
  )
  const [first] = open
  if (first !== undefined && open.length === 1) return first
  const code =
    open.length > 1 ? 'ambiguous_raffle' : found.length > 0 ? 'raffle_closed' : 'unknown_raffle'
  complain(plan, wish, 'raffle', code, wanted)
  return undefined
}

function addProduct(plan: Plan, wish: ProductWish, raffle: BoardRow | null): void {
  if (wish.description === undefined) complain(plan, wish, 'description', 'required', '')
  if (wish.priceCents === undefined) complain(plan, wish, 'price', 'required', '')
  const form: CreateProductForm = {
    name: wish.name,
    description: wish.description ?? '',
    price: decimalOf(wish.priceCents ?? 0),
    // The defaults of the product form.
    tickets: wish.tickets ?? 1,
    totalTickets: wish.totalTickets ?? 100,
    active: (wish.isActive ?? true) ? '1' : '0',
    raffleId: raffle?.raffleId ?? '',
    ...(wish.isWithoutEntry === true && { withoutEntry: '1' as const }),
  }
  plan.steps.push({ kind: 'add_product', line: wish.line, name: wish.name, form })
  plan.changes.push({
    line: wish.line,
    kind: 'add_product',
    name: wish.name,
    sku: null,
    fields: [
      fresh('price', form.price),
      fresh('tickets', String(form.tickets)),
      fresh('totalTickets', String(form.totalTickets)),
      fresh('raffle', raffle?.name ?? ''),
      fresh('active', form.active),
      fresh('withoutEntry', form.withoutEntry ?? ''),
    ].filter(({ after }) => after !== ''),
  })
}

type Field = ImportChange['fields'][number]
const fresh = (column: ImportColumn, after: string): Field => ({ column, before: null, after })

function changeProduct(
  { plan, shop }: Planning,
  wish: ProductWish,
  { known, raffle }: { known: ShelfRow; raffle: BoardRow | null | undefined },
): void {
  const { description, priceCents, tickets, totalTickets, isActive, isWithoutEntry } = wish
  const fields = changedFields([
    ['description', known.description, description],
    ['price', decimalOf(known.priceCents), centsText(priceCents)],
    ['tickets', String(known.ticketsPerUnit), countText(tickets)],
    ['totalTickets', String(known.ticketsMax), countText(totalTickets)],
    ['raffle', known.raffleId ?? '', raffle === undefined ? undefined : (raffle?.raffleId ?? '')],
    ['active', known.isActive ? '1' : '0', flag(isActive)],
    ['withoutEntry', known.sellsWithoutEntry ? '1' : '0', flag(isWithoutEntry)],
  ])
  if (totalTickets !== undefined && totalTickets < known.ticketsMax)
    if (totalTickets < shop.usedOf(known.productId))
      complain(plan, wish, 'totalTickets', 'below_used', String(totalTickets))
  const price = priceCents ?? known.priceCents
  for (const variant of known.variants)
    if (price + variant.priceAdjustmentCents < 0 && !changesPrice(wish, variant))
      complain(plan, wish, 'price', 'below_zero', decimalOf(price))
  if (fields.length === 0) return void (plan.unchanged += 1)

  const isChanged = (column: ImportColumn) => fields.some((field) => field.column === column)
  const form: ChangeProductForm = {
    ...(isChanged('description') && { description }),
    ...(isChanged('price') && { price: centsText(priceCents) }),
    ...(isChanged('tickets') && { tickets }),
    ...(isChanged('totalTickets') && { totalTickets }),
    ...(isChanged('active') && { active: flag(isActive) }),
    ...(isChanged('withoutEntry') && { withoutEntry: flag(isWithoutEntry) }),
    ...(isChanged('raffle') && { raffleId: raffle?.raffleId ?? '' }),
  }
  const named = fields.map((field) =>
    field.column === 'raffle'
      ? { ...field, before: known.raffleName ?? '', after: raffle?.name ?? '' }
      : field,
  )
  const { line } = wish
  const { productId } = known
  const adjustments = isChanged('price') ? adjustmentsIn(wish, known) : []
  plan.steps.push({ kind: 'change_product', line, productId, form, adjustments })
  plan.changes.push({ line, kind: 'change_product', name: known.name, sku: null, fields: named })
}

const flag = (is: boolean | undefined) =>
  is === undefined ? undefined : is ? ('1' as const) : ('0' as const)

const adjustmentsIn = ({ variants }: ProductWish, known: ShelfRow) =>
  variants.flatMap(({ line, sku, adjustmentCents }) => {
    const there = variantIn(known, sku)
    if (there === undefined || adjustmentCents === undefined) return []
    if (adjustmentCents === there.priceAdjustmentCents) return []
    return [{ line, variantId: there.variantId, cents: adjustmentCents }]
  })

const variantIn = ({ variants }: ShelfRow, wanted: string) =>
  variants.find(({ sku }) => skuKey(sku) === skuKey(wanted))

const changesPrice = ({ variants }: ProductWish, { sku }: ShelfVariant) =>
  variants.some((one) => skuKey(one.sku) === skuKey(sku) && one.adjustmentCents !== undefined)

type Of = { wish: ProductWish; known: ShelfRow | undefined }

function planVariant(planning: Planning, variant: VariantWish, { wish, known }: Of): void {
  const { plan, owners } = planning
  const owner = owners.get(skuKey(variant.sku))
  if (owner !== undefined && owner.productId !== known?.productId)
    return complain(plan, variant, 'sku', 'sku_taken', variant.sku)
  const there = known && variantIn(known, variant.sku)
  const price = wish.priceCents ?? known?.priceCents ?? 0
  const adjustment = variant.adjustmentCents ?? there?.priceAdjustmentCents ?? 0
  if (price + adjustment < 0)
    complain(plan, variant, 'priceAdjustment', 'below_zero', decimalOf(adjustment))
  if (variant.lowAt !== undefined && (variant.stock ?? there?.stock ?? null) === null)
    complain(plan, variant, 'lowAt', 'not_counted', String(variant.lowAt))
  if (there === undefined) addVariant(plan, variant, { wish, known })
  else {
    const isRepriced = price !== known!.priceCents
    changeVariant(planning, variant, { known: known!, there, isRepriced })
  }
}

function addVariant(plan: Plan, variant: VariantWish, { wish, known }: Of): void {
  const { line, sku, name, adjustmentCents = 0, stock = null, lowAt } = variant
  if (name === undefined) complain(plan, variant, 'variant', 'required', '')
  const form: CreateVariantForm = {
    name: name ?? '',
    sku,
    priceAdjustment: decimalOf(adjustmentCents),
    ...(stock !== null && { stock, lowAt: lowAt ?? lowAtDefault }),
  }
  const productId = known?.productId ?? null
  plan.steps.push({ kind: 'add_variant', line, productId, name: wish.name, form })
  plan.changes.push({
    line,
    kind: 'add_variant',
    name: wish.name,
    sku,
    fields: [
      fresh('variant', form.name),
      fresh('priceAdjustment', decimalOf(adjustmentCents)),
      ...(stock === null ? [] : [fresh('stock', String(stock))]),
    ],
  })
}

function changeVariant(
  { plan, shop }: Planning,
  wish: VariantWish,
  { known, there, isRepriced }: { known: ShelfRow; there: ShelfVariant; isRepriced: boolean },
): void {
  const { line, sku, name, adjustmentCents, lowAt } = wish
  const { stock: counted } = there
  const pieces = counted === null ? null : counted.left + counted.held
  const wasCounted = pieces !== null && shop.wasCounted(sku)
  if (wasCounted && typeof wish.stock === 'number' && wish.stock !== pieces)
    plan.countedBefore.push({ line, name: known.name, sku, counted: wish.stock, now: pieces })
  // Said by this file before: what was sold since then is no correction, unless somebody says so.
  const stock = wasCounted && !shop.isRecount ? undefined : wish.stock
  const { variantId } = there
  if (!wasCounted && pieces !== null && stock === pieces) plan.rightCounts.push({ variantId, sku })
  const fields = changedFields([
    ['variant', there.name, name],
    ['priceAdjustment', decimalOf(there.priceAdjustmentCents), centsText(adjustmentCents)],
    ['stock', pieces === null ? '' : String(pieces), stock === null ? '' : countText(stock)],
    ['lowAt', String(counted?.lowAt ?? lowAtDefault), countText(lowAt)],
  ])
  if (typeof stock === 'number' && counted !== null && stock < counted.held)
    complain(plan, wish, 'stock', 'stock_short', String(stock))
  if (fields.length === 0) return void (plan.unchanged += 1)

  const isChanged = (column: ImportColumn) => fields.some((field) => field.column === column)
  const form: ChangeVariantForm = {
    ...(isChanged('variant') && { name }),
    // With a price that changes its adjustment is part of that step.
    ...(isChanged('priceAdjustment') &&
      !isRepriced && { priceAdjustment: centsText(adjustmentCents) }),
    ...(isChanged('stock') && { stock: stock ?? ('' as const) }),
    // Of what is sold meanwhile nothing comes back: the count is refused.
    ...(isChanged('stock') && pieces !== null && { stockSeen: pieces }),
    ...(isChanged('lowAt') && { lowAt }),
  }
  const { productId } = known
  if (Object.keys(form).length > 0)
    plan.steps.push({ kind: 'change_variant', line, productId, variantId, sku, form })
  plan.changes.push({ line, kind: 'change_variant', name: known.name, sku, fields })
}

function changedFields(
  fields: readonly [column: ImportColumn, before: string, after: string | undefined][],
): Field[] {
  return fields.flatMap(([column, before, after]) =>
    after === undefined || after === before ? [] : [{ column, before, after }],
  )
}

const centsText = (cents: number | undefined) =>
  cents === undefined ? undefined : decimalOf(cents)
const countText = (n: number | undefined) => (n === undefined ? undefined : String(n))

function complain(
  plan: Plan,
  { line }: { line: number },
  column: ImportColumn,
  code: ImportError['code'],
  value: string,
): void {
  // A cell that could not be read is not missing as well.
  if (plan.errors.some((known) => known.line === line && known.column === column)) return
  plan.errors.push({ line, column, code, value: value.slice(0, 80) })
}
