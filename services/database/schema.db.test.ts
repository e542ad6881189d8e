import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { openDatabase, sqlState } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { readText } from '../io/files.ts'
import { emptyDatabase, migratedDatabase, testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { compareWithFiles, migrate, migrationsFolder } from './migrate.ts'
import { dumpSchema } from './schema-dump.ts'

describe('the schema', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase()
  })
  afterAll(() => test.drop())

  it('is the one that migrations/schema.sql says (npm run migrate -- --dump)', async () => {
    const committed = await readText(join(migrationsFolder, 'schema.sql'))
    expect(await dumpSchema(test.owner)).toBe(committed)
  })

  it('is not for the running service to change', async () => {
    for (const text of ['create table mine (n int)', 'drop table installation', 'create role me'])
      expect(await refusal(test, text)).toMatch(/^42501$|^none$/)
    expect(await refusal(test, `update installation set environment = 'production'`)).toBe('42501')
    expect(await refusal(test, 'delete from migrations')).toBe('42501')
  })
})

describe('migrations', () => {
  it('apply once, and a second run has nothing to do', async () => {
    const empty = await emptyDatabase()
    const names: string[] = []
    const first = await migrate(empty.ownerUrl, {
      environment: 'demo',
      onProgress: ({ name }) => names.push(name),
    })
    expect(first.applied[0]).toBe('0001_clock_and_settings.sql')
    expect(names.at(-1)).toBe('done')
    const second = await migrate(empty.ownerUrl, { environment: 'production' })
    expect(second).toMatchObject({ applied: [], environment: 'demo' })
    await empty.drop()
  })

  it('run one at a time, so two starts together both succeed', async () => {
    const empty = await emptyDatabase()
    const both = await Promise.all([
      migrate(empty.ownerUrl, { environment: 'test' }),
      migrate(empty.ownerUrl, { environment: 'test' }),
    ])
    expect(both.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
    await empty.drop()
  })

  it('give way to who reads the table, and come again', async () => {
    const made = await migratedDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'qura-migrations-'))
    await cp(migrationsFolder, folder, { recursive: true })
    const file = '-- One column more. Older code runs on it.\nalter table carts add column n int;'
    await writeFile(join(folder, '9998_more.sql'), file)

    const owner = openDatabase({ url: made.ownerUrl, applicationName: 'qura test', poolMax: 3 })
    let migrating = Promise.resolve<unknown>(null)
    await owner.transaction(async (reader) => {
      await reader.query('select from carts')
      migrating = migrate(made.ownerUrl, { environment: 'test', folder })
      await vi.waitFor(async () => expect(await isWaiting(owner)).toBe(true), { timeout: 20_000 })
      // Queued behind the change: answered when it gives up.
      await owner.query('select from carts')
    })
    await migrating
    expect((await owner.query('select n from carts')).rows).toEqual([])
    await owner.end()
    await made.drop()
    await rm(folder, { recursive: true })
  })

  it('end a statement that takes too long, unless its file says why it must', async () => {
    const made = await migratedDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'qura-migrations-'))
    await cp(migrationsFolder, folder, { recursive: true })
    const slow = join(folder, '9998_slow.sql')
    const hasty = { environment: 'test', folder, statementTimeoutMs: 100 } as const
    const file = '-- Takes its time. Older code runs on it.\nselect pg_sleep(0.3);'
    await writeFile(slow, file)
    await expect(migrate(made.ownerUrl, hasty)).rejects.toThrow(/9998_slow.sql: .*timeout/)

    await writeFile(slow, `-- allowed: long: nobody reads this table yet.\n${file}`)
    const { applied } = await migrate(made.ownerUrl, hasty)
    expect(applied).toEqual(['9998_slow.sql'])
    await made.drop()
    await rm(folder, { recursive: true })
  })

  it('refuse a file changed after it was applied, and a database of another line', async () => {
    const made = await migratedDatabase()
    const owner = openDatabase({ url: made.ownerUrl, applicationName: 'qura test', poolMax: 1 })
    expect(await compareWithFiles(owner)).toEqual({ lacks: [], ahead: null })

    await owner.query(`update migrations set sha256 = 'other' where name like '0001%'`)
    await expect(migrate(made.ownerUrl, { environment: 'test' })).rejects.toThrow(/was changed/)
    await owner.query(`insert into migrations (name, sha256) values ('9999_later.sql', '')`)
    await owner.query(`delete from migrations where name like '0001%'`)
    await expect(migrate(made.ownerUrl, { environment: 'test' })).rejects.toThrow(
      /newer than this program: it has 9999_later.sql, and lacks 0001/,
    )
    await owner.end()
    await made.drop()
  })

  it('of a later version are left as they are by an older one, which starts again', async () => {
    const { old, next, owner, drop } = await twoVersions()
    const file = '-- One column more. Older code runs on it.\nalter table carts add column n int;'
    await writeFile(join(next, '9998_more.sql'), file)
    await changeFunction(next)
    await migrate(owner.url, { environment: 'test', folder: next })

    const before = await dumpSchema(owner)
    const again = await migrate(owner.url, { environment: 'test', folder: old })
    expect(again).toMatchObject({ applied: [], ahead: '9998_more.sql' })
    expect(await bodyOf(owner)).toContain(mark)
    expect(await dumpSchema(owner)).toBe(before)
    expect(await compareWithFiles(owner)).toEqual({ lacks: [], ahead: '9998_more.sql' })
    await drop()
  })

  it('say which version the database needs, and what is older is refused', async () => {
    const { old, next, owner, drop } = await twoVersions()
    const needs = '-- needs 9997: programs before it read the column that goes here.'
    const file = `-- Older code does not run on it.\n${needs}\nalter table carts add column n int;`
    await writeFile(join(next, '9997_column.sql'), '-- Older code runs on it.\nselect 1;')
    await migrate(owner.url, { environment: 'test', folder: next })
    const between = await mkdtemp(join(tmpdir(), 'qura-migrations-'))
    await cp(next, between, { recursive: true })
    await writeFile(join(next, '9998_gone.sql'), file)
    await migrate(owner.url, { environment: 'test', folder: next })

    const start = (folder: string) => migrate(owner.url, { environment: 'test', folder })
    expect(await start(between)).toMatchObject({ applied: [], ahead: '9998_gone.sql' })
    await expect(start(old)).rejects.toThrow(/needs a program that knows migration 9997/)
    await expect(compareWithFiles(owner)).rejects.toThrow(/needs a program that knows/)
    await rm(between, { recursive: true })
    await drop()
  })

  it('without a file: functions that were replaced are put back for who asks alone', async () => {
    const { old, next, owner, drop } = await twoVersions()
    await changeFunction(next)
    await migrate(owner.url, { environment: 'test', folder: next })
    expect(await bodyOf(owner)).toContain(mark)

    const again = await migrate(owner.url, { environment: 'test', folder: old })
    expect(again).toMatchObject({ applied: [], ahead: 'functions and roles' })
    expect(await bodyOf(owner)).toContain(mark)

    const asked = { environment: 'test', folder: old, putsBack: true } as const
    expect(await migrate(owner.url, asked)).toMatchObject({ ahead: null })
    expect(await bodyOf(owner)).not.toContain(mark)
    // From here on the other one is the one that was replaced.
    expect(await migrate(owner.url, { ...asked, folder: next, putsBack: false })).toMatchObject({
      ahead: 'functions and roles',
    })
    await drop()
  })

  it('give the record of them its newer columns where it has none', async () => {
    const { old, owner, drop } = await twoVersions()
    await owner.query('alter table migrations drop column needs, drop column replaced')
    expect(await compareWithFiles(owner)).toEqual({ lacks: [], ahead: null })
    await migrate(owner.url, { environment: 'test', folder: old })
    expect((await owner.query('select needs, replaced from migrations limit 1')).rows).toEqual([
      { needs: null, replaced: null },
    ])
    await drop()
  })
})

/** A database of the version in `old`, and a copy of its files in which the next one is written. */
async function twoVersions() {
  const made = await migratedDatabase()
  const next = await mkdtemp(join(tmpdir(), 'qura-migrations-'))
  await cp(migrationsFolder, next, { recursive: true })
  const url = made.ownerUrl
  const owner = { url, ...openDatabase({ url, applicationName: 'qura test', poolMax: 1 }) }
  const drop = async () => {
    await owner.end()
    await made.drop()
    await rm(next, { recursive: true })
  }
  return { old: migrationsFolder, next, owner, drop }
}

const mark = '-- of the next version'

async function changeFunction(folder: string): Promise<void> {
  const path = join(folder, 'functions/move_clock.sql')
  const text = await readText(path)
  await writeFile(
    path,
    text!.replace('as $$', (before) => `${before} ${mark}`),
  )
}

async function bodyOf(owner: Database): Promise<string> {
  const { rows } = await owner.query<{ prosrc: string }>(
    `select prosrc from pg_proc where proname = 'move_clock'`,
  )
  return rows[0]!.prosrc
}

async function isWaiting(owner: Database): Promise<boolean> {
  const { rows } = await owner.query(
    `select from pg_locks
      where relation = 'carts'::regclass and mode = 'AccessExclusiveLock' and not granted`,
  )
  return rows.length > 0
}

async function refusal({ database }: TestDatabase, text: string): Promise<string> {
  return database.query(text).then(
    () => 'none',
    (error: unknown) => sqlState(error) ?? String(error),
  )
}
