// The first owner (docs/security.md, K23): without ADMIN_EMAIL and ADMIN_PASSWORD production has
// nobody on its staff until the terminal lets the first one in, and a demo has a password that
// nobody knew before its start.
import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ensureFirstOwner } from '../../commands/staff.ts'
import { readConfig } from '../../config.ts'
import type { ApiClient } from '../api-client.ts'
import { productionSettings } from '../production-settings.ts'
import { ownerEmail, ownerPassword } from '../running-service.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

const first = 'first@shop.example'
const chosen = 'many olives on the northern hill'
const other = 'other olives on the northern hill'

const login = (browser: ApiClient, email: string, password: string) =>
  browser.post('/api/auth/admin-login', { email, password })

describe('production', () => {
  let shop: GuardedShop
  beforeAll(async () => {
    shop = await openGuardedShop({}, { withoutOwner: true })
  }, 120_000)
  afterAll(() => shop.stop())

  const onStaff = async () => {
    const text = 'select email, role from people where role is not null'
    return (await shop.test.owner.query(text)).rows
  }

  it('K23 without ADMIN_EMAIL has nobody on its staff, and nobody signs in', async () => {
    const { email, password } = readConfig(productionSettings).admin
    expect([email, password]).toEqual([null, null])
    expect(shop.service.oneTimePassword).toBeNull()
    expect(await onStaff()).toEqual([])
    for (const [name, guess] of [
      [ownerEmail, ownerPassword],
      ['owner@qura.example', 'owner'],
      ['admin@qura.example', 'admin'],
      ['admin', 'admin'],
    ] as const) {
      const { status } = await login(shop.browser(), name, guess)
      expect([name, status]).toEqual([name, 401])
    }
    expect((await shop.browser().get('/api/admin/staff')).status).toBe(401)
  })

  /** `npm run staff`, as it is called. */
  function staff(...given: string[]): Promise<string> {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const own = { DATABASE_URL: shop.test.ownerUrl, PUBLIC_ORIGIN: shop.origin }
    const env = { PATH, NODE_COMPILE_CACHE, ...own }
    const program = join(import.meta.dirname, '../../cli/staff.ts')
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...given], { env }, (_error, out, said) =>
        resolve(out + said),
      )
    })
  }

  it('K23 the link that the terminal prints makes the first owner, once', async () => {
    const said = await staff('invite', first, 'owner', 'Rana', 'Haddad')
    const [, origin, token] = /^(\S+)\/admin\/invitation#(\S+)$/m.exec(said) ?? [said]
    expect(origin).toBe(shop.origin)
    expect(await onStaff()).toEqual([{ email: first, role: 'owner' }])
    expect((await login(shop.browser(), first, chosen)).status).toBe(401)

    const accept = async (newPassword: string) =>
      (await shop.browser().post('/api/auth/invitation', { token, newPassword })).body
    expect(await accept(chosen)).toEqual({ email: first })
    expect((await accept(other)).code).toBe('invitation_over')
    expect((await login(shop.browser(), first, other)).status).toBe(401)
    const browser = shop.browser()
    expect((await login(browser, first, chosen)).status).toBe(200)
    const { body } = await browser.get('/api/admin/staff')
    expect(body.data).toMatchObject([{ email: first, role: 'owner', status: 'enabled' }])
  })
})

it('K23 the password that a demo prints opens its own change, once', async () => {
  const demo = await openGuardedShop({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  try {
    const printed = demo.service.oneTimePassword ?? ''
    const email = demo.config.admin.email ?? ''
    expect(printed.length).toBeGreaterThan(20)
    const browser = demo.browser()
    expect((await login(browser, email, printed)).status).toBe(200)
    const { body: refused } = await browser.get('/api/admin/staff')
    expect(refused.code).toBe('password_change_required')
    const change = { currentPassword: printed, newPassword: chosen }
    expect((await browser.post('/api/auth/admin-password', change)).status).toBe(200)
    expect((await browser.get('/api/admin/staff')).status).toBe(200)
    expect((await login(demo.browser(), email, printed)).status).toBe(401)

    // The next start finds him and prints nothing.
    const again = await ensureFirstOwner(demo.service.core, { email: first, password: null })
    expect(again).toEqual({ kind: 'exists' })
  } finally {
    await demo.stop()
  }
}, 120_000)
