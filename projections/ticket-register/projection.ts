// Which numbers of a raffle were given out, for which order, and which were voided, as the raffle's
// own log says. The order line of a range is named by the order's grant: it is in `raffle_entries`.
import { collect, idOf } from '../projection.ts'
import type { Projection, Table } from '../projection.ts'

export const ticketRegisterTable: Table = {
  name: 'ticket_register',
  columns: {
    raffle_id: 'uuid',
    first: 'integer',
    last: 'integer',
    position: 'bigint',
    order_id: 'uuid',
    channel: 'text',
    tickets_per_unit: 'integer',
    issued_at: 'timestamptz',
  },
  key: ['raffle_id', 'first'],
  isWrittenOnce: true,
  indexes: ['(order_id)'],
}

export const ticketVoidsTable: Table = {
  name: 'ticket_voids',
  columns: {
    raffle_id: 'uuid',
    first: 'integer',
    last: 'integer',
    position: 'bigint',
    reason: 'text',
    voided_at: 'timestamptz',
  },
  key: ['raffle_id', 'first', 'position'],
  isWrittenOnce: true,
  indexes: [],
}

export const ticketRegister: Projection = {
  name: 'ticket-register',
  version: 1,
  tables: [ticketRegisterTable, ticketVoidsTable],
  reads: { raffle: ['TicketsIssued', 'TicketsVoided'] },
  fold(page) {
    const issued = collect(ticketRegisterTable, [
      'last',
      'position',
      'order_id',
      'channel',
      'tickets_per_unit',
      'issued_at',
    ])
    const voided = collect(ticketVoidsTable, ['last', 'reason', 'voided_at'])
    for (const { logId, position, event, meta, recordedAt } of page) {
      const raffleId = idOf(logId)
      if (event.type === 'TicketsIssued') {
        const { first, last, channel, ticketsPerUnit } = event.data
        const order = meta.orderId ?? null
        issued.set([raffleId, first], [last, position, order, channel, ticketsPerUnit, recordedAt])
      }
      if (event.type === 'TicketsVoided')
        for (const [first, last] of event.data.ranges)
          voided.set([raffleId, first, position], [last, event.data.reason, recordedAt])
    }
    return [...issued.parts(), ...voided.parts()]
  },
}
