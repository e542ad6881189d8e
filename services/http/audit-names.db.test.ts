// From what people call somebody or something to its id, as the audit trail asks for it.
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { SubjectKind } from '../contract/admin-audit.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { findSubject } from './audit-names.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
}, 60_000)
afterAll(() => test.drop())

type Person = { name: string; phone?: string; email?: string; role?: string }

async function person({ name, phone, email, role }: Person): Promise<string> {
  const id = randomUUID()
  await test.owner.query(
    `insert into people (person_id, full_name, phone, email, role, password_hash, created_at)
     values ($1, $2, $3, $4, $5::text, case when $5::text is not null then 'hash' end, now())`,
    [id, name, phone ?? null, email ?? null, role ?? null],
  )
  return id
}

async function order(id: string, reference: string): Promise<string> {
  await test.owner.query(
    `insert into order_status_v1_1 (order_id, version, log_id, log_position, reference, order_type,
                                    status, total_cents, placed_at)
     values ($1, 1, 'shop/0', 1, $2, 'online', 'paid', 500, now())`,
    [id, reference],
  )
  return id
}

const idOf = async (kind: SubjectKind, called: string) =>
  (await findSubject(test.database, { kind, called }))?.id ?? null

/** What tells apart those that are called so, where none of them is taken. */
async function several(kind: SubjectKind, called: string): Promise<readonly string[]> {
  const asked = findSubject(test.database, { kind, called, field: 'actor' })
  const refusal = await asked.then(String, (error: unknown) => error)
  const fields = [{ path: 'actor', message: expect.stringContaining(', ') }]
  expect(refusal).toMatchObject({ code: 'several_found', details: { fields } })
  const named = String(refusal).split(': ').at(-1) ?? ''
  return named.split(', ').toSorted()
}

it('finds a customer by the whole name, in capitals or not, and by no part of it', async () => {
  const id = await person({ name: 'Joelle Karam', phone: '+96170100001', email: 'jk@shop.example' })
  for (const called of ['Joelle Karam', 'JOELLE karam', 'JK@shop.example', '70 100 001', id])
    expect(await idOf('customer', called), called).toBe(id)
  for (const called of ['Joelle', 'Karam', 'Joelle Kara_', '%', 'shop.example'])
    expect(await idOf('customer', called), called).toBeNull()
})

it('takes none of several customers with one name or e-mail, and names their phones', async () => {
  const email = 'family@shop.example'
  const phones = ['+96170200001', '+96170200002']
  const ids = await Promise.all(phones.map((phone) => person({ name: 'Ali Hassan', phone, email })))
  for (const called of ['ali hassan', email])
    expect(await several('customer', called)).toEqual(phones)
  expect(await Promise.all(phones.map((phone) => idOf('customer', phone)))).toEqual(ids)
})

it('names five of many with one name, and says that there are more', async () => {
  const phones = [1, 2, 3, 4, 5, 6].map((nth) => `+9617050000${nth}`)
  await Promise.all(phones.map((phone) => person({ name: 'Maya Khoury', phone })))
  const told = await several('customer', 'Maya Khoury')
  expect(told).toHaveLength(6)
  expect(told).toContain('…')
  expect(phones).toEqual(expect.arrayContaining(told.filter((one) => one !== '…')))
})

it('a phone goes before a name that looks like it', async () => {
  const id = await person({ name: 'Hala', phone: '+96170300001' })
  await person({ name: '+96170300001', phone: '+96170300002' })
  expect(await idOf('customer', '+96170300001')).toBe(id)
})

it('finds staff by name, and names the e-mails of two with one', async () => {
  const staff = { name: 'Rana Haddad', role: 'cashier' }
  const id = await person({ ...staff, email: 'rana@shop.example' })
  await person({ name: 'Rana Haddad', phone: '+96170400001' }) // a customer is none of the staff
  for (const called of ['rana haddad', 'Rana@shop.example', id])
    expect(await idOf('staff', called), called).toBe(id)
  await person({ ...staff, email: 'second@shop.example' })
  const emails = ['rana@shop.example', 'second@shop.example']
  expect(await several('staff', 'Rana Haddad')).toEqual(emails)
  expect(await idOf('staff', 'second@shop.example')).not.toBe(id)
})

it('finds an order by the short id of its card, and neither of two that share it', async () => {
  const id = await order('1a2b3c4d-0000-4000-8000-000000000001', 'QR-AAAAA1')
  await order('1a2b3c4e-0000-4000-8000-000000000001', 'QR-AAAAA2')
  for (const called of ['1a2b3c4d', '#1a2b3c4d', '1A2B3C4D', 'qr-aaaaa1', id])
    expect(await idOf('order', called), called).toBe(id)
  for (const called of ['1a2b3c4', '1a2b3c4f', '1a2b3c4d0', 'card'])
    expect(await idOf('order', called), called).toBeNull()
  const second = await order('1a2b3c4d-ffff-4fff-bfff-ffffffffffff', 'QR-AAAAA3')
  expect(await several('order', '1a2b3c4d')).toEqual(['QR-AAAAA1', 'QR-AAAAA3'])
  expect(await idOf('order', second)).toBe(second)
})
