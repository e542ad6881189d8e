// Products from a file: looked at first, then carried out as the commands of staff, one after the
// other, under one correlation id. Cut short anywhere it is simply done again: what is there
// already is no change any more.
import { createHash } from 'node:crypto'

import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { skuKey } from '#events/product/decide.ts'
import { listShelf } from '#projections/product-shelf/queries.ts'
import { listBoard } from '#projections/raffle-board/queries.ts'

import type { ImportError, ImportPlan } from '../contract/product-import.ts'
import { deriveId, newId } from '../ids.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { problemOf } from '../problem-of.ts'
import type { Actor } from './audit.ts'
import { planImport } from './plan-import.ts'
import type { ImportShop, ImportStep, Plan } from './plan-import.ts'
import { readProductFile } from './product-file.ts'
import type { ProductFile } from './product-file.ts'
import { changeProduct, listProduct } from './product.ts'
import type { ProductNeeds } from './product.ts'
import { usedOfEach } from './product-use.ts'
import { changeStock } from './stock-rows.ts'
import type { StockChange } from './stock-rows.ts'
import { untilShelved } from './until-shelved.ts'
import { addVariant, changeVariant } from './variant.ts'

export type ProductImport = {
  text: string
  actor: Actor
  /** The digest of the look before; null: only look. */
  apply: string | null
  /** What this file has counted before is counted again, whatever was sold or lost since. */
  isRecount: boolean
}

/** Any fixed number will do; it must only be ours. */
const IMPORT_LOCK = 7_173_402

export async function importProducts(
  needs: ProductNeeds,
  { text, actor, apply, isRecount }: ProductImport,
): Promise<ImportPlan> {
  const file = readProductFile(text)
  if (apply === null) return onWire(file, await planNow(needs, { file, text, isRecount }))
  // Two imports at once would each list the products that the other lists too.
  return needs.database.withConnection(async (connection) => {
    if (!(await tryLock(connection)))
      throw new Rejection('request_in_flight', 'Another file is being imported. Please wait.')
    try {
      return await applyFile(needs, { file, text, actor, apply, isRecount })
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [IMPORT_LOCK])
    }
  })
}

async function tryLock(connection: Queryable): Promise<boolean> {
  const { rows } = await connection.query<{ is_mine: boolean }>(
    'select pg_try_advisory_lock($1) as is_mine',
    [IMPORT_LOCK],
  )
  return rows[0]?.is_mine ?? false
}

type Read = { file: ProductFile; text: string; isRecount: boolean }
type Applying = Read & { actor: Actor; apply: string }

async function applyFile(
  needs: ProductNeeds,
  { file, text, actor, apply, isRecount }: Applying,
): Promise<ImportPlan> {
  const plan = await planNow(needs, { file, text, isRecount })
  if (plan.errors.length > 0)
    throw new Rejection('import_has_errors', 'The file has errors. Nothing was changed.')
  if (digestOf(plan) !== apply)
    throw new Rejection('import_changed', 'The shop has changed meanwhile. Please look again.')
  await rememberCounts(needs.database, sha256(text), plan)
  const correlationId = newId<string>()
  const refused = await carryOut(needs, plan.steps, {
    actor: { ...actor, correlationId },
    countId: isRecount ? () => newId<string>() : (sku) => countId(sha256(text), sku),
  })
  await untilShelved(needs)
  return {
    ...onWire(file, { ...plan, errors: refused }),
    isApplied: true,
    correlationId: plan.steps.length === 0 ? null : correlationId,
  }
}

/** `countId`: names the count of a variant, by its SKU. */
type Carrying = { actor: Actor; countId: (sku: string) => string }

/**
 * A step that is refused leaves the others alone, but for those that rest on it: variants of a
 * product that was not listed, or whose price is still the old one.
 */
async function carryOut(
  needs: ProductNeeds,
  steps: readonly ImportStep[],
  carrying: Carrying,
): Promise<ImportError[]> {
  const refused: ImportError[] = []
  const listed = new Map<string, ProductId>()
  const notRepriced = new Set<string>()
  for (const step of steps) {
    try {
      await carryOutStep(needs, step, { ...carrying, listed, notRepriced })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const isRepricing = step.kind === 'change_product' && step.form.price !== undefined
      if (isRepricing) notRepriced.add(step.productId)
      const value = error.message.slice(0, 200)
      const refusal = problemOf(error)
      for (const line of linesOf(step))
        refused.push({ line, column: null, code: 'refused', value, refusal })
    }
  }
  return refused
}

function linesOf(step: ImportStep): Set<number> {
  const variants = step.kind === 'change_product' ? step.adjustments : []
  return new Set([step.line, ...variants.map(({ line }) => line)])
}

type CarryingStep = Carrying & {
  /** By name: those that this import has listed. */
  listed: Map<string, ProductId>
  /** Products whose price was to change, and did not. */
  notRepriced: ReadonlySet<string>
}

async function carryOutStep(
  needs: ProductNeeds,
  step: ImportStep,
  { actor, countId: idOf, listed, notRepriced }: CarryingStep,
): Promise<void> {
  const change = { actor, image: null, ifVersion: undefined }
  // Ids of read models were written from facts, whose schemas proved their shape.
  switch (step.kind) {
    case 'add_product': {
      const { productId } = await listProduct(needs, { ...change, form: step.form })
      listed.set(step.name, productId)
      return
    }
    case 'change_product':
      await changeProduct(needs, {
        ...change,
        productId: step.productId as ProductId,
        form: step.form,
        adjustments: new Map(
          step.adjustments.map(({ variantId, cents }) => [variantId as VariantId, cents]),
        ),
      })
      return
    case 'add_variant': {
      const productId = (step.productId ?? listed.get(step.name)) as ProductId | undefined
      if (productId === undefined || notRepriced.has(productId))
        throw new Rejection('product_refused', 'Its product was refused.')
      const changeId = idOf(step.form.sku)
      await addVariant(needs, { ...change, productId, form: step.form, changeId })
      return
    }
    default: {
      const productId = step.productId as ProductId
      const variantId = step.variantId as VariantId
      const changeId = idOf(step.sku)
      await changeVariant(needs, { ...change, productId, variantId, form: step.form, changeId })
    }
  }
}

/** The same file counts the same variant once, whatever was sold since then. */
const countId = (fileHash: string, sku: string) =>
  deriveId<string>('import-stock', fileHash, skuKey(sku))

/** What the file says of them is so already, and is said: it will not be said against a sale. */
async function rememberCounts(
  database: Queryable,
  fileHash: string,
  { rightCounts }: Plan,
): Promise<void> {
  if (rightCounts.length === 0) return
  const counts = rightCounts.map(({ variantId, sku }): StockChange => {
    // Of the read model, as in `carryOutStep`.
    const counted = { variantId: variantId as VariantId, changeId: countId(fileHash, sku) }
    return { act: 'count', ...counted, change: 0 }
  })
  await changeStock(database, counts)
}

async function planNow(needs: ProductNeeds, { file, text, isRecount }: Read): Promise<Plan> {
  await untilShelved(needs)
  return planImport(file, { ...(await readShop(needs, file, sha256(text))), isRecount })
}

async function readShop(
  { database, now }: ProductNeeds,
  file: ProductFile,
  fileHash: string,
): Promise<Omit<ImportShop, 'isRecount'>> {
  const [products, raffles] = await Promise.all([
    ask(database, listShelf()),
    ask(database, listBoard()),
  ])
  const totals = new Map(
    file.products.map(({ name, totalTickets }) => [name.toLowerCase(), totalTickets]),
  )
  const lowered = products.filter(
    ({ name, ticketsMax }) => (totals.get(name.toLowerCase()) ?? ticketsMax) < ticketsMax,
  )
  const used = await usedOfEach(
    database,
    lowered.map(({ productId }) => productId),
  )
  const skus = file.products.flatMap(({ variants }) => variants.map(({ sku }) => sku))
  const counted = await countsKnown(
    database,
    skus.map((sku) => countId(fileHash, sku)),
  )
  return {
    products,
    raffles,
    now: now().toISOString(),
    usedOf: (productId) => used.get(productId) ?? 0,
    wasCounted: (sku) => counted.has(countId(fileHash, sku)),
  }
}

async function countsKnown(database: Queryable, changeIds: string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ change_id: string }>({
    name: 'stock_changes_known',
    text: 'select change_id::text from stock_changes where change_id = any($1::uuid[])',
    values: [changeIds],
  })
  return new Set(rows.map(({ change_id }) => change_id))
}

function onWire({ lines }: ProductFile, plan: Plan): ImportPlan {
  const { changes, unchanged, errors, countedBefore } = plan
  const found = { lines, changes, unchanged, errors, countedBefore }
  return { ...found, digest: digestOf(plan), isApplied: false, correlationId: null }
}

const digestOf = ({ changes }: Plan) => sha256(JSON.stringify(changes))

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
