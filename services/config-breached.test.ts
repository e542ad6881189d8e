import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { ConfigRefused, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'qura-breached-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(text: string): string {
  const path = join(folder, 'list.txt')
  writeFileSync(path, text)
  return path
}

function gapsOf(path: string): readonly string[] {
  try {
    readConfig({ BREACHED_PASSWORDS_FILE: path })
    return []
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    return error.gaps
  }
}

const hash = (letter: string) => letter.repeat(40)
const many = Array.from({ length: 5_000 }, (_, n) => n.toString(16).toUpperCase().padStart(40, '0'))

it('there is no list unless one is named', () =>
  expect(readConfig({}).admin.breachedPasswordsFile).toBeNull())

it.each([
  ['as it is given out', `${hash('0')}:12\r\n${hash('A')}:3\r\n`],
  ['hashes alone, the last line without an end', `${hash('0')}\n${hash('A')}`],
  ['one hash', `${hash('0')}\n`],
  ['more than is looked at', many.join('\n')],
])('takes %s', (_what, text) => {
  const path = written(text)
  expect(gapsOf(path)).toEqual([])
  expect(readConfig({ BREACHED_PASSWORDS_FILE: path }).admin.breachedPasswordsFile).toBe(path)
})

it.each([
  ['is not in order', 'one in another order', `${hash('A')}:3\n${hash('0')}:12\n`],
  ['is not in order', 'one that is turned round', many.toReversed().join('\n')],
  ['is no list', 'lower case', `${hash('a')}:3\n`],
  ['is no list', 'hashes of another kind', `${'A'.repeat(32)}:3\n`],
  ['is no list', 'the passwords themselves', 'password\nqwerty\n'],
  ['is no list', 'nothing', ''],
])('stops the start, for it %s: %s', (why, _what, text) =>
  expect(gapsOf(written(text))).toEqual([expect.stringContaining(why)]),
)

it('stops the start where it cannot be read', () => {
  expect(gapsOf(join(folder, 'none.txt'))).toEqual([expect.stringContaining('(ENOENT)')])
  expect(gapsOf(folder)).toEqual([expect.stringContaining('(EISDIR)')])
})
