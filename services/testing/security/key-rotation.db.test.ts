// A new APP_SECRET as an operator brings it (docs/runbooks/key-rotation.md): the one before stands
// beside it for a while, then it is left out. Sessions are those that the shop itself has signed
// (docs/security.md, K29).
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openProcessBeside } from '../process-beside.ts'
import type { ProcessBeside } from '../process-beside.ts'
import { freshAddress, freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

const BEFORE = 'older-Yh7dK2pQz9wX4vB6nM1cR8tL3sF5gJ0a'
const NOW = 'newer-Qm4xT8rW2kP6zV0bN5hD9sL1fG7jC3ya'

let shop: GuardedShop
/** Restarted with the new secret and the one before, then with the new one alone. */
let rotating: ProcessBeside
let rotated: ProcessBeside
beforeAll(async () => {
  shop = await openGuardedShop({ APP_SECRET: BEFORE })
  rotating = await openProcessBeside(shop, { secrets: { current: NOW, previous: BEFORE } })
  rotated = await openProcessBeside(shop, { secrets: { current: NOW, previous: null } })
}, 180_000)
afterAll(async () => {
  await rotated?.stop()
  await rotating?.stop()
  await shop?.stop()
})

type Cookies = ReadonlyMap<string, string>

function withCookies({ client }: ProcessBeside, cookies: Cookies) {
  const browser = client()
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

/** Whom this process takes the browser for, and whether it shows him what is his. */
async function seenBy(beside: ProcessBeside, cookies: Cookies, path: string) {
  const { body } = await withCookies(beside, cookies).get('/api/auth/me')
  const { status } = await withCookies(beside, cookies).get(path)
  return [body.user?.id ?? null, status]
}

it('K29 what a customer holds is refused at once where its key was taken out', async () => {
  const { browser, id } = await shop.customer()
  const { cookies } = browser
  expect(await seenBy(rotating, cookies, '/api/account')).toEqual([id, 200])
  expect(await seenBy(rotated, cookies, '/api/account')).toEqual([null, 401])
  // His session is alive: it is the key that is gone.
  expect(await seenBy(rotating, cookies, '/api/account')).toEqual([id, 200])
})

it('K29 what staff hold is refused at once where its key was taken out', async () => {
  const owner = await shop.owner()
  const { id } = (await owner.get('/api/auth/me')).body.user
  expect(await seenBy(rotating, owner.cookies, '/api/admin/raffles')).toEqual([id, 200])
  expect(await seenBy(rotated, owner.cookies, '/api/admin/raffles')).toEqual([null, 401])
  expect(await seenBy(rotating, owner.cookies, '/api/admin/raffles')).toEqual([id, 200])
})

it('K29 what is signed while both stand is signed with the new one, and stays', async () => {
  const browser = rotating.client({ headers: { 'X-Forwarded-For': freshAddress() } })
  const phone = freshPhone()
  await browser.post('/api/auth/send-otp', { phone })
  const proof = { phone, code: await shop.codeFor(phone), fullName: 'Test Person' }
  const { body } = await browser.post('/api/auth/verify-otp', proof)
  expect(await seenBy(rotated, browser.cookies, '/api/account')).toEqual([body.user.id, 200])
})
