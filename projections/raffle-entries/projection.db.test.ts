import { afterEach, expect, it } from 'vitest'

import { ask } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  customerIdOf,
  line,
  order,
  projected,
  rafflePublished,
  raffleIdOf,
} from '#services/testing/story.ts'

import { raffleEntriesCount, raffleEntriesPage } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

it('an entry is a line with its range, its raffle and what was voided of it', async () => {
  const lines = [
    line(1, { product: 1, raffle: 1, quantity: 2 }),
    line(2, { product: 2, raffle: 2 }),
  ] as const
  const bought = order(1, { lines: [...lines], customerId: customerIdOf(1) })
  db = await projected([
    ...rafflePublished(1),
    ...rafflePublished(2),
    bought.placed(),
    bought.paid(),
    ...bought.granted(lines[0], 1, 4),
    ...bought.granted(lines[1], 1, 2),
    {
      stream: `raffle/${raffleIdOf(1)}`,
      event: { type: 'TicketsVoided', data: { ranges: [[4, 9]], reason: 'returned' } },
    },
  ])

  const page = { customerId: customerIdOf(1), limit: 20, offset: 0 }
  const entries = await ask(db.database, raffleEntriesPage(page))

  expect(entries).toMatchObject([
    { lineId: lines[1].lineId, raffleName: 'Raffle 2', first: 1, last: 2, voided: [] },
    {
      lineId: lines[0].lineId,
      orderId: bought.id,
      raffleId: raffleIdOf(1),
      raffleName: 'Raffle 1',
      raffleImage: 'p.webp',
      prizeValueCents: 150_000,
      raffleStatus: 'active',
      raffleClosesAt: '2026-04-01T00:00:00.000Z',
      first: 1,
      last: 4,
      voided: [[4, 4]],
    },
  ])
  expect(await ask(db.database, raffleEntriesCount(customerIdOf(1)))).toEqual([2])
  expect(await ask(db.database, raffleEntriesCount(customerIdOf(2)))).toEqual([0])
})
