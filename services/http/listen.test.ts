import { expect, it } from 'vitest'

import { listen } from './listen.ts'

const hello = { host: '127.0.0.1', port: 0, graceMs: 1_000 }
const serve = (drainMs: number) =>
  listen((_request, response) => void response.end('hello'), { ...hello, drainMs })

it('goes on listening for a while when it is to stop, though nobody is there', async () => {
  const { port, stop } = await serve(1_000)
  const stopped = stop()
  // A balancer between two requests: it has not asked yet whether we are ready.
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stopped
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

it('stops at once where nobody balances', async () => {
  const { port, stop } = await serve(0)
  const stopped = stop()
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  await stopped
})
