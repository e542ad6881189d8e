// The tickets of each order line, as the order's own facts grant them. Whose they are is read
// through `customer_orders`, so a claim moves all entries of an order at once.
import { collect, idOf } from '../projection.ts'
import type { Projection, Table } from '../projection.ts'

export const raffleEntriesTable: Table = {
  name: 'raffle_entries',
  columns: {
    line_id: 'uuid',
    order_id: 'uuid',
    raffle_id: 'uuid',
    first: 'integer',
    last: 'integer',
    granted_at: 'timestamptz',
  },
  key: ['line_id'],
  isWrittenOnce: true,
  indexes: ['(order_id)', '(raffle_id, first)'],
}

export const raffleEntries: Projection = {
  name: 'raffle-entries',
  version: 1,
  tables: [raffleEntriesTable],
  reads: { shop: ['TicketsGranted'] },
  fold(page) {
    const entries = collect(raffleEntriesTable, [
      'order_id',
      'raffle_id',
      'first',
      'last',
      'granted_at',
    ])
    for (const { streamId, event, recordedAt } of page) {
      if (event.type !== 'TicketsGranted') continue
      for (const { lineId, raffleId, first, last } of event.data.grants)
        entries.set([lineId], [idOf(streamId), raffleId, first, last, recordedAt])
    }
    return entries.parts()
  },
}
