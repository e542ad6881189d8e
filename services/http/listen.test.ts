import { expect, it } from 'vitest'

import { listen } from './listen.ts'

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
