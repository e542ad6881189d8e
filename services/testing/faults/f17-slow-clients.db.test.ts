// F17: clients that are slow on purpose, in every way there is, while others buy: these notice
// nothing, and each of the slow ones is cut in time. An honest reader of a long answer is not.
// At full length, beside nothing: FAULT_ROUNDS=2, at most 5 minutes.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openHttpLoad, purchaseCall } from '../../bench/buyer.ts'
import { openLoop } from '../../bench/open-loop.ts'
import { startShop } from '../../bench/running-shop.ts'
import type { RunningShop } from '../../bench/running-shop.ts'
import { sellOut, signInOwner } from '../../bench/sold-out.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { openRaw, requestHead } from './raw-connection.ts'
import type { RawConnection } from './raw-connection.ts'
import type { BeSlow, SlowSaid } from './slow-process.ts'

/** The campaign asks for all of it (`FAULT_ROUNDS` above 1), the gate for a taste. */
const IS_WHOLE = Number(process.env.FAULT_ROUNDS ?? 1) > 1
const IDLE = IS_WHOLE ? 2_000 : 200
const DRIPPING = IS_WHOLE ? 200 : 20
const READING = 2
const CALLS_PER_SECOND = IS_WHOLE ? 100 : 20
/** So that an export is several times what lies in the buffers of both systems. */
const TICKETS = 200_000
/** So long the slow ones have before the last of them must be gone. */
const SECONDS = 14

const CUT_WITHIN_MS = 15_000
/** On a machine that runs all tests at once. */
const CUT_WITHIN_GATE_MS = 60_000
const P99_MS_MAX = 500

let test: TestDatabase
let shop: RunningShop
let exportCall: string
let cookie: string
let slow: ChildProcess
beforeAll(async () => {
  test = await testDatabase()
  const raffles = [
    { name: 'A car', ticketsMax: 1_000_000, ticketsPerUnit: 1, priceUsd: '10.00' },
    { name: 'Gold', ticketsMax: TICKETS, ticketsPerUnit: 1, priceUsd: '10.00' },
  ]
  shop = await startShop({ databaseUrl: test.ownerUrl, raffles })
  const raffleId = shop.onSale[1]!.raffleId
  await sellOut({ ownerUrl: test.ownerUrl, raffleId, tickets: TICKETS, ticketsPerOrder: 10 })
  exportCall = `GET /api/admin/raffles/${raffleId}/export`
  cookie = `Cookie: ${await signInOwner(shop)}`
  slow = fork(join(import.meta.dirname, 'slow-process.ts'))
}, 300_000)
afterAll(async () => {
  slow.kill()
  await shop.stop()
  await test.drop()
})

/** Asks for the whole export and takes none of it. */
function unread(): RawConnection {
  const connection = openRaw(shop.origin, requestHead(exportCall, [cookie]))
  connection.socket.pause()
  return connection
}

/** Takes a part, waits a little, takes the next; answers the last bytes there were. */
async function readSteadily(): Promise<string> {
  const { socket } = openRaw(shop.origin, requestHead(exportCall, [cookie, 'Connection: close']))
  let end = ''
  socket.on('data', (bytes) => {
    end = (end + bytes.toString('latin1')).slice(-END_OF_ANSWER.length)
    socket.pause()
    setTimeout(() => socket.resume(), 5)
  })
  await once(socket, 'close')
  return end
}

/** Of one that comes in chunks. */
const END_OF_ANSWER = '\r\n0\r\n\r\n'

/** When each answer that nobody reads was broken off, as the shop counts them. */
async function allReadersCut(openedMs: number) {
  await expect
    .poll(exportsCut, { timeout: CUT_WITHIN_GATE_MS, interval: 200 })
    .toBeGreaterThanOrEqual(READING)
  return Math.round(performance.now() - openedMs)
}

async function exportsCut(): Promise<number> {
  const figures = await (await fetch(`${shop.metricsUrl}/metrics`)).text()
  const cut = /^http_request_seconds_count\{operation="\w*[eE]xport\w*",status="499"\} (\d+)$/m
  return Number(cut.exec(figures)?.[1] ?? 0)
}

/** What people do, for as long as the slow ones may be there. */
function callsOfOthers() {
  const load = openHttpLoad(undefined, { isBrowser: true })
  const items = [{ productId: shop.productId, quantity: 1 }]
  return openLoop({
    perSecond: CALLS_PER_SECOND,
    seconds: SECONDS,
    async act(nth) {
      const isPurchase = nth % 2 === 0
      const { status } = isPurchase
        ? await load.call(purchaseCall({ ...shop, items, nth }))
        : await load.call({ method: 'GET', url: `${shop.origin}/api/raffles` })
      return String(status)
    },
  }).finally(load.close)
}

const nextWord = async (): Promise<SlowSaid> => (await once(slow, 'message'))[0] as SlowSaid

it(`F17 ${IDLE} idle sockets and others too slow: cut, and nobody waits for them`, async () => {
  // For whoever reads of a limit that was missed: was it the slow ones, or the machine?
  const alone = IS_WHOLE ? await callsOfOthers() : null
  const openedMs = performance.now()
  slow.send({ origin: shop.origin, idle: IDLE, dripping: DRIPPING } satisfies BeSlow)
  await nextWord() // all are connected
  const readers = Array.from({ length: READING }, unread)
  const [others, end, unreadMs, lasted] = await Promise.all([
    callsOfOthers(),
    readSteadily(),
    allReadersCut(openedMs),
    nextWord(),
  ])
  for (const { socket } of readers) socket.destroy()
  const longest = { 'unread answers': unreadMs, ...lasted }
  process.stdout.write(
    `F17: others p50 ${others.p50Ms} ms, p99 ${others.p99Ms} ms ` +
      `(without the slow ones ${alone?.p99Ms ?? '?'} ms); cut after ms ` +
      `${JSON.stringify(longest)}\n`,
  )

  // A machine that runs all tests at once may keep even the payment provider's sandbox waiting.
  const served = new Set(IS_WHOLE ? ['200', '201'] : ['200', '201', '502'])
  expect(Object.keys(others.tally).filter((status) => !served.has(status))).toEqual([])
  expect(others.begun).toBe(CALLS_PER_SECOND * SECONDS)
  expect(end).toBe(END_OF_ANSWER)
  const withinMs = IS_WHOLE ? CUT_WITHIN_MS : CUT_WITHIN_GATE_MS
  expect(Math.max(...Object.values(longest))).toBeLessThan(withinMs)
  if (IS_WHOLE) expect(others.p99Ms).toBeLessThan(P99_MS_MAX)
}, 300_000)
