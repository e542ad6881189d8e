import { expect, it } from 'vitest'

import { memoryOutcome, watchMemory } from './memory.ts'
import type { Grown } from './memory.ts'

const MINUTES = 10
const PER_SECOND = 300
const ASKED = MINUTES * 60 * PER_SECOND

const samples = (mbPerMinute: number) =>
  Array.from({ length: MINUTES * 60 }, (_, second) => ({
    minute: second / 60,
    rssMb: 600 + (mbPerMinute * second) / 60,
    heapMb: 90,
    isCollected: second % 30 === 0,
  }))

type Course = { answered?: number; settled?: number; mbPerMinute?: number }

function reached({ answered = ASKED, settled = answered, mbPerMinute = 0 }: Course = {}) {
  const grown: Grown = {
    figures: {
      begun: ASKED,
      perSecond: PER_SECOND,
      tally: { 201: answered, 'gave up': ASKED - answered },
      p50Ms: 10,
      p95Ms: 20,
      p99Ms: 30,
      maxMs: 40,
    },
    orders: { settled, waiting: answered - settled },
    samples: samples(mbPerMinute),
    minutes: MINUTES,
    perSecond: PER_SECOND,
  }
  return memoryOutcome(grown).ratios.map(({ isReached }) => isReached)
}

it.each<[string, Course, boolean[]]>([
  ['answers and settles all', {}, [true, true, true, true]],
  ['misses few', { answered: ASKED * 0.985, settled: ASKED * 0.97 }, [true, true, true, true]],
  ['grows', { mbPerMinute: 1.5 }, [false, true, true, true]],
  ['answers too few', { answered: ASKED * 0.97 }, [true, true, false, true]],
  ['answers nobody', { answered: 0 }, [true, true, false, false]],
  ['falls behind with payments', { settled: ASKED * 0.97 }, [true, true, true, false]],
])('judges a shop that %s', (_how, course, expected) => expect(reached(course)).toEqual(expected))

it('tells of a shop that ended while it was watched, once it is asked', async () => {
  const watching = watchMemory({ memory: () => Promise.reject(new Error('the child ended')) })
  // Nobody listens yet.
  await new Promise((resolve) => setImmediate(resolve))
  await expect(watching.stop()).rejects.toThrow('the child ended')
})

it('says how many of how many', () => {
  const [, , answered] = memoryOutcome({
    figures: { begun: 9, perSecond: 1, tally: { 201: 6 }, p50Ms: 1, p95Ms: 1, p99Ms: 1, maxMs: 1 },
    orders: { settled: 6, waiting: 0 },
    samples: samples(0),
    minutes: MINUTES,
    perSecond: PER_SECOND,
  }).ratios
  expect(answered).toEqual({
    against: '9 that were asked for, answered 201',
    ratio: 0.667,
    target: 0.98,
    isReached: false,
  })
})
