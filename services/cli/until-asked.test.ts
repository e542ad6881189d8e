// How a program ends that was asked to: in its own time, at the second signal at once, and in any
// case in time (docs/operate.md). Real processes and real signals.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { afterEach, expect, it, vi } from 'vitest'

import { stopWithin } from './until-asked.ts'

const NEVER_MS = 600_000
const program = join(import.meta.dirname, '../testing/asked-program.ts')

const children: ChildProcess[] = []
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** One that was asked to end, and has begun to. */
async function stopping(stopMs: number, limitMs?: number) {
  const given = limitMs === undefined ? [stopMs] : [stopMs, limitMs]
  const child = fork(program, given.map(String), { silent: true })
  children.push(child)
  let said = ''
  child.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, said }))
  expect(await once(child, 'message')).toContain('running')
  child.kill('SIGTERM')
  expect(await once(child, 'message')).toContain('stopping')
  return { ended, kill: () => child.kill('SIGTERM') }
}

it('ends with 0 when everything has ended, and waits for no limit', async () => {
  const { ended } = await stopping(10, NEVER_MS)
  expect(await ended).toMatchObject({ code: 0, signal: null })
})

it('ends with 1 at the second SIGTERM, whatever has not ended', async () => {
  const { ended, kill } = await stopping(NEVER_MS)
  kill()
  expect(await ended).toMatchObject({ code: 1, signal: null })
})

it('ends with 1 when not everything has ended in time, and says so', async () => {
  const { ended } = await stopping(NEVER_MS, 200)
  expect(await ended).toMatchObject({ code: 1, signal: null })
  expect((await ended).said).toContain('not everything ended within 0.2 s; leaving')
})

it('has 25 seconds, where nobody says otherwise', () => {
  vi.useFakeTimers()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  stopWithin()
  vi.advanceTimersByTime(24_999)
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(exit).toHaveBeenCalledWith(1)
})
