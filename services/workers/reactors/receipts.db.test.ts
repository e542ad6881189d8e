import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { cancelOrder } from '../../commands/cancel-order.ts'
import { correctHolder } from '../../commands/correct-holder.ts'
import type { Orders } from '../../commands/orders.ts'
import { returnLine } from '../../commands/return-line.ts'
import { newId } from '../../ids.ts'
import { otherProcess } from '../../testing/faults/rig.ts'
import { openPurchaseRig } from '../../testing/purchase-rig.ts'
import type { PurchaseRig } from '../../testing/purchase-rig.ts'
import { strictRunner } from '../../testing/reactor-rig.ts'
import { receipts } from './receipts.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const linked = (id: string) => ({ orderId: id as OrderId, generation: 0 })

it('sends the ticket numbers and the way to the order, once', async () => {
  const runner = await strictRunner(rig, receipts(rig.desk))
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, name: 'A car' })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
  await rig.pay(id, 'approve')
  await rig.watch.stop()

  await runner.run()
  await runner.run()

  const { reference } = await rig.order(id)
  expect((await rig.test.owner.query('select ref from emails')).rows).toEqual([])
  expect(rig.sent).toHaveLength(1)
  expect(rig.sent[0]).toMatchObject({
    to: '+96170123456',
    text: expect.stringContaining(`Order ${reference} is paid.`),
  })
  expect(rig.sent[0]?.text).toContain('A car: 000001-000002')
  const [, code = ''] = /\/o\/(\S+)$/.exec(rig.sent[0]?.text ?? '') ?? []
  const read = rig.desk.links.readShort(code)
  expect(read?.reference).toBe(reference)
  expect(read?.isOf(linked(id))).toBe(true)
  await runner.stop()
})

it('writes down an e-mail with the numbers and what was paid, if the shop sends any', async () => {
  const send = async () => {
    throw new Error('a text does not wait for a mail server')
  }
  const reactor = receipts({ ...rig.desk, mail: { channel: 'email', send } })
  const runner = await strictRunner(rig, reactor)
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, name: 'A boat' })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 3 }] })
  await rig.pay(id, 'approve')
  await rig.watch.askNow(id as OrderId)

  await runner.run()
  await runner.run()

  const { rows } = await rig.test.owner.query<{ body: string }>(
    `select address, letter ->> 'subject' as subject, body, to_phone, state, next_try_at
       from emails join messages using (ref) where ref like '%' || $1 || '%'`,
    [id],
  )
  const { reference, totalCents } = await rig.order(id)
  expect(rows).toMatchObject([
    {
      address: 'maya@example.com',
      subject: `Order ${reference} is paid: your tickets`,
      to_phone: '+96170123456',
      state: 'waiting',
      next_try_at: null,
    },
  ])
  expect(rows[0]?.body).toContain('A boat: 000001-000003')
  expect(rows[0]?.body).toContain(`Paid: $${(totalCents / 100).toFixed(2)}`)
  expect(rows[0]?.body).toContain(rig.desk.links.pageUrl(linked(id)))
  await runner.stop()
})

it('thanks for goods without tickets once they are paid', async () => {
  const send = async () => {
    throw new Error('a text does not wait for a mail server')
  }
  const reactor = receipts({ ...rig.desk, mail: { channel: 'email', send } })
  const runner = await strictRunner(rig, reactor)
  rig.sent.length = 0
  const items = [{ productId: rig.sellGoods(700), quantity: 2 }]
  const { id } = await rig.buy({ items, language: 'fr' })
  await rig.pay(id, 'approve')
  await rig.watch.askNow(id as OrderId)

  await runner.run()
  await runner.run()

  const { reference } = await rig.order(id)
  const page = rig.desk.links.shortUrl(linked(id), reference)
  expect(rig.sent.map(({ text }) => text)).toEqual([
    `Commande ${reference} payée. Merci !\n${page}`,
  ])
  const { rows } = await rig.test.owner.query<{ subject: string; body: string }>(
    `select letter ->> 'subject' as subject, body, language
       from messages left join emails using (ref)
      where ref like '%' || $1 || '%' order by ref`,
    [id],
  )
  const subject = `Commande ${reference} payée`
  expect(rows).toMatchObject([
    { subject, language: 'fr' },
    { subject: null, language: 'fr' },
  ])
  expect(rows[0]?.body).toContain('14.00')
  expect(rows[0]?.body).not.toContain('billets')
  await runner.stop()
})

it('that comes late tells nothing of a cancelled order, nor of a line that came back', async () => {
  const runner = await strictRunner(rig, receipts(rig.desk))
  await runner.run()
  rig.sent.length = 0
  const raffle = { ticketsMax: 10, name: 'A plane', products: [{}, {}] }
  const { productIds } = await rig.sellRaffle(raffle)
  const items = productIds.map((productId) => ({ productId, quantity: 2 }))
  const bought = async () => {
    const orderId = (await rig.buy({ items })).id as OrderId
    await rig.pay(orderId, 'approve')
    await rig.watch.askNow(orderId)
    return orderId
  }
  const actor = 'staff:test'
  await cancelOrder(rig.desk, { orderId: await bought(), reason: 'staff', actor })
  const orderId = await bought()
  const { grants, reference } = await rig.order(orderId)
  const [back, kept] = grants
  await returnLine(rig.desk, { orderId, lineId: back!.lineId, restock: false, actor })

  await runner.run()

  expect(rig.sent).toHaveLength(1)
  const words = rig.sent[0]?.text ?? ''
  const range = ({ first, last }: { first: number; last: number }) =>
    [first, last].map((number) => String(number).padStart(6, '0')).join('-')
  expect(words).toContain(reference)
  expect(words).toContain(range(kept!))
  expect(words).not.toContain(range(back!))
  await runner.stop()
})

it('that comes late tells nothing of an order that another process has cancelled', async () => {
  const runner = await strictRunner(rig, receipts(rig.desk))
  await runner.run()
  rig.sent.length = 0
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, name: 'A train' })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
  const orderId = id as OrderId
  await rig.pay(orderId, 'approve')
  await rig.watch.askNow(orderId)
  const { order: known } = await rig.desk.orders.load(orderId)
  expect(known).toMatchObject({ status: 'paid', grants: [{ first: 1, last: 2 }] })
  const other = otherProcess(rig)
  await cancelOrder(other.desk, { orderId, reason: 'staff', actor: 'staff:test' })

  await runner.run()

  expect(rig.sent).toEqual([])
  await other.stop()
  await runner.stop()
})

it('behind a correction whose process died has no link that opens for the old number', async () => {
  const runner = await strictRunner(rig, receipts(rig.desk))
  await runner.run()
  rig.sent.length = 0
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, name: 'A bike' })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
  const orderId = id as OrderId
  await rig.pay(orderId, 'approve')
  await rig.watch.askNow(orderId)
  const change: Orders['change'] = async (...asked) => {
    await rig.desk.orders.change(...asked)
    throw new Error('killed')
  }
  const desk = { ...rig.desk, orders: { ...rig.desk.orders, change } }
  const correction = { orderId, phone: '+96170654399', cause: 'mistyped', guard: {} } as const
  await expect(correctHolder(desk, { ...correction, staffId: newId() })).rejects.toThrow('killed')

  await runner.run()

  const { reference } = await rig.order(orderId)
  const page = rig.desk.links.shortUrl(linked(orderId), reference)
  expect(rig.sent.map(({ to, text }) => [to, text.split('\n').at(-1)])).toEqual([
    ['+96170123456', page],
  ])
  await runner.stop()
})
