// F16: bodies that are meant to hurt, as bytes on the wire, to every call that takes one: refused
// in HTTP's words, kept by nobody, and the process that heard them sells on. The worst that fits
// into an honest request is in `security/bad-input.db.test.ts`.
// At full length: FAULT_ROUNDS=20, at most 5 minutes.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openHttpLoad, purchaseCall } from '../../bench/buyer.ts'
import { growthDuring } from '../../bench/memory-growth.ts'
import { startShop } from '../../bench/running-shop.ts'
import type { RunningShop } from '../../bench/running-shop.ts'
import { signInOwner } from '../../bench/sold-out.ts'
import { inTurns } from '../../commands/in-turns.ts'
import { operations } from '../../contract/operations.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { attacks, chunkOf, formAttacks } from './hostile-bodies.ts'
import type { Attack } from './hostile-bodies.ts'
import { openRaw, requestHead } from './raw-connection.ts'
import type { RawConnection } from './raw-connection.ts'

/** The campaign asks for 20; the gate for a taste of it. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
/** Else each call meets some of the attacks, and each attack some of the calls. */
const IS_WHOLE = ROUNDS > 1
const EVERY = IS_WHOLE ? 1 : 5
const FLOOD_BYTES = (IS_WHOLE ? 8 : 4) * 2 ** 20
const GROWTH_MB_MAX = 50

let test: TestDatabase
let shop: RunningShop
let owner: string
beforeAll(async () => {
  test = await testDatabase()
  shop = await startShop({ databaseUrl: test.ownerUrl })
  owner = `Cookie: ${await signInOwner(shop)}`
}, 180_000)
afterAll(async () => {
  await shop.stop()
  await test.drop()
})

const somewhere = (path: string) => path.replace(/\{\w+\}/g, () => crypto.randomUUID())

type Attempt = { call: string; headers: readonly string[]; attack: Attack }

const attemptsOn = (
  kind: 'json' | 'multipart',
  list: readonly Attack[],
  headers: readonly string[] = [],
): Attempt[] =>
  operations
    .filter(({ body }) => body?.kind === kind)
    .map(({ method, path }) => `${method.toUpperCase()} ${somewhere(path)}`)
    .flatMap((call) => list.map((attack) => ({ call, headers, attack })))
    .filter((_, nth) => nth % EVERY === 0)

it('whatever the body, and whatever the call: 400, 413 or 415 (F16)', async () => {
  const attempts: Attempt[] = [
    ...attemptsOn('json', attacks),
    // A form is read of staff only.
    ...attemptsOn('multipart', formAttacks, [owner]),
  ]
  const odd: string[] = []
  await inTurns(attempts, async (attempt) => {
    const status = await answerTo(attempt)
    if (status === null || ![400, 413, 415].includes(status))
      odd.push(`${attempt.call}, ${attempt.attack.what}: ${status}`)
  })
  expect(odd).toEqual([])
  expect(attempts.length).toBeGreaterThan(IS_WHOLE ? 1_000 : 200)
  await expectSelling()
}, 300_000)

async function answerTo({ call, headers, attack }: Attempt): Promise<number | null> {
  const connection = openRaw(shop.origin, requestHead(call, [...headers, ...attack.headers]))
  connection.socket.write(attack.body)
  if (attack.next === 'end') connection.socket.end()
  if (attack.next === 'more')
    void pour(connection, { chunk: chunkOf('x'.repeat(8_192)), bytesMax: Infinity })
  const status = await connection.status
  connection.socket.destroy()
  return status
}

type Flood = { chunk: string; bytesMax: number }

/** As fast as it is taken, until it is enough or the other side has had enough. */
function pour({ socket }: RawConnection, { chunk, bytesMax }: Flood): Promise<void> {
  return new Promise((resolve) => {
    let poured = 0
    const more = () => {
      if (poured >= bytesMax || !socket.writable) return resolve()
      poured += chunk.length
      socket.write(chunk, more)
    }
    more()
    socket.once('close', () => resolve())
  })
}

const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'
/** Call, header lines, how many of them at once. */
const floods: readonly [call: string, headers: readonly string[], many: number][] = [
  ['POST /api/purchases', [json, chunked], 16],
  ['POST /api/events', [json, `Content-Length: ${FLOOD_BYTES}`], 16],
  ['GET /api/raffles', [chunked], 8],
  ['POST /api/montypay/callback', ['Content-Type: application/x-www-form-urlencoded', chunked], 8],
  ['POST /api/nowhere', [json, chunked], 8],
]

async function flood(manyMax = Infinity): Promise<void> {
  const calls = floods.flatMap(([call, headers, many]) =>
    Array.from({ length: Math.min(many, manyMax) }, () => ({ call, headers })),
  )
  const poured = await Promise.all(
    calls.map(async ({ call, headers }) => {
      const connection = openRaw(shop.origin, requestHead(call, headers))
      const chunk = headers.includes(chunked) ? chunkOf('x'.repeat(65_536)) : 'x'.repeat(65_536)
      await pour(connection, { chunk, bytesMax: FLOOD_BYTES })
      return connection.socket
    }),
  )
  // Until the last one is through, so that whatever is kept is kept of all.
  for (const socket of poured) socket.destroy()
}

it(`F16 ${ROUNDS} times 56 floods at once: less than 50 MB of memory`, async () => {
  // What is compiled once is not theirs. More of them would hide what they take: memory that was
  // reserved is not given back.
  await flood(4)
  const { growthMb } = await growthDuring(shop, async () => {
    for (let round = 0; round < ROUNDS; round++) await flood()
  })
  process.stdout.write(`F16: resident memory grew by ${growthMb.toFixed(0)} MB\n`)
  expect(growthMb).toBeLessThan(GROWTH_MB_MAX)
  await expectSelling()
}, 3_600_000)

let buyers = 0
async function expectSelling(): Promise<void> {
  const load = openHttpLoad()
  const items = [{ productId: shop.productId, quantity: 1 }]
  const answer = await load.call(purchaseCall({ ...shop, items, nth: buyers++ }))
  load.close()
  expect(answer.status, answer.body).toBe(201)
}
