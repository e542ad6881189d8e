// One line of several came back. The duty to give its money back is the fact; its tickets become
// void, receipts that have not gone are given up and its pieces go on the shelf afterwards, by this
// call or by who finishes cancellations (`cancel-order.ts`).
import type { CommandId, LineId, OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import { giveBack, standingNow } from './cancel-order.ts'
import { giveUpReceipts } from './give-up-messages.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'

export type Returning = {
  orderId: OrderId
  lineId: LineId
  /** What it has taken of counted goods goes back on the shelf. */
  restock: boolean
  actor: string
  guard?: Guard & { commandId?: CommandId }
}

export async function returnLine(
  desk: OrderDesk,
  { orderId, lineId, restock, actor, guard = {} }: Returning,
): Promise<PlacedOrder> {
  const { order, facts } = await desk.orders.change(orderId, {
    ...guard,
    actor,
    commands: async (known) => {
      const { grants } = requirePlaced(known)
      const own = grants.filter((grant) => grant.lineId === lineId)
      const drawStanding = await standingNow(desk, { grants: own })
      return [{ type: 'ReturnLine', lineId, restock, drawStanding }]
    },
  })
  // Said once more, a receipt that was sent again since tells what is left; one of before goes with
  // the reactor that hears of the duty.
  if (facts.length > 0) await giveUpReceipts(desk, { orderId, isCancelled: false })
  await giveBack(desk, orderId)
  return requirePlaced(order)
}
