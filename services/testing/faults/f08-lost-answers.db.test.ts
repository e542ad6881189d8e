// F8: the line to a provider or to the gateway of texts breaks: before the request, after the work,
// or silently with both ends open. All of it on real connections, by the proxy between them.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import type { OrderDesk } from '../../commands/order-desk.ts'
import { openPaymentWatch } from '../../commands/payment-watch.ts'
import { placeOrder } from '../../commands/place-order.ts'
import type { PlaceOrder } from '../../commands/place-order.ts'
import { sendMessage, sendWaiting } from '../../commands/send-message.ts'
import { statusOf } from '../../contract/problems.ts'
import { newId } from '../../ids.ts'
import { httpRequest } from '../../io/http-client.ts'
import { httpGateway, sandboxGatewaySettings } from '../../providers/messages/http-gateway.ts'
import { infobipGateway } from '../../providers/messages/infobip.ts'
import type { Message } from '../../providers/messages/port.ts'
import type { Timeouts } from '../../providers/payments/timeouts.ts'
import { sandboxDefaults } from '../../sandbox/settings.ts'
import { openPurchaseRig, sandboxProviders } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { openTcpProxy } from '../tcp-proxy.ts'
import type { Fault, Plan, TcpProxy } from '../tcp-proxy.ts'
import { expectSoldOnce, expectSound, wishFor } from './rig.ts'
import { textsTo } from './text-carriers.ts'

let rig: PurchaseRig
let line: TcpProxy
/** Of the sandbox, on the line that breaks. */
let lineUrl: string
beforeAll(async () => {
  rig = await openPurchaseRig()
  const { hostname: host, port } = new URL(rig.sandboxUrl)
  line = await openTcpProxy({ host, port: Number(port), speaks: 'http' })
  lineUrl = new URL(line.urlOf(rig.sandboxUrl)).origin
})
afterAll(async () => {
  await line.close()
  await rig.stop()
})
beforeEach(() => line.plan(null))

const CHECKOUT_MS_MAX = 3_000
/** Of whoever waits in vain; all others wait as long as a shop does. */
const HASTY_MS = 200
const waiting = { timeout: 30_000 }
const hasty = { startMs: HASTY_MS, totalMs: HASTY_MS }

/** `asks`: how often one checkout asks for a page before it gives up. */
const providers = [
  {
    method: 'whishpay',
    start: /^POST \S+\/payment\/whish /,
    status: /^POST \S+\/collect\/status /,
    asks: 2,
    pagesAfterAskingAgain: 1, // it knows the ref, and answers with the page it has
  },
  {
    method: 'montypay',
    start: /^POST \S+\/v1\/session /,
    status: /^POST \S+\/payment\/status /,
    asks: 1,
    pagesAfterAskingAgain: 2, // of one order number; nobody has ever seen the first
  },
] as const

const silences: [string, Fault][] = [
  ['is cut', { kind: 'dropReply' }],
  ['never comes and nobody hangs up', { kind: 'blackhole' }],
]
const lostAnswers = providers.flatMap((provider) =>
  silences.map(([how, fault]) => ({ ...provider, how, fault })),
)

it.each(providers)(
  '$method never hears of it: told within 3 s, and the second try begins one payment (F8)',
  async ({ method, start, asks }) => {
    const wish = await wishBy(method)
    const before = await pagesMade()
    await spoil({ when: start, fault: { kind: 'dropRequest' }, times: asks })
    const startedAt = performance.now()
    await expectUnavailable(shopOnLine(), wish)
    expect(performance.now() - startedAt).toBeLessThan(CHECKOUT_MS_MAX)
    expect(await pagesMade()).toBe(before)

    const { id, redirectUrl } = await placeOrder(shopOnLine(), wish)
    expect(redirectUrl).toContain(rig.sandboxUrl)
    expect(await pagesMade()).toBe(before + 1)
    await rig.pay(id, 'approve', 0)
    await expectPaidOnceByAsking(id as OrderId)
  },
)

it.each(lostAnswers)(
  "$method's page $how: the same payment is asked for again, and paid once (F8)",
  async ({ method, start, fault, asks, pagesAfterAskingAgain }) => {
    const wish = await wishBy(method)
    const before = await pagesMade()
    await loseAnswer(wish, { when: start, fault, asks })
    await expect.poll(pagesMade, waiting).toBe(before + 1)

    const { id } = await placeOrder(shopOnLine(), wish)
    expect(await pagesMade()).toBe(before + pagesAfterAskingAgain)
    await rig.pay(id, 'approve', 0)
    await expectPaidOnceByAsking(id as OrderId)
  },
)

it.each(providers)(
  "$method's page is lost and yet paid: found by asking, and nobody pays again (F8)",
  async ({ method, start, asks }) => {
    const wish = await wishBy(method)
    const before = await pagesMade()
    await loseAnswer(wish, { when: start, fault: { kind: 'dropReply' }, asks })
    const orderId = await orderOf(wish)
    await rig.pay(orderId, 'approve', 0)
    await expectPaidOnceByAsking(orderId)

    const again = await placeOrder(shopOnLine(), wish)
    expect([again.id, again.redirectUrl]).toEqual([orderId, undefined])
    expect(await pagesMade()).toBe(before + 1)
  },
)

it.each(lostAnswers)(
  '$method is asked what became of it, the answer $how: asked again, tickets once (F8)',
  async ({ method, status, fault }) => {
    const { id } = await placeOrder(shopOnLine(), await wishBy(method))
    await rig.pay(id, 'approve', 0)
    await rig.moveClock(30)
    const lostBefore = line.hits()
    await spoil({ when: status, fault })
    await openPaymentWatch(shopOnLine(hasty)).checkDue()
    expect(line.hits()).toBe(lostBefore + 1)
    expect(await rig.order(id)).toMatchObject({ status: 'pending', grants: [] })

    await expectPaidOnceByAsking(id as OrderId)
  },
)

const gateways = [
  { gateway: 'a gateway that is told our key', when: /^POST \/sms /, afterwards: 'sent' },
  { gateway: 'Infobip', when: /^POST \/infobip\//, afterwards: 'unknown' },
] as const
const lostTexts = gateways.flatMap((gateway) =>
  silences.map(([how, fault]) => ({ ...gateway, how, fault })),
)

it.each(lostTexts)(
  '$gateway takes a text, its answer $how: the text goes out once (F8)',
  async ({ gateway, when, afterwards, fault }) => {
    const texts = [textOf('sign_in_code'), textOf('receipt')]
    await spoil({ when, fault, times: texts.length })
    const hastily = textsBy(gateway, HASTY_MS)
    await Promise.all(texts.map((text) => sendMessage(hastily, text)))
    for (const { to } of texts) await expect.poll(() => received(to), waiting).toBe(1)

    await rig.moveClock(3_700)
    const needs = textsBy(gateway)
    await Promise.all([sendWaiting(needs), sendWaiting(needs)])
    expect(await Promise.all(texts.map(({ to }) => received(to)))).toEqual([1, 1])
    expect(await Promise.all(texts.map(stateOf))).toEqual(['unknown', afterwards])
  },
)

it('after all of it everything still holds (F8)', () => expectSound(rig))

/** The shop as it is, on the spoilt line to its providers. */
function shopOnLine(timeouts: Partial<Timeouts> = {}): OrderDesk {
  const ways = { timeouts, pagesUrl: rig.sandboxUrl }
  return { ...rig.desk, providers: sandboxProviders(lineUrl, ways) }
}

async function wishBy(paymentMethod: 'whishpay' | 'montypay'): Promise<PlaceOrder> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 2 })
  const wish = wishFor([{ productId: productIds[0]!, quantity: 2 }])
  return { ...wish, purchase: { ...wish.purchase, paymentMethod } }
}

async function expectUnavailable(desk: OrderDesk, wish: PlaceOrder): Promise<void> {
  const code = 'payment_provider_unavailable'
  await expect(placeOrder(desk, wish)).rejects.toMatchObject({ code })
  expect(statusOf(code)).toBe(502)
}

/** Who waits in vain asks once; who is cut off asks as often as he may. */
async function loseAnswer(
  wish: PlaceOrder,
  { when, fault, asks }: { when: RegExp; fault: Fault; asks: number },
): Promise<void> {
  const isSilent = fault.kind === 'blackhole'
  await spoil({ when, fault, times: isSilent ? 1 : asks })
  await expectUnavailable(shopOnLine(isSilent ? hasty : {}), wish)
}

/** Two processes follow the schedule; no callback ever came. */
async function expectPaidOnceByAsking(orderId: OrderId): Promise<void> {
  await rig.moveClock(120)
  const watches = [openPaymentWatch(shopOnLine()), rig.watch]
  await Promise.all(watches.map((watch) => watch.checkDue()))
  expect((await rig.order(orderId)).attempts).toHaveLength(1)
  await expectSoldOnce(rig, orderId)
}

async function orderOf({ buyer }: PlaceOrder): Promise<OrderId> {
  const { rows } = await rig.test.owner.query<{ order_id: OrderId }>(
    'select order_id from purchases where session_id = $1',
    [buyer.sessionId],
  )
  expect(rows).toHaveLength(1)
  return rows[0]!.order_id
}

/** From a connection that stands, so that who is hasty has sent his bytes before he gives up. */
async function spoil(plan: Plan): Promise<void> {
  await pagesMade()
  line.plan(plan)
}

/** Links and sessions that the providers have made since the start. */
async function pagesMade(): Promise<number> {
  const url = `${lineUrl}/state`
  const allowedHosts = [new URL(url).host]
  const { text } = await httpRequest({ name: 'sandbox state', method: 'GET', url, allowedHosts })
  return (JSON.parse(text) as { payments: number }).payments
}

let phones = 0
const textOf = (purpose: Message['purpose']): Message => ({
  to: `+9617155${String(++phones).padStart(4, '0')}`,
  text: purpose === 'sign_in_code' ? '123456 is your code' : 'Your tickets: 1 to 2',
  ref: `${purpose}:${newId<string>()}`,
  purpose,
})

function textsBy(name: (typeof gateways)[number]['gateway'], totalTimeoutMs = 8_000) {
  const { database, now, log } = rig.desk
  const { apiKey } = sandboxDefaults.infobip
  const infobip = { baseUrl: `${lineUrl}/infobip`, apiKey, sender: 'Qura', report: null }
  const gateway =
    name === 'Infobip'
      ? infobipGateway({ ...infobip, totalTimeoutMs })
      : httpGateway({ ...sandboxGatewaySettings(lineUrl), totalTimeoutMs })
  return { database, now, log, gateway }
}

const received = async (phone: string) => (await textsTo(rig.sandboxUrl, phone)).length

async function stateOf({ ref }: Message): Promise<string | undefined> {
  const { rows } = await rig.test.owner.query<{ state: string }>(
    'select state from messages where ref = $1',
    [ref],
  )
  return rows[0]?.state
}
