// Whoever paid for a raffle that is cancelled has the money owed back, whether staff cancelled it
// or its own rule did. It begins with the oldest fact: a duty that stands is no second one, and a
// raffle that was cancelled before this reactor came owes its money too.
import { raffleIdSchema } from '#events/kernel/ids.ts'

import { settleCancelledRaffle } from '../../commands/cancelled-raffle.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import type { Reactor } from '../reactor.ts'
import { reactorReads } from './reads.ts'

export function cancelledRaffles(desk: OrderDesk): Reactor {
  return {
    name: 'cancelled-raffles',
    reads: reactorReads['cancelled-raffles'],
    isTransactional: false,
    beginsWithOldest: true,
    react: ({ logId }, stopping) =>
      settleCancelledRaffle(desk, raffleIdSchema.parse(logId.slice('raffle/'.length)), {
        stopping,
      }),
  }
}
