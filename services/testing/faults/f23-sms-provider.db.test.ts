// F23: whoever carries the texts is down, silent, late or not there. The customer is told what the
// contract says; a code goes out once for each time it was asked for, and a receipt waits until it
// can, and comes once, whichever way the shop sends its texts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { listAttention } from '../../commands/attention.ts'
import { sendMessage, sendWaiting } from '../../commands/send-message.ts'
import { newId } from '../../ids.ts'
import type { Message } from '../../providers/messages/port.ts'
import { openPurchaseRig, post } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { freshPhone, openGuardedShop } from '../security/guarded-shop.ts'
import type { GuardedShop } from '../security/guarded-shop.ts'
import { carrierNames, openCarriers, textsTo } from './text-carriers.ts'
import type { CarrierName, Carriers, Way } from './text-carriers.ts'

describe('what the customer is told', () => {
  let shop: GuardedShop
  beforeAll(async () => (shop = await openGuardedShop()), 180_000)
  afterAll(() => shop.stop())

  const switchOn = (messages: object | null) => post(`${shop.sandboxUrl}/switches`, { messages })
  const inbox = (phone: string) => textsTo(shop.sandboxUrl, phone)

  it('down: his code could not be sent; it never comes, and the next one does (F23)', async () => {
    const browser = shop.browser()
    const phone = freshPhone()
    await switchOn({ isDown: true })
    const refused = await browser.post('/api/auth/send-otp', { phone })
    expect([refused.status, refused.body]).toEqual([
      503,
      {
        error: 'Your code could not be sent. Please try again in a minute.',
        code: 'busy',
        retryAfterSeconds: 60,
      },
    ])
    await switchOn(null)
    await shop.service.workers.sweeps.now('messages')
    expect((await browser.post('/api/auth/send-otp', { phone })).status).toBe(429)
    expect(await inbox(phone)).toEqual([])

    await shop.test.owner.query(
      `update sign_in_codes set created_at = created_at - interval '1 minute' where phone = $1`,
      [phone],
    )
    expect((await browser.post('/api/auth/send-otp', { phone })).status).toBe(200)
    expect(await inbox(phone)).toHaveLength(1)
    const proof = { phone, code: await shop.codeFor(phone), fullName: 'Rana Haddad' }
    expect((await browser.post('/api/auth/verify-otp', proof)).status).toBe(200)
  })

  it('slow, and he asks again meanwhile: one code, and a word that he should wait', async () => {
    const browser = shop.browser()
    const phone = freshPhone()
    await browser.post('/api/auth/check-phone', { phone }) // has a cookie, as whoever asks twice
    await switchOn({ slowMs: 700 })
    const asked = await Promise.all(
      [1, 2, 3].map(() => browser.post('/api/auth/send-otp', { phone })),
    )
    await switchOn(null)
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
    expect(asked.map(({ body }) => body.code).filter(Boolean)).toEqual([
      'too_many_requests',
      'too_many_requests',
    ])
    expect(await inbox(phone)).toHaveLength(1)
  })

  it('down while he pays: he has his tickets at once, and the receipt later', async () => {
    const { productId } = await shop.sell({ name: 'Watch', totalTickets: 50 })
    const phone = freshPhone()
    await switchOn({ isDown: true })
    const browser = shop.browser()
    const { body: order } = await shop.buy(browser, productId, { customerPhone: phone })
    await shop.pay(order.id, 'approve')
    await expect.poll(() => stateOf(order.id), { timeout: 60_000 }).toBe('waiting')
    const { body: shown } = await browser.get(`/api/whishpay/status/${order.id}`)
    expect(shown.raffleEntries).toMatchObject([{ ticketNumbers: ['000001', '000002'] }])
    expect(await inbox(phone)).toEqual([])

    await switchOn(null)
    await shop.test.owner.query(
      'update messages set next_try_at = clock_now() where to_phone = $1',
      [phone],
    )
    // As the sweeps of three processes.
    await Promise.all([1, 2, 3].map(() => sendWaiting(shop.service.core.desk)))
    expect(await stateOf(order.id)).toBe('sent')
    expect(await inbox(phone)).toEqual([expect.stringContaining('ticket')])
  })

  async function stateOf(orderId: string): Promise<string | undefined> {
    const { rows } = await shop.test.owner.query<{ state: string }>(
      `select state from messages where ref like 'receipt:' || $1 || ':%'`,
      [orderId],
    )
    return rows[0]?.state
  }
})

describe('what is sent', () => {
  let rig: PurchaseRig
  let carriers: Carriers
  beforeAll(async () => {
    rig = await openPurchaseRig()
    carriers = await openCarriers()
  })
  afterAll(async () => {
    await carriers.stop()
    await rig.stop()
  })
  beforeEach(() => carriers.switchOn(null))

  function by(name: CarrierName, way: Way = {}) {
    const { database, now, log } = rig.desk
    return { database, now, log, gateway: carriers.gateway(name, way) }
  }

  /** Waits in vain, but not for long. */
  const hasty = { totalTimeoutMs: 400 }

  const text = (purpose: Message['purpose']): Message => ({
    to: freshPhone(),
    text: purpose === 'sign_in_code' ? '123456 is your code' : 'Your tickets: 1 to 5',
    ref: `${purpose}:${newId<string>()}`,
    purpose,
  })

  const count = async ({ to }: Message) => {
    const { sms, whatsapp } = await carriers.received(to)
    return sms.length + whatsapp.length
  }

  /** An hour later, when everything is tried again that is ever tried again. */
  async function anHourLater(needs: ReturnType<typeof by>): Promise<void> {
    await rig.moveClock(3_700)
    await Promise.all([sendWaiting(needs), sendWaiting(needs)])
  }

  const silences = [
    ['silent after it has taken it', { timeoutRate: 1, isWorkDone: true }],
    ['late', { slowMs: 600 }],
  ] as const
  const silentCarriers = carrierNames.flatMap((name) =>
    silences.map(([how, change]) => [name, how, change] as const),
  )

  it.each(silentCarriers)('%s is %s: one code, one receipt (F23)', async (name, _how, change) => {
    const needs = by(name, hasty)
    const texts = [text('sign_in_code'), text('receipt')]
    await carriers.switchOn(change)
    for (const message of texts) await sendMessage(needs, message)
    for (const message of texts)
      await expect.poll(() => count(message), { timeout: 30_000 }).toBe(1)

    await carriers.switchOn(null)
    for (const message of texts) expect(await sendMessage(needs, message)).toBe('sent_before')
    await anHourLater(needs)
    expect(await Promise.all(texts.map(count))).toEqual([1, 1])
  })

  it.each(carrierNames)('%s is down for an hour: the receipt comes once (F23)', async (name) => {
    const needs = by(name)
    const receipt = text('receipt')
    await carriers.switchOn({ isDown: true })
    expect(await sendMessage(needs, receipt)).toBe('waiting')
    await anHourLater(needs)
    expect(await count(receipt)).toBe(0)

    await carriers.switchOn(null)
    await anHourLater(needs)
    await anHourLater(needs)
    expect(await count(receipt)).toBe(1)
  })

  it.each(carrierNames)(
    '%s is not there: no code is promised, no text lost (F23)',
    async (name) => {
      const receipt = text('receipt')
      const nobody = by(name, { isThere: false })
      expect(await sendMessage(nobody, receipt)).toBe('waiting')
      // Also when it is left alone after so many failures.
      for (let asked = 0; asked < 8; asked++)
        await expect(sendMessage(nobody, text('sign_in_code'))).rejects.toMatchObject({
          code: 'busy',
          details: { retryAfterSeconds: 60 },
        })
      await anHourLater(by(name))
      expect(await count(receipt)).toBe(1)
    },
  )

  it('WhatsApp down: both go by SMS, once; silent: neither does (F23)', async () => {
    const needs = by('WhatsApp before Infobip')
    const [code, receipt] = [text('sign_in_code'), text('receipt')]
    await carriers.switchOn({ isDown: true }, 'whatsapp')
    for (const message of [code, receipt]) {
      expect(await sendMessage(needs, message)).toBe('sent')
      const { sms, whatsapp } = await carriers.received(message.to)
      expect([sms.length, whatsapp.length]).toEqual([1, 0])
    }

    const doubtful = text('receipt')
    await carriers.switchOn({ isDown: false, timeoutRate: 1 }, 'whatsapp')
    expect(await sendMessage(by('WhatsApp before Infobip', hasty), doubtful)).toBe('unknown')
    await carriers.switchOn(null)
    await anHourLater(needs)
    expect(await count(doubtful)).toBe(0)
    // Whether it has gone nobody knows, so staff are asked to look.
    const { items } = await listAttention(
      {
        database: rig.desk.database,
        halted: () => [],
        readModels: async () => [],
        now: rig.desk.now,
      },
      { kind: 'message_failed', limit: 50, offset: 0 },
    )
    expect(items.map(({ detail }) => detail)).toContain(doubtful.ref)
  })
})
