// Members of staff of a shop with ADMIN_SECURITY=strict, each with a passkey of software.
import { expect } from 'vitest'

import type { StaffRole } from '#events/staff/events.ts'

import type { ApiClient } from './api-client.ts'
import { ownerEmail, ownerPassword } from './running-service.ts'
import { softwarePasskey } from './software-passkey.ts'
import type { SoftwarePasskey } from './software-passkey.ts'
import type { GuardedShop } from './security/guarded-shop.ts'

type StrictShop = Pick<GuardedShop, 'browser' | 'config'>

export type StrictMember = {
  id: string
  email: string
  password: string
  browser: ApiClient
  passkey: SoftwarePasskey
  /** A fresh proof in this browser, or in another one of the same person. */
  prove: (browser?: ApiClient) => Promise<void>
}

export async function strictMember(
  shop: StrictShop,
  { email, password }: { email: string; password: string },
): Promise<StrictMember> {
  const browser = shop.browser()
  const { body, status } = await browser.post('/api/auth/admin-login', { email, password })
  expect(status).toBe(200)
  const passkey = softwarePasskey(-8)
  const ceremony = async (asking: ApiClient) => {
    const asked = await asking.post('/api/auth/admin-passkey-question')
    const { challenge, rpId } = asked.body
    return { challenge, rpId, origin: shop.config.http.publicOrigin }
  }
  const made = passkey.register(await ceremony(browser))
  const kept = await browser.post('/api/auth/admin-passkeys', { name: 'Test', ...made })
  expect(kept.status).toBe(200)
  const prove = async (asking = browser) => {
    const signed = passkey.assert(await ceremony(asking))
    expect((await asking.post('/api/auth/admin-passkey-proof', signed)).status).toBe(200)
  }
  return { id: body.user.id, email, password, browser, passkey, prove }
}

export const strictOwner = (shop: StrictShop) =>
  strictMember(shop, { email: ownerEmail, password: ownerPassword })

/** Invited by `owner`, with a password of his own and a passkey. */
export async function strictColleague(
  shop: StrictShop,
  owner: StrictMember,
  role: StaffRole,
): Promise<StrictMember> {
  const email = `${role}@shop.example`
  const password = 'seven lanterns by the old stairs'
  await owner.prove()
  const wanted = { email, fullName: `The ${role}`, role, entry: 'link' }
  const { body } = await owner.browser.post('/api/admin/staff', wanted)
  const token = new URL(body.entry.link).hash.slice(1)
  await shop.browser().post('/api/auth/invitation', { token, newPassword: password })
  return strictMember(shop, { email, password })
}
