// What a test file finds under the name `vitest` in a mutation run: the same words, but the tests
// are kept, so that they can be run thousands of times in one process without being loaded again.
// Expectations are vitest's own.
import type { ExpectStatic, VitestUtils } from 'vitest'

import { assert } from '#events/kernel/assert.ts'

type Act = () => unknown
type Each = (...row: never[]) => unknown

export type KeptTest = { id: string; file: KeptFile; act: Act }
export type KeptFile = { path: string; before: Act[]; after: Act[] }

/** Vitest asks for the worker that it believes to run in. */
const worker = { config: { expect: {} }, filepath: '', environment: {}, ctx: {}, durations: {} }
Object.assign(globalThis, { __vitest_worker__: worker })
const own: { expect: ExpectStatic; vi: VitestUtils } = await import(
  import.meta.resolve('../../../node_modules/vitest/dist/index.js')
)
export const { expect, vi } = own

let file: KeptFile | undefined
let suite: string[] = []
let kept: KeptTest[] = []

/** The tests of a file, in their order; `load` imports it. */
export async function testsOf(path: string, load: () => Promise<unknown>): Promise<KeptTest[]> {
  file = { path, before: [], after: [] }
  kept = []
  await load()
  file = undefined
  return kept
}

const current = (): KeptFile => {
  assert(file !== undefined, 'tests are described while their file is loaded')
  return file
}

function keep(name: string, act: Act): void {
  const path = current().path
  const words = [path, ...suite, name].join(' › ')
  kept.push({ id: `${words} #${kept.length + 1}`, file: current(), act })
}

/** `it(name, act, timeout)` and `it(name, options, act)`. */
const actOf = <Kind>(first: unknown, second: unknown): Kind =>
  (typeof first === 'function' ? first : second) as Kind

export const it = Object.assign(
  (name: string, first: unknown, second?: unknown) => keep(name, actOf<Act>(first, second)),
  {
    each: (rows: readonly unknown[]) => (name: string, first: unknown, second?: unknown) => {
      const act = actOf<Each>(first, second)
      for (const row of rows) keep(name, () => act(...(cellsOf(row) as never[])))
    },
  },
)
export const test = it

function inSuite(name: string, act: Act): void {
  suite.push(name)
  act()
  suite = suite.slice(0, -1)
}

export const describe = Object.assign(inSuite, {
  each: (rows: readonly unknown[]) => (name: string, act: Each) => {
    for (const row of rows) inSuite(name, () => act(...(cellsOf(row) as never[])))
  },
})

const cellsOf = (row: unknown): unknown[] => (Array.isArray(row) ? row : [row])

export const beforeAll = (act: Act) => void current().before.push(act)
export const afterAll = (act: Act) => void current().after.push(act)
export const beforeEach = (act: Act) => void eachOf(act)

/** Before each test of the file that follows. */
function eachOf(before: Act): void {
  const path = current()
  for (const one of kept) assert(one.file !== path, 'said before the first test')
  const push = kept.push.bind(kept)
  kept.push = (...tests) =>
    push(
      ...tests.map((one) => ({
        ...one,
        act: async () => {
          await before()
          await one.act()
        },
      })),
    )
}
