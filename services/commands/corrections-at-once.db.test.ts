// Staff at two processes correct the phone of one order at the same moment, or two orders to one
// phone.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId, OrderId } from '#events/kernel/ids.ts'

import { openOtherProcess } from '../event-store/testing/shop.ts'
import type { OtherProcess } from '../event-store/testing/shop.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { correctHolder } from './correct-holder.ts'
import { placeManualOrder } from './manual-order.ts'
import { openOrderDesk } from './order-desk.ts'
import type { OrderDesk } from './order-desk.ts'

let rig: PurchaseRig
let other: OtherProcess
let there: OrderDesk
beforeAll(async () => {
  rig = await openPurchaseRig()
  other = await openOtherProcess(rig.test.url)
  const secrets = { linkSecrets: [Buffer.alloc(32, 1)], personSecret: Buffer.alloc(32, 2) }
  there = openOrderDesk({ ...rig.desk, ...secrets, database: other.database, store: other.store })
})
afterAll(async () => {
  await there.close()
  await other.stop()
  await rig.stop()
})

const staffId = newId<string>()

type Wrong = { orderId: OrderId; from: string }

function correct(desk: OrderDesk, wrong: Wrong, phone: string) {
  const guard = { commandId: newId<CommandId>() }
  return correctHolder(desk, { ...wrong, phone, cause: 'mistyped', staffId, guard })
}

/** At the counter, paid: its tickets are issued. */
async function taken(from: string): Promise<Wrong> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, ticketsPerPersonMax: 5 })
  const { orderId } = await placeManualOrder(rig.desk, {
    staff: { personId: staffId, sessionId: newId<string>() },
    request: {
      customerPhone: from,
      items: [{ productId: productIds[0]!, quantity: 1 }],
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status: 'paid',
    },
    idempotencyKey: newId<string>(),
  })
  return { orderId, from }
}

/** By its row, by the last fact that names it, and in its raffle: all of this one number. */
async function expectHadBy({ orderId }: Wrong, phone: string) {
  const { rows } = await rig.test.owner.query<{ customer: string }>(
    `select contact.phone, contact.link_generation as generation,
            'customer/' || contact.customer_id as owner,
            'customer/' || person.person_id as customer,
            (select stream_id from events
              where type = 'OrdersClaimed' and payload like '%' || contact.order_id || '%'
              order by position desc limit 1) as claimant,
            (select count(*)::int from events
              where type = 'HolderCorrected' and stream_id = 'order/' || contact.order_id
            ) as corrections,
            (select person_key from issues where order_id = contact.order_id) as counted
       from order_contacts as contact join people as person on person.phone = $2
      where contact.order_id = $1`,
    [orderId, phone],
  )
  const customer = rows[0]?.customer
  const whose = { owner: customer, customer, claimant: customer }
  const counted = rig.desk.personKeyOf(phone)
  expect(rows).toEqual([{ phone, ...whose, counted, generation: 1, corrections: 1 }])
}

it.each([
  ['one process', () => rig.desk, 1],
  ['two processes', () => there, 4],
])('of one order at %s: the second is told, and all is of the first', async (_, desk, nth) => {
  const wrong = await taken(`+9617080010${nth}`)
  const right = [`+9617080010${nth + 1}`, `+9617080010${nth + 2}`] as const

  const corrected = await Promise.allSettled([
    correct(rig.desk, wrong, right[0]),
    correct(desk(), wrong, right[1]),
  ])

  const refused = corrected.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toMatchObject([
    {
      code: 'edit_conflict',
      message: 'This was changed by the shop meanwhile. Please look at it again.',
    },
  ])
  await expectHadBy(wrong, right[corrected[0].status === 'fulfilled' ? 0 : 1])
})

it('of two orders to one number that nobody had: one customer has both', async () => {
  const [one, two] = [await taken('+96170800110'), await taken('+96170800111')]

  await Promise.all([correct(rig.desk, one, '+96170800112'), correct(there, two, '+96170800112')])

  await expectHadBy(one, '+96170800112')
  await expectHadBy(two, '+96170800112')
})

it('of two orders to one number that has room for one: the other stays as it was', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, ticketsPerPersonMax: 1 })
  const items = [{ productId: productIds[0]!, quantity: 1 }]
  const buy = (customerPhone: string) => rig.buy({ items, customerPhone })
  const wrong: Wrong[] = []
  for (const from of ['+96170800120', '+96170800121'])
    wrong.push({ orderId: (await buy(from)).id as OrderId, from })

  const corrected = await Promise.allSettled([
    correct(rig.desk, wrong[0]!, '+96170800122'),
    correct(there, wrong[1]!, '+96170800122'),
  ])

  const refused = corrected.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['person_limit'])
  const [left, moved] = corrected[0].status === 'rejected' ? wrong : wrong.toReversed()
  for (const counted of [left!.from, '+96170800122'])
    await expect(buy(counted)).rejects.toMatchObject({ code: 'person_limit' })
  await expect(buy(moved!.from)).resolves.toMatchObject({ isNew: true })
})
