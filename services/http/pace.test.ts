// Patience of a fraction of a second, so that this takes no longer; the real one is put to the test
// in `testing/faults/f17-slow-clients.db.test.ts`.
import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, expect, it } from 'vitest'

import { endOfTurn } from '../io/timers.ts'
import { openRaw, requestHead } from '../testing/faults/raw-connection.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'
import { paceOfPeople } from './pace.ts'
import type { PaceSettings } from './pace.ts'

let listening: Listening | undefined
afterEach(() => listening?.stop())

async function serve(pace: Partial<PaceSettings>, app: RequestListener): Promise<string> {
  const hasty = { ...paceOfPeople, windowMs: 300, checkMs: 50, ...pace }
  listening = await listen(app, { host: '127.0.0.1', port: 0, graceMs: 0, pace: hasty })
  return `http://127.0.0.1:${listening.port}`
}

/** Answers the whole body, if it comes. */
const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => response.end(Buffer.concat(chunks)))
}

const HUGE = Buffer.alloc(64 * 2 ** 20, 'x')

it('a body that stops, and one that drips, are answered 408 and cut', async () => {
  const origin = await serve({}, echo)
  const head = requestHead('POST /', ['Content-Length: 5000'])
  const stopped = openRaw(origin, `${head}{`)
  const dripping = openRaw(origin, head)
  const drops = setInterval(() => dripping.socket.write('x'), 50)
  expect(await Promise.all([stopped.status, dripping.status])).toEqual([408, 408])
  const endedMs = await Promise.all([stopped.endedMs, dripping.endedMs])
  clearInterval(drops)
  // Node's own limit, which is not meant here, lies beyond.
  expect(Math.max(...endedMs)).toBeLessThan(15_000)
})

it('a request that comes at the last moment, while we are busy, is answered', async () => {
  const origin = await serve({}, echo)
  const { socket, status } = openRaw(origin)
  await sleep(200)
  await endOfTurn()
  socket.write(requestHead('GET /', ['Connection: close']))
  const busyUntil = performance.now() + 200
  while (performance.now() < busyUntil);
  expect(await status).toBe(200)
})

it('an answer of the moment in which silence is noticed leaves the line open', async () => {
  let asked = 0
  const origin = await serve({}, ({ socket }, response) => {
    asked += 1
    if (asked === 1) socket.once('timeout', () => response.end('late'))
    else response.end('again')
  })
  const { socket, endedMs } = openRaw(origin, requestHead('GET /'))
  let read = ''
  socket.on('data', (part) => {
    read += String(part)
    if (read.endsWith('late')) socket.write(requestHead('GET /', ['Connection: close']))
  })
  await endedMs
  expect(read).toContain('again')
})

it('an answer that nobody takes is broken off', async () => {
  const left = Promise.withResolvers<void>()
  const origin = await serve({}, (_request, response) => {
    response.once('close', left.resolve)
    response.end(HUGE)
  })
  const { socket } = openRaw(origin, requestHead('GET /'))
  socket.pause()
  await left.promise
  socket.destroy()
})

it('a taker of one large answer who pauses for less than the window gets all of it', async () => {
  const origin = await serve({ windowMs: 1_500 }, (_request, response) => response.end(HUGE))
  const { socket, endedMs } = openRaw(origin, requestHead('GET /', ['Connection: close']))
  let bytes = 0
  let pausedAt = 0
  socket.on('data', (part) => {
    bytes += part.length
    if (bytes - pausedAt < HUGE.length / 5) return
    pausedAt = bytes
    socket.pause()
    setTimeout(() => socket.resume(), 400)
  })
  await endedMs
  expect(bytes).toBeGreaterThan(HUGE.length)
})

it('an answer that is taken for ever is broken off, too', async () => {
  const origin = await serve({ windowMs: 60_000, answerMsMax: 300 }, (_request, response) =>
    response.end(HUGE),
  )
  const { socket, endedMs } = openRaw(origin, requestHead('GET /', ['Connection: close']))
  let bytes = 0
  socket.on('data', (part) => {
    bytes += part.length
    socket.pause()
    setTimeout(() => socket.resume(), 20)
  })
  await endedMs
  expect(bytes).toBeLessThan(HUGE.length)
})

it('what takes us longer is waited for, whether it is the act or its body that waits', async () => {
  const origin = await serve({}, async (request, response) => {
    await sleep(1_000)
    echo(request, response)
  })
  const body = 'x'.repeat(200_000)
  const head = requestHead('POST /', [`Content-Length: ${body.length}`, 'Connection: close'])
  const { status, endedMs } = openRaw(origin, head + body)
  expect(await status).toBe(200)
  await endedMs
})

it('a slow client that moves is served to the end', async () => {
  const origin = await serve({ windowMs: 2_000 }, echo)
  const part = 'x'.repeat(1_024)
  const head = requestHead('POST /', [`Content-Length: ${part.length * 30}`, 'Connection: close'])
  const { socket, status, endedMs } = openRaw(origin, head)
  let answered = 0
  socket.on('data', (bytes) => (answered += bytes.length))
  for (let parts = 0; parts < 30; parts++) {
    socket.write(part)
    await sleep(100)
  }
  expect(await status).toBe(200)
  await endedMs
  expect(answered).toBeGreaterThan(part.length * 30)
})
