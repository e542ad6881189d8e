// The campaign finds its tests by reading them: what it finds must be there, and nobody may write a
// test of a fault that it does not find.
import { expect, it } from 'vitest'

import { readText } from '../../io/files.ts'
import { readHouse } from '../house.ts'
import { nightTests, testsOfFaults } from './night-tests.ts'

const file = (path: string, text: string) => ({ path, text })

it('knows the test of a fault by its name, its first lines or a title', () => {
  const found = nightTests([
    file('services/testing/faults/f02-killed.db.test.ts', 'import {} from "x"\n'),
    file('services/event-store/outage.db.test.ts', '// Faults F3 and F4: lost.\nimport'),
    file('services/ledger/tree.db.test.ts', "describe('x', () => {\n  it('F20 is named', () => {"),
    file('services/http/csv.test.ts', "it('has nothing to do with F8', () => {})\n"),
  ])
  expect(found.map(({ faults }) => faults)).toEqual([[2], [3, 4], [20]])
})

it('reads in the first lines how long a test is at night', () => {
  const header =
    '// F18: restarts.\n// At full length: FAULT_ROUNDS=20 FAULT_RATE=200, at most 8 minutes.\n'
  const [found] = nightTests([file('services/testing/faults/f18-x.db.test.ts', header)])
  expect(found).toMatchObject({
    settings: { FAULT_ROUNDS: '20', FAULT_RATE: '200' },
    minutesMax: 8,
    isAlone: false,
  })
  const alone = header.replace('full length', 'full length, beside nothing')
  const [quiet] = nightTests([file('services/testing/faults/f18-x.db.test.ts', alone)])
  expect(quiet).toEqual({ ...found, isAlone: true })
})

it('runs faults that share a file together, and one with its own file by that alone', () => {
  const runs = testsOfFaults(
    nightTests([
      file('services/a.db.test.ts', '// F3 and F4 and F5.\n'),
      file('services/testing/faults/f05-x.db.test.ts', ''),
    ]),
  )
  const shared = runs.filter(({ tests }) => tests.length > 0)
  expect(shared.map(({ faults }) => faults)).toEqual([[3, 4], [5]])
})

it('finds a test for each fault of the house that has one', async () => {
  const files = await readHouse()
  const runs = testsOfFaults(nightTests(files))
  const own = files.filter(({ path }) => /\/faults\/f\d\d-.*\.test\.ts$/.test(path))
  const found = runs.flatMap(({ tests }) => tests.map(({ path }) => path))
  expect(found).toEqual(expect.arrayContaining(own.map(({ path }) => path)))
  expect(runs.flatMap(({ faults }) => faults).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 24 }, (_, nth) => nth + 1),
  )
})

it('understands each test that says how long it is at night', async () => {
  const files = (await readHouse()).filter(({ path }) => /^services\/.*\.test\.ts$/.test(path))
  const saying = files.filter(({ text }) => /^\/\/.*\bat full length\b/im.test(text))
  expect(saying.length).toBeGreaterThan(10)
  const understood = nightTests(saying).filter(({ settings }) => Object.keys(settings).length > 0)
  expect(understood.map(({ path }) => path)).toEqual(saying.map(({ path }) => path))
})

it('finds for each fault the test that docs/campaign.md names', async () => {
  const page =
    (await readText(new URL('../../../docs/campaign.md', import.meta.url).pathname)) ?? ''
  const rows = [...page.matchAll(/^\| F(\d+) \|[^|]+\| `([^`]+)` \|/gm)]
  const runs = testsOfFaults(nightTests(await readHouse()))
  const missing = rows.filter(
    ([, fault, path]) =>
      !runs.some(
        ({ faults, tests }) =>
          faults.includes(Number(fault)) && tests.some((test) => test.path === path),
      ),
  )
  expect(rows.map(([, fault]) => Number(fault))).toEqual(
    Array.from({ length: 24 }, (_, nth) => nth + 1),
  )
  expect(missing.map(([row]) => row)).toEqual([])
})
