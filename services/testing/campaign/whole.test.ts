// A night that was less than a whole one says so, whatever else it says.
import { expect, it } from 'vitest'

import { readHouse } from '../house.ts'
import type { Outcome } from './run-step.ts'
import { NIGHT, NIGHT_MINUTES, RELEASE_MINUTES, sizesOf, stepsOf } from './steps.ts'
import { lessThanWhole } from './whole.ts'

const outcome = (name: string, more: Partial<Outcome> = {}): Outcome => ({
  names: [name],
  title: name,
  cases: '',
  amounts: [],
  seconds: 1,
  result: 'passed',
  logFile: '',
  ...more,
})

const less = (outcomes: Outcome[], stepsInAll = outcomes.length, isShort = false) =>
  lessThanWhole({ stepsInAll, outcomes, isShort })

it('nothing is missing where every step has done all that it was to do', () => {
  const all = [{ what: 'storms', done: 90, of: 90 }]
  expect(less([outcome('f02'), outcome('storm', { amounts: all })])).toEqual([])
})

it('names steps that had nothing to look at, were not begun, or did less', () => {
  expect(less([outcome('f12', { result: 'skipped' })])).toEqual(['f12 had nothing to look at here'])
  expect(less([outcome('f02')], 27)).toEqual(['1 of 27 steps'])
  const some = [{ what: 'pure', done: 200_000, of: 10_000_000 }]
  expect(less([outcome('sequences', { amounts: some })])).toEqual([
    'sequences: 200,000 of 10,000,000 pure',
  ])
  expect(less([outcome('sequences', { amounts: some, result: 'stopped' })])).toEqual([
    'sequences stopped',
  ])
  expect(less([outcome('f02')], 1, true)).toEqual(['every step as short as in the gate'])
})

it('asks for a whole night in an hour, and for no more than its share in less', () => {
  const given = { seed: 1, isShort: false }
  expect(sizesOf({ ...given, minutes: NIGHT_MINUTES })).toMatchObject(NIGHT)
  expect(sizesOf({ ...given, minutes: 20 })).toMatchObject({
    storms: 30,
    pureSequences: 3_333_333,
    databaseSequences: 50_000,
  })
})

it('asks for a thousand storms and eight nights of sequences in the hours before a release', () => {
  const given = { seed: 1, isShort: false }
  expect(sizesOf({ ...given, minutes: RELEASE_MINUTES })).toMatchObject({
    storms: 1_000,
    pureSequences: 8 * NIGHT.pureSequences,
    databaseSequences: 8 * NIGHT.databaseSequences,
  })
  expect(sizesOf({ ...given, minutes: 120 })).toMatchObject({
    storms: 220,
    pureSequences: 2 * NIGHT.pureSequences,
  })
})

it('counts what a longer run was to do, and no less', async () => {
  const sizes = sizesOf({ minutes: RELEASE_MINUTES, seed: 7, isShort: false })
  const steps = stepsOf(await readHouse(), sizes)
  const storm = steps.find(({ names }) => names.includes('storm'))
  expect(storm?.tell(['']).amounts).toEqual([{ what: 'storms', done: 0, of: 1_000 }])
  const commands = (await storm?.commands({ folder: '', secondsLeft: 600 })) ?? []
  expect(commands.map(({ given }) => given.slice(1))).toEqual(
    [7, 257, 507, 757].map((seed) => ['--runs=250', '--seconds=15', `--seed=${seed}`]),
  )
  const sequences = steps.find(({ names }) => names.includes('sequences'))
  expect(sequences?.tell(['']).amounts?.map(({ done, of }) => [done, of])).toEqual([
    [80_000_000, 80_000_000],
    [1_200_000, 1_200_000],
  ])
})

it('counts storms by what they printed, and sequences by what they were given', async () => {
  const steps = stepsOf(await readHouse(), sizesOf({ minutes: 20, seed: 1, isShort: false }))
  const amounts = (name: string, printed: string[]) =>
    steps.find(({ names }) => names.includes(name))?.tell(printed).amounts
  const raged =
    'storm 7: 3 processes; 6 faults; 24 paid; 24 approved; calm after 12.3 s; every promise kept\n'
  expect(amounts('storm', [raged, raged])).toEqual([{ what: 'storms', done: 2, of: 90 }])
  expect(amounts('sequences', ['4 passed, 0 failed\n'])).toEqual([
    { what: 'pure', done: 3_333_333, of: 10_000_000 },
    { what: 'against PostgreSQL', done: 50_000, of: 150_000 },
  ])
})

it('takes whole what the gate takes of faults by turns, and one turn when short', async () => {
  const house = await readHouse()
  async function turnsOf(isShort: boolean) {
    const steps = stepsOf(house, sizesOf({ minutes: 60, seed: 1, isShort }))
    const faults = steps.filter(({ names }) => names.every((name) => /^f\d\d$/.test(name)))
    const room = { folder: '', secondsLeft: 600 }
    const commands = await Promise.all(faults.map((step) => step.commands(room)))
    return new Set(commands.flat().map(({ env }) => env?.TURN))
  }
  expect(await turnsOf(false)).toEqual(new Set(['all']))
  expect(await turnsOf(true)).toEqual(new Set(['0']))
})

it('lets what only computes, or brings its own PostgreSQL, run in idle time', async () => {
  const steps = stepsOf(await readHouse(), sizesOf({ minutes: 60, seed: 1, isShort: false }))
  const idle = steps.filter(({ isInIdleTime }) => isInIdleTime)
  expect(idle.map(({ names }) => names[0])).toEqual(['sequences', 'simulation'])
  expect(idle.some(({ needsServer }) => needsServer)).toBe(false)
  for (const step of idle) {
    const commands = await step.commands({ folder: '', secondsLeft: 600 })
    expect(commands.every(({ nice = 0 }) => nice > 0)).toBe(true)
  }
})
