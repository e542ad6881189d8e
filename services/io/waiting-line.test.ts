import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { openWaitingLine } from './waiting-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const full = () => new Error('full')
const open = (placesMax: number) => openWaitingLine({ placesMax, patienceMs: 700, refusal: full })

/** What became of each of them so far. */
function watch(line: ReturnType<typeof open>, people: number): string[] {
  const said = Array.from({ length: people }, () => 'waits')
  for (const nth of said.keys())
    line.enter().then(
      () => (said[nth] = 'inside'),
      (error: Error) => (said[nth] = error.message),
    )
  return said
}

it('lets in as many as there are places, the others in the order they came', async () => {
  const line = open(2)
  const said = watch(line, 4)
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['inside', 'inside', 'waits', 'waits'])
  expect(line.waiting()).toBe(2)

  line.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['inside', 'inside', 'inside', 'waits'])
})

it('keeps nobody in a line that does not move', async () => {
  const line = open(1)
  const said = watch(line, 500)
  await vi.advanceTimersByTimeAsync(600)
  expect(new Set(said)).toEqual(new Set(['inside', 'waits']))
  await vi.advanceTimersByTimeAsync(200)
  expect(new Set(said)).toEqual(new Set(['inside', 'full']))

  line.leave()
  const next = watch(line, 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(next).toEqual(['inside'])
})

it('lets a long line wait that moves', async () => {
  const line = open(1)
  const said = watch(line, 400)
  for (let served = 1; served < 400; served++) {
    await vi.advanceTimersByTimeAsync(5)
    line.leave()
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(new Set(said)).toEqual(new Set(['inside']))
})

it('refuses in a slow line whoever stands too far behind', async () => {
  const line = open(1)
  const said = watch(line, 100)
  for (let served = 0; served < 3; served++) {
    await vi.advanceTimersByTimeAsync(200)
    line.leave()
  }
  await vi.advanceTimersByTimeAsync(200)
  // Three were let in within 700 ms: that makes 21 within 5 s.
  const count = (what: string) => said.filter((one) => one === what).length
  expect([count('inside'), count('waits'), count('full')]).toEqual([4, 22, 74])
  expect(said.indexOf('full')).toBe(26)
})

it('has an end', async () => {
  const line = openWaitingLine({ placesMax: 1, patienceMs: 700, waitingMax: 1, refusal: full })
  const said = watch(line, 3)
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['inside', 'waits', 'full'])
})
