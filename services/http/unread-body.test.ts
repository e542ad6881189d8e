import type { RequestListener } from 'node:http'

import { afterEach, expect, it } from 'vitest'

import { openRaw, requestHead } from '../testing/faults/raw-connection.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

let listening: Listening | undefined
afterEach(() => listening?.stop())

/** Answers at once, and never looks at a body. */
const answer: RequestListener = (_request, response) => response.end('no')

async function serve(): Promise<string> {
  listening = await listen(answer, { host: '127.0.0.1', port: 0, graceMs: 0 })
  return `http://127.0.0.1:${listening.port}`
}

it('who goes on pouring when he is answered can read his answer, and is cut', async () => {
  const origin = await serve()
  const { socket, status, endedMs } = openRaw(
    origin,
    requestHead('POST /', [`Content-Length: ${2 ** 30}`]),
  )
  const part = Buffer.alloc(2 ** 16)
  const more = () => void (socket.writable && socket.write(part, more))
  more()
  expect(await status).toBe(200)
  await endedMs
  expect(socket.bytesWritten).toBeLessThan(2 ** 28)
})

it('a large body that nobody wanted leaves the connection to the next call', async () => {
  const origin = await serve()
  const call = requestHead('POST /', ['Content-Length: 900000']) + 'x'.repeat(900_000)
  const { socket } = openRaw(origin, call)
  let heard = ''
  const answers = Promise.withResolvers<void>()
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1')
    const { length } = heard.match(/HTTP\/1\.1 200/g) ?? []
    if (length === 1) socket.write(call)
    if (length === 2) answers.resolve()
  })
  await answers.promise
  socket.destroy()
})
