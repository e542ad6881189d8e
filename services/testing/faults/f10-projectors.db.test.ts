// F10: two or five programs project the same log at once, and some of them are killed.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'

import { insertFacts, syntheticShop } from '../../bench/synthetic-shop.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import { digestReadModels } from '../../workers/digest.ts'
import { openProjector } from '../../workers/projector.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'

const facts = syntheticShop({ seed: 'F10', raffles: 3, products: 6, orders: 150 })
const program = join(import.meta.dirname, 'projector-process.ts')

let db: TestDatabase
let alone: TestDatabase
beforeEach(async () => {
  db = await testDatabase()
  alone = await testDatabase()
})
afterEach(() => Promise.all([db.drop(), alone.drop()]))

/** Answers with what ended it. */
async function project(isKilled: boolean): Promise<unknown> {
  const child = fork(program, [db.url], { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const ended = once(child, 'exit')
  await once(child, 'message')
  if (isKilled) child.kill('SIGKILL')
  const [code, signal] = await ended
  return signal ?? code
}

/** Every fact once in every row: the same rows as one undisturbed projector makes. */
async function expectProjected(): Promise<void> {
  await insertFacts(alone.owner, facts)
  await openProjector({ database: alone.database, projections: allProjections }).catchUp()
  expect(await digestReadModels(db.owner, allProjections)).toEqual(
    await digestReadModels(alone.owner, allProjections),
  )
  const status = await projectionStatus(db.database)
  expect(status.filter(({ lagEvents, stopped }) => lagEvents > 0 || stopped.length > 0)).toEqual([])
}

it.each([2, 5])(
  '%d programs at once apply every fact once (F10)',
  async (programs) => {
    await insertFacts(db.owner, facts)

    const ends = await Promise.all(Array.from({ length: programs }, () => project(false)))

    expect(ends).toEqual(Array.from({ length: programs }, () => 0))
    // Who found everything taken has ended before the others: somebody reads the rest.
    await project(false)
    await expectProjected()
  },
  30_000,
)

it('programs that are killed while others read on lose and repeat nothing (F10)', async () => {
  await insertFacts(db.owner, facts)

  const ends = await Promise.all([true, false, true, false].map(project))

  expect(ends.filter((end) => end === 'SIGKILL')).toHaveLength(2)
  await project(false)
  await expectProjected()
}, 180_000)
