// Receipts that have not gone when their order is cancelled or a line of it comes back: they would
// tell of tickets that are void.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import type { Message, Sent } from '../providers/messages/port.ts'
import { openReactorRig } from '../testing/reactor-rig.ts'
import type { Bought, ReactorRig } from '../testing/reactor-rig.ts'
import { cancelledOrders } from '../workers/reactors/cancelled-orders.ts'
import { cancelOrder } from './cancel-order.ts'
import { expireOrders } from './expire-holds.ts'
import { recordReports } from './message-reports.ts'
import { returnLine } from './return-line.ts'
import { sendEmails, writeEmail } from './send-email.ts'
import { sendMessage, sendWaiting } from './send-message.ts'

let rig: ReactorRig
beforeAll(async () => void (rig = await openReactorRig(cancelledOrders)))
beforeEach(async () => {
  await rig.react()
  await rig.test.owner.query('truncate messages cascade')
})
afterAll(() => rig.stop())

const phone = '+96170123456'
const actor = 'staff:test'
const letter = { subject: 'Paid', title: '', lines: ['Yes'], tables: [], link: null, foot: null }
const busy: Sent = { kind: 'rejected', reason: 'temporary' }
const down = { channel: 'sms', send: async () => busy } as const
const mail = { channel: 'email', sendsAnew: true, send: async () => busy } as const

/** Of two lines with a ticket each. */
async function twoLines(): Promise<Bought> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, products: [{}, {}] })
  return { items: productIds.map((productId) => ({ productId, quantity: 1 })) }
}

/** Nobody has sent its receipt. */
async function bought(): Promise<OrderId> {
  const orderId = await rig.buyPaid(await twoLines())
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [{}, {}] })
  return orderId
}

const receipt = (ref: string): Message => ({
  to: phone,
  text: 'Your tickets: 000001',
  ref,
  purpose: 'receipt',
  language: 'en',
})

const waits = async (message: Message) =>
  expect(await sendMessage({ ...rig.desk, gateway: down }, message)).toBe('waiting')

async function allWait(orderId: OrderId): Promise<void> {
  const again = `receipt-again:${orderId}:2026-01-01:1`
  for (const ref of [`receipt:${orderId}:4`, again]) {
    await waits(receipt(ref))
    const email = { purpose: 'receipt', language: 'en', phone, letter } as const
    const address = 'maya@example.com'
    await writeEmail({ ...rig.desk, mail }, { ...email, address, ref: `email-${ref}` })
  }
  await waits({ ...receipt(`notice:${orderId}:5`), purpose: 'notice' })
}

const cancel = (orderId: OrderId) => cancelOrder(rig.desk, { orderId, reason: 'staff', actor })

async function returnOne(orderId: OrderId): Promise<void> {
  const { lines } = await rig.order(orderId)
  await returnLine(rig.desk, { orderId, lineId: lines[0]!.lineId, restock: false, actor })
}

type Row = { ref: string; state: string; failure: string | null; try_at: Date | null }

async function rowsOf(orderId: OrderId): Promise<Row[]> {
  const { rows } = await rig.test.owner.query<Row>(
    `select ref, state, failure, try_at from messages left join emails using (ref)
      where ref like '%' || $1 || '%'`,
    [orderId],
  )
  return rows
}

const statesOf = async (orderId: OrderId) =>
  (await rowsOf(orderId))
    .map(({ ref, state, failure }) => [ref.replace(`:${orderId}`, ''), state, failure])
    .toSorted()

const allGivenUp = (failure: string) =>
  [
    ['email-receipt-again:2026-01-01:1', 'failed', failure],
    ['email-receipt:4', 'failed', failure],
    ['notice:5', 'waiting', 'temporary'],
    ['receipt-again:2026-01-01:1', 'failed', failure],
    ['receipt:4', 'failed', failure],
  ].toSorted()

describe.each<[string, string, (orderId: OrderId) => Promise<unknown>]>([
  ['is cancelled', 'order_cancelled', cancel],
  ['has a line that came back', 'order_changed', returnOne],
])('when an order %s, its receipts', (_what, failure, change) => {
  it('are given up, and those of no other order', async () => {
    const orderId = await bought()
    const other = await bought()
    await allWait(orderId)
    await waits(receipt(`receipt:${other}:4`))

    await change(orderId)

    expect(await statesOf(orderId)).toEqual(allGivenUp(failure))
    expect((await rowsOf(orderId)).filter(({ try_at }) => try_at !== null)).toEqual([])
    expect(await statesOf(other)).toEqual([['receipt:4', 'waiting', 'temporary']])
  })

  it.each([false, true])('are, while they are being sent: anew %s', async (sendsAnew) => {
    const orderId = await bought()
    const ref = `receipt:${orderId}:4`
    const send = async () => {
      await change(orderId)
      return busy
    }
    await sendMessage({ ...rig.desk, gateway: { channel: 'sms', sendsAnew, send } }, receipt(ref))
    expect(await statesOf(orderId)).toEqual([['receipt:4', 'failed', failure]])
    await rig.moveClock(61)
    expect(await sendWaiting(rig.desk)).toBe(0)
  })

  it('are sent where the gateway had taken them', async () => {
    const orderId = await bought()
    const send = async (): Promise<Sent> => {
      await change(orderId)
      return { kind: 'queued', gatewayId: null }
    }
    const needs = { ...rig.desk, gateway: { channel: 'sms', sendsAnew: true, send } as const }
    expect(await sendMessage(needs, receipt(`receipt:${orderId}:4`))).toBe('sent')
    expect(await statesOf(orderId)).toEqual([['receipt:4', 'sent', null]])
  })

  it('are, as e-mails that are being sent', async () => {
    const orderId = await bought()
    const send = async () => {
      await change(orderId)
      return busy
    }
    const about = { purpose: 'receipt', language: 'en', phone, letter } as const
    const email = { ...about, address: 'maya@example.com', ref: `email-receipt:${orderId}:4` }
    const needs = { ...rig.desk, mail: { channel: 'email', sendsAnew: true, send } as const }
    await writeEmail(needs, email)
    expect(await sendEmails(needs)).toBe(1)
    expect(await rowsOf(orderId)).toMatchObject([{ state: 'failed', failure, try_at: null }])
  })

  it('do not go on by SMS', async () => {
    const orderId = await bought()
    const gatewayId = `whatsapp:${orderId}`
    const send = async (): Promise<Sent> => ({ kind: 'queued', gatewayId })
    const gateway = { channel: 'whatsapp', send } as const
    await sendMessage({ ...rig.desk, gateway }, receipt(`receipt:${orderId}:4`))
    await change(orderId)
    await recordReports(rig.desk.database, [{ gatewayId, state: 'failed', failure: null }])
    expect(await rowsOf(orderId)).toMatchObject([{ state: 'failed', failure: 'undelivered' }])
  })
})

it('a process that dies behind the cancellation leaves them to the reactor', async () => {
  const orderId = await bought()
  await allWait(orderId)
  const now = rig.desk.now().toISOString()
  const refundId = `cancelled:${orderId}`
  await rig.desk.orders.change(orderId, {
    actor,
    commands: () => [{ type: 'CancelOrder', now, reason: 'staff', drawStanding: null, refundId }],
  })
  await rig.react()
  expect(await statesOf(orderId)).toEqual(allGivenUp('order_cancelled'))
})

it('a line said once more to have come back leaves the receipt that was sent since', async () => {
  const orderId = await bought()
  await returnOne(orderId)
  await waits(receipt(`receipt-again:${orderId}:2026-01-01:1`))
  await returnOne(orderId)
  expect(await statesOf(orderId)).toEqual([['receipt-again:2026-01-01:1', 'waiting', 'temporary']])
})

it('the reactor leaves a receipt that was written since a line came back', async () => {
  const orderId = await bought()
  await returnOne(orderId)
  await rig.moveClock(1)
  await waits(receipt(`receipt-again:${orderId}:2026-01-01:1`))
  await rig.react()
  expect(await statesOf(orderId)).toEqual([['receipt-again:2026-01-01:1', 'waiting', 'temporary']])
})

it('an order that expired and was paid late keeps its receipt', async () => {
  const orderId = await rig.buyUnpaid(await twoLines())
  await rig.moveClock(1_801)
  await expireOrders(rig.desk)
  expect(await rig.order(orderId)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' })
  await rig.payNow(orderId)
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [{}, {}] })
  await waits(receipt(`receipt:${orderId}:6`))
  await rig.react()
  expect(await statesOf(orderId)).toEqual([['receipt:6', 'waiting', 'temporary']])
})
