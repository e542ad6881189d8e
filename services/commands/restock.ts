// Pieces of counted goods that come back with a cancelled order: staff say so when they cancel, and
// each line becomes a change of the stock (`StockAdjusted`, reason `returned`). What the order took
// stays taken (decision 19). Every step is named after its line, so whoever does it again, a
// reactor after a crash, changes nothing. The fact first, since pieces become more.
import type { CommandId, LineId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderLine } from '#events/order/events.ts'
import { productDecider } from '#events/product/decide.ts'
import type { ProductCommand } from '#events/product/decide.ts'

import { deriveId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { handleCommand } from './handle-command.ts'
import { countedLines } from './hold-goods.ts'
import type { CountedLine } from './hold-goods.ts'
import type { OrderDesk } from './order-desk.ts'
import { changeStock } from './stock-rows.ts'

/** Who had the pieces put back, and the act or the order it belongs to. */
export type RestockedBy = { actor: string; correlationId: string }

type Restocking = {
  orderId: OrderId
  lines: readonly OrderLine[]
  /** The same one however often a line is put back. */
  byOf: (lineId: LineId) => RestockedBy
}

/**
 * Lines that have taken their pieces; only the rows know. A variant whose counting has begun anew
 * since has none: its pieces were counted as they lay there.
 */
export async function takenLines(
  database: Queryable,
  orderId: OrderId,
  lines: readonly OrderLine[],
): Promise<CountedLine[]> {
  const counted = countedLines(lines)
  if (counted.length === 0) return []
  const { rows } = await database.query<{ order_line_id: string }>({
    name: 'goods_taken_by_order',
    text: `select order_line_id from stock_holds where order_id = $1 and state = 'taken'`,
    values: [orderId],
  })
  const taken = new Set(rows.map(({ order_line_id }) => order_line_id))
  return counted.filter(({ lineId }) => taken.has(lineId))
}

export async function restockLines(
  desk: OrderDesk,
  { orderId, lines, byOf }: Restocking,
): Promise<void> {
  for (const line of await takenLines(desk.database, orderId, lines))
    await restockLine(desk, { orderId, line, by: byOf(line.lineId) })
}

type LineRestocking = { orderId: OrderId; line: CountedLine; by: RestockedBy }

async function restockLine(desk: OrderDesk, restocking: LineRestocking): Promise<void> {
  const { orderId, line } = restocking
  const { variantId, quantity: change } = line
  const changeId = deriveId<string>('restock', line.lineId)
  try {
    await record(desk, restocking, {
      type: 'AdjustStock',
      variantId,
      changeId,
      change,
      reason: 'returned',
      orderId,
    })
  } catch (error) {
    // Nobody counts them any more, or the product is gone: there is no shelf to go back to.
    if (!(error instanceof Rejection) || isOvertaken(error)) throw error
    desk.log.info({ orderId, variantId, code: error.code }, 'pieces not put back')
    return
  }
  await changeStock(desk.database, [{ act: 'count', variantId, changeId, change }])
}

const isOvertaken = ({ code }: Rejection) => code === 'busy' || code === 'edit_conflict'

const TRIES_MAX = 5

/** Others may be changing the same product at this moment. */
async function record(
  { store }: OrderDesk,
  { line, by }: LineRestocking,
  command: ProductCommand,
): Promise<void> {
  const commandId = deriveId<CommandId>('restock-command', line.lineId)
  for (let tries = 1; ; tries += 1)
    try {
      const meta = { commandId, ...by }
      const streamId = `product/${line.productId}`
      await handleCommand({ store, decider: productDecider, streamId, command, meta })
      return
    } catch (error) {
      const isLast = tries === TRIES_MAX
      if (!(error instanceof Rejection) || error.code !== 'edit_conflict' || isLast) throw error
    }
}
