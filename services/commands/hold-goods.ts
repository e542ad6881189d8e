// The pieces of an order's lines: held with the order, taken when it is paid, given back when it
// ends unpaid. Only lines that say so (`holdsStock`) are looked at: an order of goods that nobody
// counts asks nothing here.
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderId, VariantId } from '#events/kernel/ids.ts'
import type { OrderLine } from '#events/order/events.ts'

import type { StockAnswer, StockLine, StockRows } from './stock-rows.ts'

export type CountedLine = OrderLine & { variantId: VariantId }

export type GoodsHold = { orderId: OrderId; lines: readonly OrderLine[]; expiresAt: Date }

/** All lines or none. A line that is held already stays held, to `expiresAt` at least. */
export async function holdGoods(
  stock: StockRows,
  { orderId, lines, expiresAt }: GoodsHold,
): Promise<void> {
  const counted = countedLines(lines)
  if (counted.length === 0) return
  const held = counted.map(stockLine)
  const answer = await stock.add({ act: 'hold', orderId, lines: held, expiresAt })
  if (answer.kind === 'short') throw shortOf(counted, answer)
}

/** Of an order that was never paid and never will be. `isDue`: only what nobody has extended. */
export async function releaseGoods(
  stock: StockRows,
  lines: readonly OrderLine[],
  { isDue = false }: { isDue?: boolean } = {},
): Promise<void> {
  const counted = countedLines(lines)
  if (counted.length === 0) return
  await stock.add({ act: 'release', lines: counted.map(stockLine), isDue })
}

type Taking = { orderId: OrderId; placedAt: Date; line: OrderLine; now: Date }

/**
 * Paid: the held piece is sold. False: it was given away meanwhile and none is left, which only
 * money can reach that came after the reservation and took minutes to be recorded.
 */
export async function takeGoods(
  stock: StockRows,
  { orderId, placedAt, line, now }: Taking,
): Promise<boolean> {
  const counted = countedLines([line])
  if (counted.length === 0) return true
  const lines = counted.map(stockLine)
  const taken = await stock.add({ act: 'take', orderId, lines, expiresAt: now, placedAt })
  return taken.kind === 'ok'
}

/** Taken, and then there were no tickets: the money goes back, and the piece is for others. */
export async function untakeGoods(stock: StockRows, line: OrderLine): Promise<void> {
  const counted = countedLines([line])
  if (counted.length > 0) await stock.add({ act: 'untake', lines: counted.map(stockLine) })
}

export const countedLines = (lines: readonly OrderLine[]): CountedLine[] =>
  lines.filter((line): line is CountedLine => line.holdsStock === true && line.variantId !== null)

const stockLine = ({ lineId, variantId, quantity: n }: CountedLine): StockLine => ({
  lineId,
  variantId,
  n,
})

function shortOf(
  lines: readonly CountedLine[],
  { variantId, available }: Extract<StockAnswer, { kind: 'short' }>,
): Rejection {
  const line = lines.find((each) => each.variantId === variantId)
  const goods = `${line?.productName} (${line?.variantName})`
  return new Rejection('stock_left', `Only ${available} left of ${goods}`, {
    available,
    productId: line?.productId,
    variantId,
    goods,
  })
}
