import { afterEach, expect, it, vi } from 'vitest'

import { openSweeps } from './sweep.ts'

afterEach(() => void vi.useRealTimers())

it('a sweep that fails grows older, and is young again when it comes to its end', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const failures: string[] = []
  const sweeps = openSweeps((name) => void failures.push(name))
  let isAway = true
  sweeps.sweep('old rows', 3_600_000, async () => {
    if (isAway) throw new Error('the table is away')
  })
  sweeps.sweep('stock', 3_600_000, async () => {})

  vi.advanceTimersByTime(90_000)
  await Promise.all(sweeps.names().map(sweeps.now))
  expect(failures).toEqual(['old rows'])
  expect(sweeps.successAges()).toEqual({ 'old rows': 90, stock: 0 })

  isAway = false
  await sweeps.now('old rows')
  expect(sweeps.successAges()).toEqual({ 'old rows': 0, stock: 0 })
  await sweeps.stop()
})
