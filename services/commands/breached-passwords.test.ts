import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openBreachedPasswords } from './breached-passwords.ts'
import { requireStrong } from './passwords.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-breached-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const passwords = (count: number) => Array.from({ length: count }, (_, n) => `password number ${n}`)

type Written = { ends: string; isEnded: boolean; hasTimes: boolean }

/** As the list is given out, or as another program would have written it. */
async function listOf(leaked: readonly string[], written: Partial<Written> = {}) {
  const { ends = '\r\n', isEnded = true, hasTimes = true } = written
  const lines = leaked
    .map(hashOf)
    .toSorted()
    .map((hash, n) => (hasTimes ? `${hash}:${10 ** (n % 8)}` : hash))
  const path = join(folder, 'list.txt')
  await writeFile(path, lines.join(ends) + (isEnded && lines.length > 0 ? ends : ''))
  return openBreachedPasswords(path)
}

const writings: Partial<Written>[] = [
  {},
  { ends: '\n' },
  { ends: '\n', isEnded: false },
  { hasTimes: false },
  { hasTimes: false, ends: '\n', isEnded: false },
]

it.each(writings)('finds what is on the list and nothing else: %j', async (written) => {
  for (const count of [0, 1, 2, 3, 64, 65]) {
    const all = passwords(2 * count + 1)
    const leaked = all.filter((_, n) => n % 2 === 1)
    const list = await listOf(leaked, written)
    const found: string[] = []
    for (const password of all) if (await list.has(password)) found.push(password)
    await list.close()
    expect(found).toEqual(leaked)
  }
})

it('finds many at the same time', async () => {
  const leaked = passwords(2_000)
  const list = await listOf(leaked)
  const found = await Promise.all(leaked.map((password) => list.has(password)))
  expect(found).toEqual(leaked.map(() => true))
  await list.close()
})

it('finds a password whatever way its accents were typed', async () => {
  const password = 'café au bord de la mer'
  const list = await listOf([password.normalize('NFC')])
  expect(await list.has(password.normalize('NFD'))).toBe(true)
  await list.close()
})

it('fails where there is something else than hashes, and takes nothing for safe', async () => {
  const path = join(folder, 'other.txt')
  await writeFile(path, 'once upon a time there was a file\n'.repeat(100))
  const list = await openBreachedPasswords(path)
  await expect(list.has('five cedars over the harbour')).rejects.toThrow(/else than a hash/)
  await list.close()
})

it('refuses a long and honest password that has leaked, as it refuses common ones', async () => {
  const list = await listOf(['five cedars over the harbour', ...passwords(20)])
  const refused = requireStrong('five cedars over the harbour', [], list)
  await expect(refused).rejects.toMatchObject({
    code: 'weak_password',
    message: 'This password is too easy to guess.',
  })
  await requireStrong('my grandmother kept bees in Zahle', [], list)
  await requireStrong('five cedars over the harbour', [])
  await list.close()
})
