// From a payment to the tickets on the buyer's page: the row of his order that says it is paid for
// is the row that shows its numbers, so the page that brought them knows both instants.
import { idOf } from '#projections/projection.ts'

import type { Queryable } from '../io/database.ts'
import { paidToTickets } from '../io/figures.ts'
import type { Applied } from './projector.ts'

/** Asks once for all orders of a page, after its commit; most pages grant no tickets. */
export async function noteTicketsShown(database: Queryable, applied: Applied): Promise<void> {
  if (!applied.projections.includes('order-status')) return
  const granted = applied.facts.filter(({ event }) => event.type === 'TicketsGranted')
  if (granted.length === 0) return
  const { rows } = await database.query<{ seconds: number }>({
    name: 'tickets shown',
    text: `
    select greatest(0, extract(epoch from clock_now() - paid_at))::float8 as seconds
      from order_status
     where order_id = any($1) and paid_at is not null`,
    values: [granted.map(({ streamId }) => idOf(streamId))],
  })
  for (const { seconds } of rows) paidToTickets.observe(seconds)
}
