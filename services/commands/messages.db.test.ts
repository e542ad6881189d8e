import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { resendMessage } from './messages.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())
beforeEach(() => rig.test.owner.query('truncate messages cascade'))

const ref = 'notice:00000000-0000-4000-8000-000000000001:9'

const written = (refs: readonly string[]) =>
  rig.test.owner.query(
    `insert into messages (ref, to_phone, body, purpose, state, tries, created_at)
     select ref, '+96170000009', 'Your order is ready', 'notice', 'failed', 1, clock_now()
       from unnest($1::text[]) as ref`,
    [refs],
  )

const resend = () =>
  resendMessage(rig.desk, {
    ref,
    actor: { personId: newId<string>(), role: 'owner', address: '127.0.0.1' },
  })

it('a text goes out once more under the next name, nine times at most', async () => {
  await written([ref])
  for (let time = 1; time <= 9; time++) expect(await resend()).toBe('sent')
  await expect(resend()).rejects.toMatchObject({ code: 'too_many_requests' })
  const again = rig.sent.slice(-9).map((text) => text.ref)
  expect(again).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((time) => `${ref}#${time}`))
})

it('a text goes out once more though the first of its repetitions is forgotten', async () => {
  await written([ref, `${ref}#2`])
  expect(await resend()).toBe('sent')
  expect(rig.sent.at(-1)?.ref).toBe(`${ref}#3`)
})
