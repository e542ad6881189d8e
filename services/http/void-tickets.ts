// Orders for staff have their void tickets marked: an order that was cancelled keeps its numbers.
import { voidsAmong } from '#projections/ticket-register/queries.ts'

import type { AdminOrderEntry } from '../contract/admin-orders.ts'
import type { OrderEntry } from '../contract/orders.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { ticketNumbers } from './order-view.ts'

type WithTickets = { raffleEntries: OrderEntry[] }
type Marked<Shown extends WithTickets> = Shown & { raffleEntries: AdminOrderEntry[] }

/** In the order of the orders; the read model of the tickets may be a moment behind. */
export async function withVoids<Shown extends WithTickets>(
  database: Queryable,
  orders: readonly Shown[],
): Promise<Marked<Shown>[]> {
  const entries = orders.flatMap(({ raffleEntries }) => raffleEntries)
  const voids = await voidsOf(database, entries)
  return orders.map((order) => ({
    ...order,
    raffleEntries: order.raffleEntries.map((entry) => ({
      ...entry,
      voidNumbers: voids.get(entry.id) ?? [],
    })),
  }))
}

/** By entry; an entry without any is not among them. */
async function voidsOf(
  database: Queryable,
  entries: readonly OrderEntry[],
): Promise<Map<string, string[]>> {
  const voids = new Map<string, string[]>()
  if (entries.length === 0) return voids
  const rows = await ask(database, voidsAmong(entries.map(runOf)))
  for (const { of, first, last } of rows) {
    const { id } = entries[of]!
    voids.set(id, [...(voids.get(id) ?? []), ...ticketNumbers(first, last)])
  }
  return voids
}

const runOf = ({ raffleId, ticketNumbers: numbers }: OrderEntry) => ({
  raffleId,
  first: Number(numbers[0]),
  last: Number(numbers.at(-1)),
})
