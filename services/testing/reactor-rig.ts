// The purchase rig with one reactor beside it, which acts when a test says so.
import type { CommandId, OrderId, RaffleId } from '#events/kernel/ids.ts'

import type { OrderDesk } from '../commands/order-desk.ts'
import { newId } from '../ids.ts'
import type { Outcome } from '../sandbox/payer.ts'
import { openReactor } from '../workers/reactor.ts'
import type { Reactor, ReactorRunner } from '../workers/reactor.ts'
import { openPurchaseRig } from './purchase-rig.ts'
import type { PurchaseRig } from './purchase-rig.ts'

export type Bought = Parameters<PurchaseRig['buy']>[0]

export type ReactorRig = PurchaseRig & {
  /** On all facts so far; what fails in it fails the test. */
  react: () => Promise<void>
  buyUnpaid: (bought: Bought) => Promise<OrderId>
  /** The provider is asked at once: what the money buys is there when this answers. */
  payNow: (orderId: OrderId, outcome?: Outcome) => Promise<void>
  buyPaid: (bought: Bought) => Promise<OrderId>
  cancelRaffle: (raffleId: RaffleId) => Promise<void>
}

export async function openReactorRig(reactorOf: (desk: OrderDesk) => Reactor): Promise<ReactorRig> {
  const rig = await openPurchaseRig()
  const runner = await strictRunner(rig, reactorOf(rig.desk))
  const buyUnpaid = async (bought: Bought) => (await rig.buy(bought)).id as OrderId
  const payNow = async (orderId: OrderId, outcome: Outcome = 'approve') => {
    await rig.pay(orderId, outcome)
    await rig.watch.askNow(orderId)
  }
  return {
    ...rig,
    react: runner.run,
    buyUnpaid,
    payNow,
    async buyPaid(bought) {
      const orderId = await buyUnpaid(bought)
      await payNow(orderId)
      return orderId
    },
    async cancelRaffle(raffleId) {
      await rig.store
        .raffle(raffleId)
        .command(
          { type: 'CancelRaffle', now: rig.desk.now().toISOString(), reason: 'prize_unavailable' },
          { commandId: newId<CommandId>(), correlationId: raffleId, actor: 'staff:test' },
        )
    },
    async stop() {
      await runner.stop()
      await rig.stop()
    },
  }
}

/** What fails in it fails the run that a test waits for. */
export const strictRunner = (
  { test: { database } }: Pick<PurchaseRig, 'test'>,
  reactor: Reactor,
): Promise<ReactorRunner> =>
  openReactor({
    database,
    reactor,
    failed: ({ error }) => {
      throw error
    },
  })
