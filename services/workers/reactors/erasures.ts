// The second half of an erasure, when the process that began it died. The read models say which
// orders and tickets were the person's, so they must have read as far as the fact itself.
import { customerOrders } from '#projections/customer-orders/projection.ts'
import { orderStatus } from '#projections/order-status/projection.ts'
import { raffleEntries } from '#projections/raffle-entries/projection.ts'

import type { ErasedList } from '../../backup/erased-list.ts'
import { finishErasure } from '../../commands/account-erasure.ts'
import type { Database } from '../../io/database.ts'
import type { Reactor } from '../reactor.ts'
import { waitFor } from '../wait-for.ts'

const READ_WITHIN_MS = 30_000

export function erasures(database: Database, erased: ErasedList): Reactor {
  return {
    name: 'erasures',
    reads: { shop: ['PersonErased'] },
    isTransactional: false,
    async react({ streamId, logId, position }) {
      for (const { name: projection } of [customerOrders, orderStatus, raffleEntries]) {
        const wait = { projection, logId, position, timeoutMs: READ_WITHIN_MS }
        if (!(await waitFor({ database }, wait))) throw new Error(`${projection} is far behind`)
      }
      const personId = streamId.slice('customer/'.length)
      await erased.add(personId)
      await finishErasure(database, personId)
    },
  }
}
