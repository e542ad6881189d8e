// F10: two or five programs project the same log at once, and some of them are killed.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
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
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all([db.drop(), alone.drop()])
})

type Part = 'reads on' | 'stands between pages' | 'stands in a page'
type Program = {
  kill: () => void
  /** Its first word, or what ended it before it said one. */
  said: Promise<unknown>
  /** What ended it. */
  ended: Promise<unknown>
}
const children: ChildProcess[] = []

function start(part: Part): Program {
  const execArgv = ['--disable-warning=ExperimentalWarning']
  const child = fork(program, [db.url, part], { execArgv })
  children.push(child)
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => signal ?? code)
  const word = once(child, 'message').then(([said]: unknown[]) => said)
  return { kill: () => child.kill('SIGKILL'), said: Promise.race([word, ended]), ended }
}

const project = () => start('reads on').ended

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

    const ends = await Promise.all(Array.from({ length: programs }, project))

    expect(ends).toEqual(Array.from({ length: programs }, () => 0))
    // Who found everything taken has ended before the others: somebody reads the rest.
    await project()
    await expectProjected()
  },
  30_000,
)

it('programs that are killed while others read on lose and repeat nothing (F10)', async () => {
  await insertFacts(db.owner, facts)

  // One after the other: who stands in a page holds its rows.
  const doomed: Program[] = []
  for (const part of ['stands between pages', 'stands in a page'] as const) {
    const child = start(part)
    expect(await child.said).toBe('standing')
    doomed.push(child)
  }
  const others = [start('reads on'), start('reads on')]
  expect(await Promise.all(others.map(({ said }) => said))).toEqual(['reading', 'reading'])
  for (const { kill } of doomed) kill()

  expect(await Promise.all(doomed.map(({ ended }) => ended))).toEqual(['SIGKILL', 'SIGKILL'])
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0])
  await project()
  await expectProjected()
}, 180_000)
