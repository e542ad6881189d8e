import { afterEach, expect, it } from 'vitest'

import { ask, askOne } from '#services/io/ask.ts'
import { carOnBoard } from '#services/testing/catalogue-rows.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import { line, order, projected, rafflePublished, raffleIdOf } from '#services/testing/story.ts'

import { boardById, boardCount, listBoard, listBoardPage } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const one = line(1, { product: 1, raffle: 1, quantity: 5 })
const first = order(1, { lines: [one] })

it('a raffle shows its page, its terms and what was sold of it', async () => {
  db = await projected([
    ...rafflePublished(1),
    first.placed(),
    ...first.granted(one, 1, 10),
    {
      stream: `raffle/${raffleIdOf(1)}`,
      event: { type: 'TicketsVoided', data: { ranges: [[3, 4]], reason: 'returned' } },
    },
  ])
  await db.owner.query(
    `insert into raffle_state (log_id, cap, issued, voided, held) values ($1, 100, 10, 2, 6)`,
    [`raffle/${raffleIdOf(1)}`],
  )

  expect(await askOne(db.database, boardById(raffleIdOf(1)))).toEqual({
    ...carOnBoard,
    raffleId: raffleIdOf(1),
    raffleNumber: '2026-1',
    name: 'Raffle 1',
    description: 'Words.',
    prizeInfo: 'New.',
    image: 'p.webp',
    prizeValueCents: 150_000,
    opensAt: '2026-03-01T00:00:00.000Z',
    closesAt: '2026-04-01T00:00:00.000Z',
    ticketsMax: 100,
    ticketsMin: 10,
    issued: 10,
    voided: 2,
    held: 6,
    ticketsSold: 8,
    publishedAt: '2026-03-01T10:00:01.000Z',
    head: 3,
  })
})

it('a raffle with tickets stays active when it closes; without one it is completed', async () => {
  db = await projected([
    ...rafflePublished(1),
    ...rafflePublished(2),
    first.placed(),
    ...first.granted(one, 1, 10),
    closed(1, 10),
    closed(2, 0),
  ])

  expect(await askOne(db.database, boardById(raffleIdOf(1)))).toMatchObject({
    status: 'active',
    closedCause: 'ended',
  })
  expect((await askOne(db.database, boardById(raffleIdOf(2))))?.status).toBe('completed')
})

it('a page may be corrected, and a removed raffle is on no list', async () => {
  const stream = `raffle-page/${raffleIdOf(1)}`
  const words = { name: 'Better', description: '', prizeInfo: '', image: null }
  db = await projected([
    ...rafflePublished(1),
    { stream, event: { type: 'RafflePageWritten', data: words } },
    ...rafflePublished(2),
    { stream: `raffle-page/${raffleIdOf(2)}`, event: { type: 'RafflePageRemoved', data: {} } },
  ])

  const board = await ask(db.database, listBoard())
  expect(board.map(({ name, pageVersion }) => [name, pageVersion])).toEqual([['Better', 2]])
  expect(await ask(db.database, boardCount())).toEqual([1])
  expect(await ask(db.database, listBoardPage({ limit: 20, offset: 1 }))).toEqual([])
})

const closed = (n: number, issuedCount: number) => ({
  stream: `raffle/${raffleIdOf(n)}`,
  event: { type: 'RaffleClosed' as const, data: { cause: 'ended' as const, issuedCount } },
})
