import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { correctHolder } from './correct-holder.ts'
import { sendEmails, writeEmail } from './send-email.ts'
import { sendMessage, sendWaiting } from './send-message.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const wrong = '+96170654321'
const letter = { subject: 'Paid', title: '', lines: ['Yes'], tables: [], link: null, foot: null }

it('gives up what still waits to be sent to the number that was wrong', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 1 }]
  const orderId = await bought(items)
  const other = await bought(items)
  const send = async () => ({ kind: 'rejected', reason: 'temporary' }) as const
  const down = { ...rig.desk, gateway: { channel: 'sms', send } as const }
  const mail = { channel: 'email', send: () => Promise.reject(new Error('not asked')) } as const
  const about = { purpose: 'receipt', language: 'en' } as const
  for (const id of [orderId, other]) {
    const ref = `receipt:${id}:3`
    expect(await sendMessage(down, { ...about, to: wrong, text: 'Paid', ref })).toBe('waiting')
    const email = { ...about, phone: wrong, address: 'maya@example.com', letter }
    if (id === orderId) await writeEmail({ ...down, mail }, { ...email, ref: `email-${ref}` })
  }
  rig.sent.length = 0

  const correction = { orderId, phone: '+96170654322', cause: 'mistyped' } as const
  await correctHolder(rig.desk, { ...correction, staffId: newId(), guard: {} })

  await rig.moveClock(61)
  expect(await sendWaiting(rig.desk)).toBe(1)
  expect(rig.sent.map(({ ref }) => ref)).toEqual([`receipt:${other}:3`])
  expect(await sendEmails({ ...rig.desk, mail })).toBe(0)
  const { rows } = await rig.test.owner.query(
    `select ref, state, failure from messages where ref like '%' || $1 || '%' order by ref`,
    [orderId],
  )
  const givenUp = { state: 'failed', failure: 'contact_corrected' }
  expect(rows).toEqual([
    { ref: `email-receipt:${orderId}:3`, ...givenUp },
    { ref: `receipt:${orderId}:3`, ...givenUp },
  ])
})

async function bought(items: Parameters<PurchaseRig['buy']>[0]['items']): Promise<OrderId> {
  return (await rig.buy({ items, customerPhone: wrong })).id as OrderId
}
