// Passwords that have leaked somewhere, in a shop that brings a list of them (docs/security.md,
// K15).
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { ensureFirstOwner } from '../../commands/staff.ts'
import { testDatabase } from '../database.ts'
import { ownerPassword } from '../running-service.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

/** Long and honest sentences, so that only the list speaks against them. */
const leaked = ['many olives on the northern hill', 'two boats asleep in the old port']
const other = 'nobody sings before the third coffee'

let folder: string
let shop: GuardedShop
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-breached-'))
  const hashes = leaked.map((password) => createHash('sha1').update(password).digest('hex'))
  const lines = hashes.map((hash) => `${hash.toUpperCase()}:7`).toSorted()
  const path = join(folder, 'list.txt')
  await writeFile(path, `${lines.join('\r\n')}\r\n`)
  shop = await openGuardedShop({ BREACHED_PASSWORDS_FILE: path })
}, 120_000)
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

const tooEasy = { code: 'weak_password', error: 'This password is too easy to guess.' }

it('K15 a password that has leaked is taken from nobody who changes his own', async () => {
  const owner = await shop.owner()
  const change = async (newPassword: string, currentPassword = ownerPassword) =>
    (await owner.post('/api/auth/admin-password', { currentPassword, newPassword })).body
  for (const password of leaked) expect(await change(password)).toMatchObject(tooEasy)
  expect((await change(other)).user).toBeDefined()
  expect((await change(ownerPassword, other)).user).toBeDefined()
})

it('K15 nor from who is invited, whose link is as good as before', async () => {
  const owner = await shop.owner()
  const rima = { email: 'rima@shop.example', fullName: 'Rima Saad', role: 'auditor', entry: 'link' }
  const { entry } = (await owner.post('/api/admin/staff', rima)).body
  const accept = (newPassword: string) =>
    shop.browser().post('/api/auth/invitation', {
      token: new URL(entry.link).hash.slice(1),
      newPassword,
    })
  expect((await accept(leaked[0] ?? '')).body).toMatchObject(tooEasy)
  expect((await accept(other)).status).toBe(200)
})

it('K15 nor is the first owner made with one, while an owner who is there stays', async () => {
  const { breached, codeKeys, database, store } = shop.service.core
  const settings = { email: 'first@shop.example', password: leaked[0] ?? '' }
  const test = await testDatabase()
  try {
    const fresh = { database: test.database, store, codeKeys, breached }
    await expect(ensureFirstOwner(fresh, settings)).rejects.toMatchObject({ code: 'weak_password' })
    const { rows } = await test.owner.query('select from people')
    expect(rows).toEqual([])
  } finally {
    await test.drop()
  }
  const known = await ensureFirstOwner({ database, store, codeKeys, breached }, settings)
  expect(known).toEqual({ kind: 'exists' })
})
