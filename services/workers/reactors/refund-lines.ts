// A refund that is paid, or whose payment staff withdraw, can make a line of a settlement statement
// unknown that was known: a whole transfer is told at once and its parts are not, or nobody paid.
// Whether it is known is read from the duties, so their read model must have read the fact itself.
import { orderWork } from '#projections/order-work/projection.ts'

import { openUnknownRefunds } from '../../commands/open-money.ts'
import { orderIdOf } from '../../commands/orders.ts'
import type { Database } from '../../io/database.ts'
import type { Reactor } from '../reactor.ts'
import { waitFor } from '../wait-for.ts'
import { reactorReads } from './reads.ts'

const READ_WITHIN_MS = 30_000

export function refundLines(database: Database): Reactor {
  return {
    name: 'refund-lines',
    reads: reactorReads['refund-lines'],
    isTransactional: false,
    async react({ streamId, logId, position }, stopping) {
      const { name: projection } = orderWork
      const wait = { projection, logId, position, timeoutMs: READ_WITHIN_MS, stopping }
      if (!(await waitFor({ database }, wait))) throw new Error(`${projection} is far behind`)
      await openUnknownRefunds(database, orderIdOf(streamId))
    },
  }
}
