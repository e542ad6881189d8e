import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, describe, expect, it } from 'vitest'

import { openRaw, requestHead } from '../testing/faults/raw-connection.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'
import { paceOfPeople } from './pace.ts'

it('goes on listening for a while when it is to stop, though nobody is there', async () => {
  const at = { host: '127.0.0.1', port: 0, drainMs: 1_000 }
  const { port, stop } = await listen((_request, response) => void response.end('hello'), at)
  const stopped = stop()
  // A balancer between two requests: it has not asked yet whether we are ready.
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stopped
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

it('asks whoever waits for an answer when the end begins to leave with it', async () => {
  const mayAnswer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const at = { host: '127.0.0.1', port: 0, drainMs: 500 }
  const { port, stop } = await listen(async (_request, response) => {
    asked.resolve()
    await mayAnswer.promise
    response.end('hello')
  }, at)
  const answer = fetch(`http://127.0.0.1:${port}`)
  await asked.promise
  const stopped = stop()
  mayAnswer.resolve()
  expect((await answer).headers.get('connection')).toBe('close')
  await stopped
})

it('keeps an idle connection until its client has come once more, and ends then', async () => {
  const at = { host: '127.0.0.1', port: 0, drainMs: 100 }
  const { port, stop } = await listen((_request, response) => void response.end('hello'), at)
  const { socket, status, endedMs } = openRaw(`http://127.0.0.1:${port}`, requestHead('GET /'))
  await status
  const answer = allOf(socket)
  const stopped = stop()
  await sleep(500)
  socket.write(requestHead('GET /'))
  await Promise.all([stopped, endedMs])
  expect(answer()).toMatch(leaving)
})

it('reads what has come on a kept connection while it was busy before it closes it', async () => {
  const at = { host: '127.0.0.1', port: 0 }
  const { port, stop } = await listen((_request, response) => void response.end('hello'), at)
  const { socket, status, endedMs } = openRaw(`http://127.0.0.1:${port}`, requestHead('GET /'))
  await status
  const answer = allOf(socket)
  const stopped = stop()
  socket.write(requestHead('GET /'))
  await Promise.all([stopped, endedMs])
  expect(answer()).toMatch(leaving)
})

it('waits until an answer is taken', async () => {
  const large = Buffer.alloc(64 * 2 ** 20, 'x')
  const at = { host: '127.0.0.1', port: 0 }
  const { port, stop } = await listen((_request, response) => void response.end(large), at)
  const { socket, status, endedMs } = openRaw(`http://127.0.0.1:${port}`, requestHead('GET /'))
  let bytes = 0
  socket.on('data', (part) => (bytes += part.length))
  await status
  socket.pause()
  const stopped = stop()
  await sleep(500)
  socket.resume()
  await Promise.all([stopped, endedMs])
  expect(bytes).toBeGreaterThan(large.length)
})

const leaving = /^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n/s

/** That comes from now on. */
function allOf(socket: Socket): () => string {
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
  return () => answer
}

describe('what reaches no step of the application', () => {
  let listening: Listening | undefined
  afterEach(() => listening?.stop())

  /** All that comes back until the connection ends. */
  async function answerTo(text: string, isHttps = true): Promise<string> {
    const pace = { ...paceOfPeople, windowMs: 300, checkMs: 50 }
    const at = { host: '127.0.0.1', port: 0, graceMs: 0, isHttps, pace }
    listening = await listen((request, response) => {
      request.resume().once('end', () => response.end('hello'))
    }, at)
    const { socket, endedMs } = openRaw(`http://127.0.0.1:${listening.port}`, text)
    const answer = allOf(socket)
    await endedMs
    return answer()
  }

  it.each([
    [400, 'no request', 'nonsense\r\n\r\n'],
    [400, 'a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    [408, 'a body that stops', `${requestHead('POST /', ['Content-Length: 500'])}{`],
    [413, 'a chunk with too much beside it', chunked(`1;${'x'.repeat(17_000)}\r\n`)],
    [417, 'an expectation that nobody knows', requestHead('GET /', ['Expect: tea'])],
    [431, 'too large a head', requestHead('GET /', [`X-A: ${'y'.repeat(20_000)}`])],
  ])('is refused with %i, the headers of all answers and the end: %s', async (status, _, text) => {
    const answer = await answerTo(text)
    const [head = '', body] = answer.split('\r\n\r\n')
    expect([body, head.split(' ')[1]]).toEqual(['', String(status)])
    const lines = head.split('\r\n')
    expect(lines).toContain('X-Content-Type-Options: nosniff')
    expect(lines).toContain('Strict-Transport-Security: max-age=63072000; includeSubDomains')
    expect(lines).toContain('Connection: close')
    expect(lines).toContain('Content-Length: 0')
    const policy = lines.find((line) => line.startsWith('Content-Security-Policy: '))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('promises nothing of https where there is none', async () => {
    expect(await answerTo('nonsense\r\n\r\n', false)).not.toContain('Strict-Transport-Security')
  })

  it('is told nothing in the midst of another answer', async () => {
    const at = { host: '127.0.0.1', port: 0, graceMs: 0 }
    listening = await listen((_request, response) => void response.write('hel'), at)
    const { socket, endedMs } = openRaw(`http://127.0.0.1:${listening.port}`, requestHead('GET /'))
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
      if (answer.includes('hel')) socket.write('nonsense\r\n\r\n')
    })
    await endedMs
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200'])
  })
})

/** Of a body in chunks, the beginning. */
function chunked(chunk: string): string {
  return requestHead('POST /', ['Transfer-Encoding: chunked']) + chunk
}
