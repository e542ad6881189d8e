// The second half of an erasure, when the process that began it died. The list outside the database
// waits for nothing. A read model says which orders were the person's: it must have read whatever
// was recorded before this, in every shop log, for his orders lie in all of them.
import { customerOrders } from '#projections/customer-orders/projection.ts'

import type { ErasedList } from '../../backup/erased-list.ts'
import { finishErasure } from '../../commands/account-erasure.ts'
import { readModelsCaughtUp } from '../../commands/read-models-caught-up.ts'
import type { Database } from '../../io/database.ts'
import type { Reactor } from '../reactor.ts'
import { reactorReads } from './reads.ts'

const READ_WITHIN_MS = 30_000

export function erasures(database: Database, erased: ErasedList): Reactor {
  return {
    name: 'erasures',
    reads: reactorReads.erasures,
    isTransactional: false,
    async react({ streamId }, stopping) {
      const personId = streamId.slice('customer/'.length)
      await erased.add(personId)
      const { name } = customerOrders
      const wait = { projections: [name], timeoutMs: READ_WITHIN_MS, stopping }
      if (!(await readModelsCaughtUp(database, wait))) throw new Error(`${name} is far behind`)
      await finishErasure(database, personId)
    },
  }
}
