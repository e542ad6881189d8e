import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { openRefusalLines } from './refusal-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minute = () => vi.advanceTimersByTimeAsync(60_000)

function linesTold() {
  const told: unknown[] = []
  const lines = openRefusalLines({ warn: (line) => void told.push(line) })
  return { ...lines, told }
}

it('tells the first refusal of a limit at once, and those of its minute in one line', async () => {
  const { note, stop, told } = linesTold()
  for (let n = 0; n < 1_000; n++) note('codesPerBrowser')
  expect(told).toEqual([{ limit: 'codesPerBrowser', refused: 1 }])

  await minute()
  expect(told.slice(1)).toEqual([{ limit: 'codesPerBrowser', refused: 999 }])
  await minute()
  expect(told).toHaveLength(2)
  await stop()
})

it('tells each limit by itself', async () => {
  const { note, stop, told } = linesTold()
  note('codesPerBrowser')
  note('callsPerAddress')
  expect(told).toEqual([
    { limit: 'codesPerBrowser', refused: 1 },
    { limit: 'callsPerAddress', refused: 1 },
  ])
  await stop()
})

it('tells what is left when it ends, and nothing afterwards', async () => {
  const { note, stop, told } = linesTold()
  for (let n = 0; n < 3; n++) note('codesPerBrowser')
  await stop()
  expect(told.at(-1)).toEqual({ limit: 'codesPerBrowser', refused: 2 })
  await minute()
  expect([told.length, vi.getTimerCount()]).toEqual([2, 0])
})
