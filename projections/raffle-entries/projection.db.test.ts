import { afterEach, expect, it } from 'vitest'

import type { RaffleEvent } from '#events/raffle/events.ts'
import { ask } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  customerIdOf,
  line,
  order,
  projected,
  orderIdOf,
  rafflePublished,
  raffleIdOf,
} from '#services/testing/story.ts'

import { raffleEntriesCount, raffleEntriesOfOrder, raffleEntriesPage } from './queries.ts'

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

const drawId = `${raffleIdOf(1)}/D1`
const told = (event: RaffleEvent) => ({ stream: `raffle/${raffleIdOf(1)}`, event })

const sealed = told({
  type: 'RegisterSealed',
  data: {
    drawId,
    issuedCount: 6,
    voids: [],
    validCount: 6,
    registerRoot: '0'.repeat(64),
    drandChainHash: '0'.repeat(64),
    round: 1,
    drawAt: '2026-04-02T10:00:00.000Z',
    roundAt: '2026-04-02T10:00:00.000Z',
    latestRound: 1,
    latestRandomness: '0'.repeat(64),
    mode: 'beacon',
  },
})

const drawn = (numbers: number[]) => {
  const hash = '0'.repeat(64)
  return told({ type: 'DrawCompleted', data: { drawId, prk: hash, numbers, softwareSha256: hash } })
}

/** Lines of the customer: 1 to 4, and 5 to 6; then this happens to the raffle. */
async function entriesAfter(facts: ReturnType<typeof told>[]) {
  const lines = [
    line(1, { product: 1, raffle: 1, quantity: 2 }),
    line(2, { product: 1, raffle: 1 }),
  ] as const
  const bought = order(1, { lines: [...lines], customerId: customerIdOf(1) })
  const sold = [...bought.granted(lines[0], 1, 4), ...bought.granted(lines[1], 5, 6)]
  db = await projected([...rafflePublished(1), bought.placed(), bought.paid(), ...sold, ...facts])
  const page = { customerId: customerIdOf(1), limit: 20, offset: 0 }
  const [newer, older] = await ask(db.database, raffleEntriesPage(page))
  return { older, newer }
}

it('a sealed raffle is frozen for who holds its tickets, and nobody has won yet', async () => {
  const frozen = { isRaffleFrozen: true, raffleStatus: 'active', won: null }
  expect(await entriesAfter([sealed])).toMatchObject({ older: frozen, newer: frozen })
})

it('the line whose ticket was drawn has won, from the draw on; the others have not', async () => {
  const won = { number: 3, isDelivered: false, announcedAt: null }
  expect(await entriesAfter([sealed, drawn([3, 6])])).toMatchObject({
    older: { won, raffleStatus: 'completed' },
    newer: { won: null },
  })
})

it('the days of the claim count from when its own place was announced', async () => {
  const facts = [
    sealed,
    drawn([3, 6]),
    told({ type: 'PrizeForfeited', data: { drawId, number: 3, place: 0, reason: 'declined' } }),
    told({ type: 'PrizePromoted', data: { drawId, number: 6, place: 1 } }),
  ]
  await entriesAfter(facts)
  await db.owner.query(
    `insert into draw_claims (draw_id, place, announced_at, announced_by)
     values ($1, 0, '2026-04-02T11:00:00Z', 'demo'), ($1, 1, '2026-04-20T11:00:00Z', 'demo')`,
    [drawId],
  )
  expect(await ask(db.database, raffleEntriesOfOrder(orderIdOf(1)))).toMatchObject([
    { first: 1, won: null },
    {
      first: 5,
      won: { number: 6, isDelivered: false, announcedAt: new Date('2026-04-20T11:00:00Z') },
    },
  ])
})

it.each([
  [
    'lost, is nobody’s until the next place has it',
    { type: 'PrizeForfeited', data: { drawId, number: 3, place: 0, reason: 'declined' } },
    null,
  ],
  [
    'handed over, is the winner’s for good',
    {
      type: 'PrizeDelivered',
      data: {
        drawId,
        number: 3,
        place: 0,
        evidence: 'signed_receipt',
        evidenceSha256: '0'.repeat(64),
      },
    },
    { number: 3, isDelivered: true },
  ],
  [
    'of an annulled draw is no prize',
    { type: 'DrawAnnulled', data: { drawId, cause: 'register_error' } },
    null,
  ],
] as [string, RaffleEvent, object | null][])('a prize, %s', async (_name, event, won) => {
  const { older } = await entriesAfter([sealed, drawn([3, 6]), told(event)])
  if (won === null) expect(older?.won).toBeNull()
  else expect(older?.won).toMatchObject(won)
})
