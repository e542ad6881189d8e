// What a customer's own facts say. Their totals are read from their orders (see queries): an order
// that changes hands takes its money and tickets with it.
import { collect, idOf } from '../projection.ts'
import type { Projection, Table } from '../projection.ts'

export const customersTable: Table = {
  name: 'customers',
  columns: {
    customer_id: 'uuid',
    registered_at: 'timestamptz',
    via: 'text',
    verified_at: 'timestamptz',
    erased_at: 'timestamptz',
  },
  key: ['customer_id'],
  indexes: ['(registered_at desc, customer_id)'],
}

export const customers: Projection = {
  name: 'customers',
  version: 1,
  tables: [customersTable],
  reads: { shop: ['CustomerRegistered', 'PhoneVerified', 'PersonErased'] },
  fold(page) {
    const registered = collect(customersTable, ['registered_at', 'via'])
    const verified = collect(customersTable, ['verified_at'])
    const erased = collect(customersTable, ['erased_at'])
    for (const { streamId, event, recordedAt } of page) {
      const customerId = idOf(streamId)
      if (event.type === 'CustomerRegistered')
        registered.set([customerId], [recordedAt, event.data.via])
      if (event.type === 'PhoneVerified') verified.set([customerId], [recordedAt])
      if (event.type === 'PersonErased') erased.set([customerId], [recordedAt])
    }
    return [...registered.parts(), ...verified.parts(), ...erased.parts()]
  },
}
