// Staff say how many pieces of a variant there are: a count, a delivery, a loss, a return. The fact
// says it for ever; the row of the variant sells by it. Where pieces become fewer the row comes
// first, where they become more it comes second, so that whatever is cut short can only sell too
// few, never a piece that is not there; `repair-stock.ts` puts the rest right.
import type { CommandId, ProductId, VariantId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { productDecider } from '#events/product/decide.ts'
import type { ProductCommand } from '#events/product/decide.ts'
import type { ProductEvent, StockReason } from '#events/product/events.ts'
import type { CountedStock } from '#events/product/evolve.ts'
import { lowAtDefault } from '#events/product/stock.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { isNoted, noteAct } from './audit.ts'
import type { Actor } from './audit.ts'
import { readState } from './change-stream.ts'
import { readProduct, record, requireVersion } from './product.ts'
import type { ProductNeeds, ProductNow } from './product.ts'
import { repairProduct } from './repair-stock.ts'
import { changeStock } from './stock-rows.ts'
import type { StockChange } from './stock-rows.ts'
import { dropStock, openStock, piecesOf, stockOfVariant } from './stock-table.ts'

export type StockWanted = {
  /** In hand and not sold, the reserved ones among them; null: not counted any more. */
  pieces?: number | null | undefined
  /** Staff are warned when no more than this are left. */
  lowAt?: number | undefined
  /** What they were when the form was opened; others are refused. */
  piecesSeen?: number | undefined
  /** Names the count, where whoever asks may ask again. */
  changeId?: string | undefined
}

type Of = { productId: ProductId; variantId: VariantId; actor: Actor }

/** Rows and facts that change together. */
export type StockMove = {
  /** Recorded at once, with whatever else the form says. */
  commands: readonly ProductCommand[]
  before: () => Promise<void>
  after: () => Promise<void>
  /** Takes back what was done before, once it is certain that nothing was recorded. */
  undo: () => Promise<void>
}

const nothing = async () => {}
const noMove: StockMove = { commands: [], before: nothing, after: nothing, undo: nothing }

/** What a form says: the number that was counted. Left out: as it is. Nothing is done yet. */
export async function planStock(
  needs: Pick<ProductNeeds, 'database' | 'store'>,
  known: CountedStock | undefined,
  { productId, variantId, wanted }: Omit<Of, 'actor'> & { wanted: StockWanted },
): Promise<StockMove> {
  const { database, store } = needs
  const { pieces, lowAt = known?.lowAt ?? lowAtDefault, changeId = newId<string>() } = wanted
  if (pieces === null) return known === undefined ? noMove : stopMove(database, variantId)
  if (pieces === undefined && known === undefined) return noMove
  const counted = { productId, variantId, known, wanted }
  const change = pieces === undefined ? 0 : await changeTo(needs, pieces, counted)
  const isOpened = known?.lowAt !== lowAt
  const open = (at: number) => openStock(database, { productId, variantId, lowAt: at })
  const counting: StockChange = { act: 'count', variantId, changeId, change }
  const adjusted = { type: 'AdjustStock', variantId, changeId, change, reason: 'counted' } as const
  return {
    commands: [
      ...(isOpened ? [{ type: 'TrackStock', variantId, lowAt } as const] : []),
      ...(change === 0 ? [] : [adjusted]),
    ],
    before: async () => {
      if (isOpened) await open(lowAt) // from then on the shop counts
      if (change < 0) await requireRoom(database, counting)
    },
    after: async () => {
      if (change > 0) await changeStock(database, [counting])
    },
    undo: async () => {
      if (change < 0) await changeStock(database, [{ act: 'uncount', variantId, changeId }])
      if (known !== undefined && isOpened) await open(known.lowAt)
      if (known === undefined && !(await isCounted(store, { productId, variantId })))
        await dropStock(database, variantId)
    },
  }
}

/** The fact first: until the row is gone the shop still counts. */
const stopMove = (database: Queryable, variantId: VariantId): StockMove => ({
  ...noMove,
  commands: [{ type: 'StopStock', variantId }],
  after: () => dropStock(database, variantId),
})

type Counted = Omit<Of, 'actor'> & { known: CountedStock | undefined; wanted: StockWanted }

/**
 * Against the row, once it has every count of which there is a fact: one that was recorded by a
 * process that died before its row would be counted a second time.
 */
async function changeTo(
  needs: Pick<ProductNeeds, 'database' | 'store'>,
  wantedPieces: number,
  { productId, variantId, known, wanted }: Counted,
): Promise<number> {
  await repairProduct(needs, productId)
  const pieces = piecesOf(await stockOfVariant(needs.database, variantId))
  if (wanted.piecesSeen !== undefined && known !== undefined && pieces !== wanted.piecesSeen)
    throw new Rejection('stock_changed', `${pieces} pieces are there now. Please look again.`, {
      available: pieces,
    })
  return wantedPieces - pieces
}

/** Somebody else may have begun to count it meanwhile. */
async function isCounted(
  store: ProductNeeds['store'],
  { productId, variantId }: Omit<Of, 'actor'>,
): Promise<boolean> {
  const { state } = await readState(store, productDecider, `product/${productId}`)
  return state.status === 'listed' && state.stocks[variantId] !== undefined
}

/**
 * Refused: nothing was recorded. `busy` too: the queue took nothing, or each try found that others
 * had been faster. After any other failure the facts may be there.
 */
export const isRefusal = (error: unknown): boolean => error instanceof Rejection

export async function withStock<Result>(
  move: StockMove,
  act: () => Promise<Result>,
): Promise<Result> {
  let result: Result
  try {
    await move.before()
    result = await act()
  } catch (error) {
    if (isRefusal(error)) await move.undo()
    throw error
  }
  await move.after()
  return result
}

/** The number that was counted, and nothing else. */
export async function setStock(
  needs: ProductNeeds,
  { wanted, ...of }: Of & { wanted: StockWanted },
): Promise<ProductNow | null> {
  const { productId, variantId, actor } = of
  const { product } = await readProduct(needs, productId)
  const move = await planStock(needs, product.stocks[variantId], { ...of, wanted })
  const { commands } = move
  if (commands.length === 0) return null
  const act = 'count pieces'
  return withStock(move, () => record(needs, { productId, actor, act, commands: () => commands }))
}

export type StockAdjustment = Of & {
  change: number
  reason: StockReason
  note: string | null
  /** Names the change, where whoever asks may ask again: the pieces move once. */
  changeId?: string | undefined
  /** The product's, as the caller had read it; another one is refused. */
  ifVersion?: string | undefined
}

export async function adjustStock(
  needs: ProductNeeds,
  { changeId = newId<string>(), ...adjustment }: StockAdjustment,
): Promise<ProductNow> {
  const { database } = needs
  const { productId, variantId, actor, change, reason, note, ifVersion } = adjustment
  const before = await readProduct(needs, productId)
  const counting: StockChange = { act: 'count', variantId, changeId, change }
  const done = () => adjustedBy(needs, { productId, changeId })
  const earlier = await done()
  if (earlier !== null) {
    // Whoever did it may have died before row and trail had it.
    await changeStock(database, [counting])
    const noting = { subject: `product/${productId}`, commandId: earlier, actor, act: ADJUST }
    const details = { after: before.product, ...(note !== null && { note }) }
    if (!(await isNoted(database, noting))) await noteAct(database, { ...noting, details })
    return before
  }
  await requireVersion(needs, before, ifVersion)
  requireTracked(before.product.stocks[variantId])
  if (change < 0) await requireRoom(database, counting)
  let now: ProductNow
  try {
    now = await record(needs, {
      productId,
      actor,
      act: ADJUST,
      ifVersion: ifVersion === undefined ? undefined : before.version,
      note,
      commands: async () =>
        (await done()) !== null
          ? []
          : [{ type: 'AdjustStock', variantId, changeId, change, reason }],
    })
  } catch (error) {
    if (isRefusal(error) && change < 0 && (await done()) === null)
      await changeStock(database, [{ act: 'uncount', variantId, changeId }])
    throw error
  }
  if (change > 0) await changeStock(database, [counting])
  return now
}

const ADJUST = 'adjust pieces' as const

/** The command that has made this change; null: none has. */
async function adjustedBy(
  { store }: Pick<ProductNeeds, 'store'>,
  { productId, changeId }: { productId: ProductId; changeId: string },
): Promise<CommandId | null> {
  const facts = await store.readStream<ProductEvent>(`product/${productId}`)
  const fact = facts.find(
    ({ event }) => event.type === 'StockAdjusted' && event.data.changeId === changeId,
  )
  return fact?.meta.commandId ?? null
}

async function requireRoom(database: Queryable, counting: StockChange): Promise<void> {
  const [answer] = await changeStock(database, [counting])
  if (answer?.kind !== 'short') return
  const { available } = answer
  throw new Rejection(
    'stock_short',
    `Only ${available} pieces are free; the others are sold or reserved`,
    { available },
  )
}

function requireTracked(stock: object | undefined): void {
  if (stock === undefined)
    throw new Rejection('stock_not_tracked', 'The pieces of this variant are not counted')
}
