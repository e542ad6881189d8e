import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { canonicalHost } from './canonical-host.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

let server: Listening
beforeAll(async () => {
  const app = express()
  app.use(canonicalHost('http://127.0.0.1:3000', 'http://localhost:3001'))
  app.use((_request, response) => void response.send('page'))
  server = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(() => server.stop())

const ask = async (path: string, host: string) => {
  const { request } = await import('node:http')
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const call = request(
      { port: server.port, host: '127.0.0.1', path, headers: { host, connection: 'close' } },
      (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
      },
    )
    call.on('error', reject).end()
  })
}

it('sends a page asked under the twin name to the public one, path and query kept', async () => {
  expect(await ask('/raffles?lang=ar', 'localhost:3000')).toEqual({
    status: 302,
    location: 'http://127.0.0.1:3000/raffles?lang=ar',
  })
})

it('leaves the public name, calls and foreign names alone', async () => {
  expect((await ask('/raffles', '127.0.0.1:3000')).status).toBe(200)
  expect((await ask('/api/raffles', 'localhost:3000')).status).toBe(200)
  expect((await ask('/raffles', 'shop.example')).status).toBe(200)
})

it('leaves the host of staff alone, though it is the twin name', async () => {
  expect((await ask('/admin', 'localhost:3001')).status).toBe(200)
})

it('never sends a path of two slashes to another host', async () => {
  const { location } = await ask('//evil.example/', 'localhost:3000')
  expect(new URL(location ?? '').host).toBe('127.0.0.1:3000')
})
