// What the commands of the terminal refuse: in one sentence, with the exit status that their help
// tells, and before anything is made or written. The real programs, a third of them in each turn.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { MANIFEST } from '../backup/backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import { ofTurn } from '../testing/turns.ts'
import { closedPath } from './closed-path.ts'
import { tellRefusal } from './refusals.ts'
import { explain } from './until-asked.ts'

let room: string
/** Where DATA_DIR and SIGNER_DIR would be. */
let place: string
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-refusals-'))
  place = join(room, 'place')
  await mkdir(place)
})
afterAll(() => rm(room, { recursive: true, force: true }))

type Ended = { code: unknown; said: string }
type Settings = Record<string, string>

function command(name: string, given: readonly string[], settings: Settings = {}): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const folders = { DATA_DIR: join(place, 'data'), SIGNER_DIR: join(place, 'signer') }
  const env = { PATH, NODE_COMPILE_CACHE, ...folders, ...settings }
  const program = join(import.meta.dirname, `${name}.ts`)
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], { env }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, said: out + said }),
    )
  })
}

/** Nothing but the reason, and nothing made. */
async function refuses({ code, said }: Ended, expected: { code: number; reason: string }) {
  expect(said).toContain(expected.reason)
  expect(said).not.toMatch(/^\s+at /m)
  expect(code).toBe(expected.code)
  expect(await readdir(place)).toEqual([])
}

const phone = '+96170123456'
const raffleId = '0197f0a0-0000-7000-8000-000000000001'

describe('a command that was typed wrongly', () => {
  it.each(
    ofTurn<[string, string[], number]>(
      [
        ['backup', ['--bse'], 1],
        ['restore', ['--setle'], 2],
        ['rebuild', ['--rolback'], 1],
        ['retention', ['--aply'], 1],
        ['verify', ['--jso'], 1],
        ['migrate', ['--read-model'], 1],
        ['erase', [phone, '--aply'], 1],
        ['resume', ['--rafle'], 1],
        ['signer', ['status', '--jso'], 1],
        ['start', ['--prot'], 1],
        ['serve', ['--prot'], 1],
        ['dev', ['--prot'], 1],
        ['staff', ['list', '--jso'], 1],
        ['seed', ['--oders'], 1],
        ['bench', ['append', '--quik'], 2],
        ['bench', ['web', '--onw'], 2],
        ['build-web', ['--al'], 1],
        ['check', ['--al'], 1],
        ['test-frauds', ['--wirte'], 1],
        ['test-million', ['--al'], 1],
        ['test-mutants', ['writer', '--wirte'], 1],
        ['sbom', ['--prodution'], 1],
        ['simulate', ['--minuts'], 1],
        ['screenshots', ['--onyl=home'], 1],
        ['test-axe', ['--onyl=home'], 1],
        ['witness', ['key', '--fodler'], 1],
        ['bundle', [raffleId, '--otu'], 2],
      ],
      3,
    ),
  )('is refused: npm run %s -- %j', async (name, given, code) =>
    refuses(await command(name, given), { code, reason: given.at(-1) ?? '' }),
  )

  it.each(
    ofTurn<[string, string[], string]>(
      [
        ['erase', [phone, '+96170123457', '--apply'], 'One person at a time'],
        ['rebuild', ['--rollback', '--digest'], 'not both'],
        ['rebuild', ['raffle-bord'], 'there is no projection raffle-bord'],
        ['verify', ['all'], "Unexpected argument 'all'"],
        ['start', ['now'], "Unexpected argument 'now'"],
        ['staff', ['list', 'all'], 'list does not take all'],
        ['staff', ['dismiss', 'rana@shop.lb'], 'There is no command dismiss'],
        ['seed', ['--orders=0'], '--orders is a whole number above zero'],
        ['signer', ['status', 'all'], 'status does not take all'],
        ['signer', ['key', '--json'], 'key does not take --json'],
        ['witness', ['logs', '--port=1'], 'logs does not take --port'],
        ['witness', ['trust', 'a', 'b'], 'trust does not take b'],
        ['test-mutants', ['--page', 'writer'], '--page measures nothing: it stands alone'],
        ['test-mutants', ['--changed', 'events/catalogue.ts:1-9'], 'no --changed'],
        ['simulate', ['--minutes=soon'], '--minutes is a number above zero'],
        ['screenshots', ['--only=('], '--only=( is no pattern'],
      ],
      3,
    ),
  )('is refused: npm run %s -- %j, because %s', async (name, given, reason) =>
    refuses(await command(name, given), { code: 1, reason }),
  )

  it.each(
    ofTurn<[string, string[], string]>(
      [
        ['bundle', [raffleId, 'other'], `${raffleId} does not take other`],
        ['bundle', ['diff', 'a.zip', 'b.zip', '--out=c'], 'diff does not take --out'],
        ['bench', ['append', '--rounds=many'], '--rounds many: a number above zero'],
      ],
      3,
    ),
  )('is refused, with 2: npm run %s -- %j, because %s', async (name, given, reason) =>
    refuses(await command(name, given), { code: 2, reason }),
  )
})

it.each([
  ['bundle', 'npm run bundle'],
  ['sbom', 'npm run sbom'],
  ['verify-draw/entry', 'verify <bundle>'],
])('-h is --help, also of %s', async (name, first) => {
  const { code, said } = await command(name, ['-h'])
  expect([code, said.startsWith(first)]).toEqual([0, true])
})

describe('without the settings of the service', () => {
  it.each(
    ofTurn<[string, string[], number]>(
      [
        ['backup', [], 1],
        ['backup', ['--drill'], 1],
        ['restore', ['--settle'], 2],
        ['rebuild', [], 1],
        ['retention', [], 1],
        ['verify', [], 1],
        ['erase', [phone], 1],
        ['resume', [], 1],
        ['staff', ['list'], 1],
        ['signer', ['status'], 1],
        ['draw', [raffleId], 1],
        ['bundle', [raffleId], 2],
      ],
      3,
    ),
  )('no PostgreSQL is made to be looked at: npm run %s %j', async (name, given, code) =>
    refuses(await command(name, given), { code, reason: 'there is no PostgreSQL in DATA_DIR (' }),
  )

  it.each(
    ofTurn<[string, string[], number]>(
      [
        ['backup', [], 1],
        ['restore', ['somewhere'], 2],
        ['verify', [], 1],
      ],
      3,
    ),
  )('what production lacks is named: npm run %s %j', async (name, given, code) => {
    const ended = await command(name, given, { NODE_ENV: 'production' })
    await refuses(ended, { code, reason: 'APP_SECRET is not set' })
  })

  it.each(
    ofTurn<[string, string[], string]>(
      [
        ['witness', ['key'], 'WITNESS_DIR'],
        ['sandbox', [], 'SANDBOX_PORT'],
        ['sandbox', [], 'SANDBOX_MAIL_PORT'],
        ['sandbox', [], 'PUBLIC_ORIGIN'],
      ],
      3,
    ),
  )('what is not in its file is told: npm run %s %j, %s', async (name, given, setting) => {
    const ended = await command(name, given, { [`${setting}_FILE`]: join(room, 'nowhere') })
    await refuses(ended, { code: 1, reason: `${setting}_FILE names ${join(room, 'nowhere')}` })
  })
})

describe('a restore makes no database for', () => {
  async function folderWith(name: string, manifest: string): Promise<string> {
    const folder = join(room, name)
    await mkdir(folder)
    await writeFile(join(folder, MANIFEST), manifest)
    return folder
  }

  it.each([
    ['damaged', '{"format": "qura-ba', 'is damaged: it is no JSON'],
    ['none', 'null', 'is not one of ours'],
    ['unknown', '{"format": "qura-backup/v9"}', 'is not one of ours'],
  ])('a backup whose manifest is %s', async (name, manifest, why) => {
    const folder = await folderWith(name, manifest)
    const ended = await command('restore', [folder])
    await refuses(ended, { code: 2, reason: `${folder}/${MANIFEST} ${why}` })
  })

  it('a backup of another version', async () => {
    const manifest: Manifest = {
      format: 'qura-backup/v1',
      takenAt: '2026-11-22T08:00:00Z',
      environment: 'production',
      shopLogs: 1,
      migrations: ['9999_of_another.sql'],
      tables: [],
      sequences: [],
      heads: [],
    }
    const folder = await folderWith('other', JSON.stringify(manifest))
    const reason = 'the backup was made by another version (9999_of_another.sql, '
    await refuses(await command('restore', [folder]), { code: 2, reason })
  })
})

describe('a folder outside of the database that cannot be read is named', () => {
  const elsewhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }

  it.each([
    ['verify', []],
    ['signer', ['status']],
  ])('a file stands in its place: npm run %s %j', async (name, given) => {
    const signer = join(room, `file-for-${name}`, 'signer')
    await writeFile(dirname(signer), '')
    const ended = await command(name, given, { ...elsewhere, SIGNER_DIR: signer })
    const reason = 'cannot be read: a file stands where a folder should'
    await refuses(ended, { code: 1, reason })
    expect(ended.said).toContain(signer)
  })

  it('at a start as well', () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const closed = Object.assign(new Error('scandir'), {
      code: 'EACCES',
      path: '/srv/signer/guard',
    })
    const { exitCode } = process
    explain(closed)
    process.exitCode = exitCode
    expect(said.mock.calls).toEqual([[`${closedPath(closed)}\n`]])
    said.mockRestore()
  })

  it.each(['EACCES', 'EPERM'])('it is closed to who runs the command: %s', (code) => {
    const path = '/srv/signer/guard'
    const closed = Object.assign(new Error(`${code}: scandir '${path}'`), { code, path })
    expect(closedPath(closed)).toMatch(/^\/srv\/signer\/guard is closed to this user/)
    expect(closedPath(closed)).toMatch(/: run this as the user of the service, or open it to him$/)
  })

  it('any other failure of the disk is not taken for that', () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC', path: '/srv/signer/guard' })
    const port = Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 })
    expect([full, port, 'EACCES'].map(closedPath)).toEqual([null, null, null])
  })
})

it('what is no refusal is thrown on, with where it happened', () => {
  const bug = new TypeError('nothing is not a function')
  expect(() => tellRefusal(bug)).toThrow(bug)
})
