import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { selfSigned } from '../testing/self-signed.ts'
import { HttpFailure, closeHttpConnections, httpRequest } from './http-client.ts'
import type { HttpCall } from './http-client.ts'

let server: http.Server
let host: string
let connections = 0

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? answers['/echo']
    answer?.(request, response)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
})
afterAll(() => {
  closeHttpConnections()
  server.closeAllConnections()
  server.close()
})

const answers: Record<string, http.RequestListener> = {
  '/echo': (request, response) => void request.pipe(response),
  '/teapot': (_request, response) => void response.writeHead(418).end('short and stout'),
  '/elsewhere': (_request, response) => void response.writeHead(302, { location: '/echo' }).end(),
  '/long': (_request, response) => void response.end('x'.repeat(5_000)),
  '/never': () => {},
  '/half': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    setTimeout(() => response.destroy(), 5)
  },
}

describe('a call to another server', () => {
  it('sends a body and reads the answer over a kept connection', async () => {
    await call({ path: '/echo' })
    const before = connections
    expect(await call({ path: '/echo', body: 'مرحبا' })).toMatchObject({
      status: 200,
      text: 'مرحبا',
    })
    expect(connections).toBe(before)
  })

  it('takes every status as an answer, and follows no redirect', async () => {
    expect(await call({ path: '/teapot' })).toMatchObject({ status: 418, text: 'short and stout' })
    expect(await call({ path: '/elsewhere' })).toMatchObject({ status: 302 })
  })

  it.each<[string, Partial<HttpCall> & { path?: string }, HttpFailure['outcome']]>([
    ['to a host that is not on the list', { allowedHosts: ['provider.lb'] }, 'not_sent'],
    ['by another protocol', { url: 'file:///etc/passwd' }, 'not_sent'],
    ['that takes too long', { path: '/never', totalTimeoutMs: 60 }, 'unknown'],
    ['whose answer is too long', { path: '/long', maxBytes: 1_000 }, 'unknown'],
    ['whose answer breaks off', { path: '/half' }, 'unknown'],
    ['to nobody', { url: 'http://127.0.0.1:1/', allowedHosts: ['127.0.0.1:1'] }, 'not_sent'],
  ])('fails %s, and says whether the other side may have acted', async (_what, change, outcome) => {
    const error = await call(change).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(HttpFailure)
    expect(error).toMatchObject({ outcome })
  })

  it('gives up on a connection that is never accepted', async () => {
    const started = performance.now()
    const full = net.createServer({ pauseOnConnect: true })
    await new Promise<void>((resolve) => full.listen(0, '127.0.0.1', 1, resolve))
    const { port } = full.address() as net.AddressInfo
    const error = await call({
      url: `https://127.0.0.1:${port}/`,
      allowedHosts: [`127.0.0.1:${port}`],
      connectTimeoutMs: 80,
    }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ outcome: 'not_sent' })
    expect(performance.now() - started).toBeLessThan(2_000)
    full.close()
  })

  it('K46 tells nothing to a server whose certificate nobody vouches for', async () => {
    const certificate = selfSigned('127.0.0.1')
    const asked: string[] = []
    const stranger = https.createServer(certificate, (request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const there = `127.0.0.1:${(stranger.address() as net.AddressInfo).port}`
    const url = `https://${there}/`

    const error = await call({ url: `${url}pay`, allowedHosts: [there], body: 'for one alone' })
      .then(({ status }) => status)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(HttpFailure)
    expect(error).toMatchObject({
      outcome: 'not_sent',
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    // That was all that was wrong with it: who has been given its certificate is answered.
    const trusting = https.get(`${url}trusted`, { ca: certificate.cert, agent: false })
    const [answer] = (await once(trusting, 'response')) as [http.IncomingMessage]
    expect(answer.resume().statusCode).toBe(200)
    expect(asked).toEqual(['/trusted'])
    stranger.closeAllConnections()
    stranger.close()
  })
})

function call({ path, ...change }: Partial<HttpCall> & { path?: string }) {
  return httpRequest({
    name: 'test call',
    method: 'POST',
    url: `http://${host}${path ?? '/echo'}`,
    allowedHosts: [host],
    ...change,
  })
}
