// The fulfilment desk in the demo's past: what was paid is made ready or sent out a day later, and
// handed over some days after that, by the commands of staff. So the desk shows what a real one
// does: the orders of the last days. Long ago only the handing over is told: it halves the work.
import type { OrderId } from '#events/kernel/ids.ts'
import { isWhollyRefunded } from '#events/order/public-status.ts'

import type { Actor } from '../commands/audit.ts'
import { staffActor } from '../commands/audit.ts'
import { handOn } from '../commands/complete-order.ts'
import type { Handover } from '../commands/complete-order.ts'
import { inTurns } from '../commands/in-turns.ts'
import type { OrderDesk } from '../commands/order-desk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PACKED_AFTER_MS = 26 * HOUR_MS
const TOLD_IN_FULL_DAYS = 6

type Step = { orderId: OrderId; step: Handover; dueAt: number }

export type Packing = {
  /** `haste`: 0 to 2, how many days later than the quickest it is handed over. */
  add: (bought: { orderId: OrderId; at: Date; isDelivery: boolean; haste: number }) => void
  /** Whatever is due by then. */
  work: (at: Date) => Promise<void>
}

export function openPacking(desk: OrderDesk, { actor, now }: { actor: Actor; now: Date }): Packing {
  const toldInFullFrom = now.getTime() - TOLD_IN_FULL_DAYS * DAY_MS
  let steps: Step[] = []

  async function take({ orderId, step }: Step): Promise<void> {
    const { order } = await desk.orders.load(orderId)
    if (order.status === 'paid' && !isWhollyRefunded(order))
      await handOn(desk, { orderId, step, actor: staffActor(actor) })
  }

  return {
    add({ orderId, at, isDelivery, haste }) {
      const packedAt = at.getTime() + PACKED_AFTER_MS
      const handedOverAt = packedAt + (haste + (isDelivery ? 2 : 1)) * DAY_MS
      steps.push({ orderId, step: 'handed_over', dueAt: handedOverAt })
      if (at.getTime() >= toldInFullFrom)
        steps.push({ orderId, step: isDelivery ? 'sent_out' : 'ready', dueAt: packedAt })
    },
    async work(at) {
      const due = steps.filter(({ dueAt }) => dueAt <= at.getTime())
      steps = steps.filter(({ dueAt }) => dueAt > at.getTime())
      // One order's steps one after the other.
      await inTurns(
        due.filter(({ step }) => step !== 'handed_over'),
        take,
      )
      await inTurns(
        due.filter(({ step }) => step === 'handed_over'),
        take,
      )
    },
  }
}
