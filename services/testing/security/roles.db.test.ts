// What each role of staff may do: every operation of staff by every role (docs/security.md, K35). A
// call that is not in the contract is not served, and one of the contract without a route is not
// found: so the rows of the table are the routes, and a route without a row fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { staffRoles } from '#events/staff/roles.ts'
import type { StaffRole } from '#events/staff/events.ts'

import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { ApiClient } from '../api-client.ts'
import { ownerEmail } from '../running-service.ts'
import { sampleBodies } from '../sample-bodies.ts'
import { mayCall, mayCallWith } from './access-table.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let member: ApiClient
beforeAll(async () => {
  shop = await openGuardedShop({ LIMITS: 'relaxed' })
  member = await shop.owner()
}, 120_000)
afterAll(() => shop.stop())

const nothing = '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e5f'
const ofStaff = operations.filter(({ who }) => who === 'staff')
const bodies: Record<string, object> = sampleBodies({ productId: nothing, orderId: nothing })

const setRole = (role: StaffRole | null) =>
  shop.test.owner.query(`update people set role = $1 where email = $2`, [role, ownerEmail])

type Asked = { id?: string; json?: object }

/** Ids that name nothing: who passes the door finds nothing behind it, and nothing changes. */
async function codeOf(operation: Operation, asked: Asked = {}): Promise<string | undefined> {
  const { method, body, name, path } = operation
  // Which status it shall have decides who may: its body is read before the role is asked.
  const { id = nothing, json = name === 'adminChangeOrder' ? { status: 'paid' } : {} } = asked
  const sent = { multipart: new FormData(), raw: '', json }[body?.kind ?? 'json']
  const real = path.replace(/\{\w+\}/g, id)
  const answer = await member.call({ method, path: real, ...(body && { body: sent }) })
  // Who met a failure or a limit was shown neither in nor out.
  const tellsNothing = answer.status >= 500 || answer.status === 429
  expect([name, tellsNothing ? answer.status : 'answered']).toEqual([name, 'answered'])
  return answer.body?.code
}

/** No order and no session is named by them, and the day has not come: nothing changes either. */
function casesOf(self: string): Record<string, Asked> {
  const till = { day: '9999-12-31', counted: '0.00' }
  return {
    'adminChangeOrder paid': { json: { status: 'paid' } },
    'adminChangeOrder cancelled': { json: { status: 'cancelled' } },
    'adminChangeOrder completed': { json: { status: 'completed' } },
    'adminCashUp of the own till': { json: { ...till, cashierId: self } },
    'adminCashUp of the till of another': { json: { ...till, cashierId: nothing } },
    'readStaff of oneself': { id: self },
    'listStaffSignIns of oneself': { id: self },
    'revokeStaffSession of oneself': { id: self },
  }
}

describe('K35 roles', () => {
  it('K35 every operation of staff has a row, and every row an operation', () => {
    expect(Object.keys(mayCall).toSorted()).toEqual(ofStaff.map(({ name }) => name).toSorted())
    const missing = ofStaff.filter(({ name, body }) => body?.kind === 'json' && !bodies[name])
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it.each(staffRoles)('K35 %s does what the table says, and nothing else', async (role) => {
    await setRole(role)
    const before = await shop.recorded()
    const met: Record<string, boolean> = {}
    for (const operation of ofStaff)
      met[operation.name] = (await codeOf(operation)) !== 'not_allowed'
    await setRole('owner')
    const told = Object.fromEntries(
      Object.entries(mayCall).map(([name, roles]) => [name, roles.includes(role)]),
    )
    expect(met).toEqual(told)
    expect(await shop.recorded()).toEqual(before)
  })

  it.each(staffRoles)('K35 %s, where the right depends on what is named', async (role) => {
    const self: string = (await member.get('/api/auth/me')).body.user.id
    await setRole(role)
    const before = await shop.recorded()
    const met: Record<string, boolean> = {}
    for (const [call, asked] of Object.entries(casesOf(self))) {
      const operation = ofStaff.find(({ name }) => name === call.split(' ')[0])!
      met[call] = (await codeOf(operation, asked)) !== 'not_allowed'
    }
    await setRole('owner')
    const told = Object.fromEntries(
      Object.entries(mayCallWith).map(([call, roles]) => [call, roles.includes(role)]),
    )
    expect(met).toEqual(told)
    expect(await shop.recorded()).toEqual(before)
  })

  it('K30 who has no role any more is out of all of them at the next call', async () => {
    await setRole(null)
    const codes = new Set<string | undefined>()
    for (const operation of ofStaff) codes.add(await codeOf(operation))
    await setRole('owner')
    expect([...codes]).toEqual(['not_signed_in'])
    expect((await member.get('/api/admin/raffles')).status).toBe(200)
  })
})
