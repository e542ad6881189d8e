// Settings that lie in files: Docker's secrets, agents of a vault.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openReader } from './config-reader.ts'
import { ConfigRefused, readConfig } from './config.ts'
import type { Env } from './config.ts'

const secret = 'Zk3vQ9xLr7TgYw2NbH8mPc5JdF1sEa4U'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'qura-settings-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** The gaps of a start, as one text. */
function refusalOf(env: Env): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigRefused) return error.gaps.join('\n')
    throw error
  }
  return ''
}

describe('a setting whose file is named', () => {
  it('is what stands there, without the end of its line', async () => {
    const APP_SECRET_FILE = await written('secret', `${secret}\r\n`)
    expect(readConfig({ APP_SECRET_FILE }).secrets).toEqual({ current: secret, previous: null })
  })

  it('may be a number, an address or a word, and is checked like any other', async () => {
    const PORT_FILE = await written('port', '4000\n')
    const LIMITS_FILE = await written('limits', 'strict')
    const config = readConfig({ PORT_FILE, LIMITS_FILE })
    expect([config.http.port, config.limits]).toEqual([4_000, 'strict'])
    expect(refusalOf({ PORT_FILE: LIMITS_FILE })).toContain('PORT must be a whole number')
  })

  it('counts where production asks whether it is set at all', async () => {
    const TEST_DATABASE_URL_FILE = await written('test', 'postgres://db.invalid/test')
    const SIGNER_DIR_FILE = await written('signer', '/etc/qura/signer')
    const production = { NODE_ENV: 'production', DATA_DIR: '/var/qura' }
    const said = refusalOf({ ...production, TEST_DATABASE_URL_FILE, SIGNER_DIR_FILE })
    expect(said).toContain('TEST_DATABASE_URL is set')
    expect(said).not.toContain('SIGNER_DIR')
  })

  it('is refused beside the setting itself: nobody could say which of them counts', async () => {
    const APP_SECRET_FILE = await written('other', 'y'.repeat(40))
    const said = refusalOf({ APP_SECRET: secret, APP_SECRET_FILE })
    expect(said).toBe('APP_SECRET and APP_SECRET_FILE are both set: choose one')
  })

  it.each([
    ['that is not there', 'nowhere', 'ENOENT'],
    ['that is a folder', '.', 'EISDIR'],
  ])('is refused with a file %s, by its name', (_what, name, code) => {
    const path = join(folder, name)
    const said = refusalOf({ MAIL_FROM_FILE: path })
    expect(said).toBe(`MAIL_FROM_FILE names ${path}, which cannot be read (${code})`)
  })

  it('is refused with a file that nobody has filled yet', async () => {
    const DATABASE_URL_FILE = await written('empty', '\n')
    expect(refusalOf({ DATABASE_URL_FILE })).toBe(
      `DATABASE_URL_FILE names ${DATABASE_URL_FILE}, which is empty`,
    )
  })

  it('is never repeated, and is told of once, however often it is asked for', async () => {
    const file = await written('wrong', 'k3Zq9-no-number')
    const reader = openReader({ PORT_FILE: file, HOST: 'a', HOST_FILE: file })
    expect([reader.port('PORT', 3_000), reader.port('PORT', 3_000)]).toEqual([3_000, 3_000])
    expect([reader.text('HOST'), reader.text('HOST')]).toEqual(['a', 'a'])
    expect(reader.gaps.filter((gap) => gap.startsWith('HOST'))).toHaveLength(1)
    expect(reader.gaps.join('\n')).not.toContain('k3Zq9')
  })
})
