import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { openPurchaseRig } from '../../testing/purchase-rig.ts'
import type { PurchaseRig } from '../../testing/purchase-rig.ts'
import { openReactor } from '../reactor.ts'
import { receipts } from './receipts.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

it('sends the ticket numbers and the way to the order, once', async () => {
  const failed = (failure: { error: unknown }) => {
    throw failure.error
  }
  const reactor = receipts(rig.desk)
  const runner = await openReactor({ database: rig.test.database, reactor, failed })
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, name: 'A car' })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
  await rig.pay(id, 'approve')
  await rig.watch.stop()

  await runner.run()
  await runner.run()

  const { reference } = await rig.order(id)
  expect(rig.sent).toHaveLength(1)
  expect(rig.sent[0]).toMatchObject({
    to: '+96170123456',
    text: expect.stringContaining(`Order ${reference} is paid.`),
  })
  expect(rig.sent[0]?.text).toContain('A car: 000001-000002')
  const [, code = ''] = /\/o\/(\S+)$/.exec(rig.sent[0]?.text ?? '') ?? []
  const read = rig.desk.links.readShort(code)
  expect(read?.reference).toBe(reference)
  expect(read?.isOf(id as OrderId)).toBe(true)
  await runner.stop()
})
