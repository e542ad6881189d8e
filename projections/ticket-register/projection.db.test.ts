import { afterEach, expect, it } from 'vitest'

import { ask, askOne } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  line,
  order,
  orderIdOf,
  projected,
  rafflePublished,
  raffleIdOf,
} from '#services/testing/story.ts'

import {
  lastNumberOf,
  registerByNumber,
  registerOf,
  registerWithHolders,
  voidsAmong,
} from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const lines = [
  line(1, { product: 1, raffle: 1, quantity: 2 }),
  line(2, { product: 1, raffle: 1 }),
] as const
const first = order(1, { lines: [lines[0]] })
const second = order(2, { lines: [lines[1]] })
const raffleId = raffleIdOf(1)

/** `at`: when the second order's tickets were issued. */
const sold = (at: string) => [
  ...rafflePublished(1),
  first.placed(),
  second.placed(),
  ...first.granted(lines[0], 1, 4),
  ...second.granted(lines[1], 5, 6).map((told) => ({ ...told, at })),
  {
    stream: `raffle/${raffleId}`,
    event: {
      type: 'TicketsVoided' as const,
      data: {
        ranges: [
          [2, 2],
          [4, 5],
        ] as [number, number][],
        reason: 'returned',
      },
    },
    at,
  },
]

it('each range names its order, its line and what was voided of it', async () => {
  db = await projected(sold('2026-03-02T10:00:00.000Z'))

  const register = await ask(db.database, registerOf({ raffleId }))

  expect(register).toMatchObject([
    {
      first: 1,
      last: 4,
      orderId: orderIdOf(1),
      lineId: lines[0].lineId,
      voided: [
        [2, 2],
        [4, 4],
      ],
    },
    { first: 5, last: 6, orderId: orderIdOf(2), lineId: lines[1].lineId, voided: [[5, 5]] },
  ])
  expect(register[0]).toMatchObject({ channel: 'online', ticketsPerUnit: 2, position: 2 })
  const runs = register.map((row) => ({ raffleId, first: row.first, last: row.last }))
  const inside = [
    { raffleId, first: 6, last: 9 },
    { raffleId, first: 5, last: 5 },
  ]
  const voids = await ask(db.database, voidsAmong([...runs, ...inside]))
  expect(voids.map((row) => [row.of, row.first, row.last])).toEqual([
    [0, 2, 2],
    [0, 4, 4],
    [1, 5, 5],
    [3, 5, 5],
  ])
  const found = await askOne(db.database, registerByNumber(raffleId, 4))
  expect(found).toMatchObject({ first: 1, last: 4 })
  expect(await ask(db.database, registerByNumber(raffleId, 7))).toEqual([])
})

it('days are days in Beirut, both included', async () => {
  // 22:30 UTC on 1 March is half past midnight of 2 March in Beirut.
  db = await projected(sold('2026-03-01T22:30:00.000Z'))
  const firsts = async (startDate: string, endDate: string) =>
    (await ask(db.database, registerOf({ raffleId, startDate, endDate }))).map((row) => row.first)

  expect(await firsts('2026-03-01', '2026-03-01')).toEqual([1])
  expect(await firsts('2026-03-02', '2026-03-02')).toEqual([5])
  expect(await firsts('2026-03-01', '2026-03-02')).toEqual([1, 5])
})

it('an export reads on, page by page, with the holders that are not erased', async () => {
  db = await projected(sold('2026-03-02T10:00:00.000Z'))
  await db.owner.query(
    `insert into order_contacts (order_id, name, phone, language, created_at)
     values ($1, 'Rana', '+96170123456', 'en', now())`,
    [orderIdOf(1)],
  )

  const page = (above: number, upTo: number) =>
    askOne(db.database, registerWithHolders({ raffleId, above, upTo }))
  const [one, other] = [
    { first: 1, last: 4, reference: 'QR-000001', name: 'Rana', email: null },
    { first: 5, last: 6, reference: 'QR-000002', name: null, phone: null, voided: [[5, 5]] },
  ]

  expect(await askOne(db.database, lastNumberOf(raffleId))).toBe(6)
  expect(await page(0, 4)).toMatchObject([one])
  expect(await page(1, 5)).toMatchObject([other])
  expect(await page(5, 10)).toEqual([])
  const both = await page(0, 10)
  expect(both).toMatchObject([one, other])
  expect(both?.map(({ issuedAtSeconds }) => issuedAtSeconds)[1]).toBe(
    Date.parse('2026-03-02T10:00:00.000Z') / 1_000,
  )
})
