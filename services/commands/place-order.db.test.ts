import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import type { PurchaseRequest } from '../contract/purchases.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { tablesHolding } from '../testing/security/kept-rows.ts'
import { capSpending } from './account-limits.ts'
import { correctHolder } from './correct-holder.ts'
import { openOrderDesk } from './order-desk.ts'
import type { OrderDesk } from './order-desk.ts'
import { placeOrder } from './place-order.ts'
import type { RowBatcher } from './row-batcher.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const rowsOf = async (orderId: string) => {
  const { rows } = await rig.test.owner.query<{
    purchases: number
    contacts: number
    attempts: number
  }>(
    `select (select count(*)::int from purchases where order_id = $1) as purchases,
            (select count(*)::int from order_contacts where order_id = $1) as contacts,
            (select count(*)::int from payment_attempts where order_id = $1) as attempts`,
    [orderId],
  )
  return rows[0]
}

describe('a purchase', () => {
  it('reserves its tickets, is placed, and leads to the provider', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({
      ticketsMax: 10,
      products: [{ ticketsPerUnit: 2, priceCents: 1_250 }],
    })

    const placed = await rig.buy({
      items: [{ productId: productIds[0]!, quantity: 3 }],
      shippingMethod: 'delivery',
      deliveryAddress: 'Maya Haddad, +96170123456, Hamra 1, Beirut, 0000',
    })

    expect(placed).toMatchObject({ isNew: true, totalTickets: 6 })
    expect(placed.redirectUrl).toMatch(/^http/)
    const order = await rig.order(placed.id)
    expect(order).toMatchObject({ status: 'pending', subtotalCents: 3_750, totalCents: 4_250 })
    expect(order.attempts).toHaveLength(1)
    expect((await rig.store.raffle(raffleId).state()).held).toBe(6)
    expect(await rowsOf(placed.id)).toEqual({ purchases: 1, contacts: 1, attempts: 1 })
  })

  it('counts a product that stands in the cart twice as one line', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const item = { productId: productIds[0]!, quantity: 2 }

    const placed = await rig.buy({ items: [item, item] })

    expect((await rig.order(placed.id)).lines).toMatchObject([{ quantity: 4 }])
  })

  it('that costs nothing is paid at once and leads nowhere', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10, products: [{ priceCents: 0 }] })

    const placed = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })

    expect(placed.redirectUrl).toBeUndefined()
    expect((await rig.order(placed.id)).grants).toMatchObject([{ first: 1, last: 2 }])
  })

  it('of goods alone needs no raffle', async () => {
    const placed = await rig.buy({ items: [{ productId: rig.sellGoods(900), quantity: 1 }] })

    expect(placed.totalTickets).toBe(0)
    await rig.pay(placed.id, 'approve')
    await rig.watch.stop()
    expect((await rig.order(placed.id)).status).toBe('paid')
  })
})

type Change = Partial<PurchaseRequest> & {
  productId?: string
  variantId?: string
  quantity?: number
  twice?: boolean
}

describe('a refused purchase', () => {
  it('says how many tickets are left and leaves nothing behind', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 3, name: 'A car' })
    const sessionId = newId<string>()
    const refused = rig.buy(
      { items: [{ productId: productIds[0]!, quantity: 4 }] },
      { sessionId, idempotencyKey: 'k' },
    )

    await expect(refused).rejects.toMatchObject({
      code: 'tickets_left',
      message: 'Only 3 tickets left for A car',
      details: { available: 3, raffleId },
    })
    expect((await rig.store.raffle(raffleId).state()).held).toBe(0)
    // Not remembered: the same key may carry a smaller cart.
    const placed = await rig.buy(
      { items: [{ productId: productIds[0]!, quantity: 3 }] },
      { sessionId, idempotencyKey: 'k' },
    )
    expect(placed.totalTickets).toBe(3)
  })

  it('gives back the raffles that had said yes', async () => {
    const open = await rig.sellRaffle({ ticketsMax: 10 })
    const full = await rig.sellRaffle({ ticketsMax: 1 })

    const refused = rig.buy({
      items: [open, full].map(({ productIds }) => ({ productId: productIds[0]!, quantity: 2 })),
    })

    await expect(refused).rejects.toMatchObject({ code: 'tickets_left' })
    expect((await rig.store.raffle(open.raffleId).state()).held).toBe(0)
    expect((await rig.store.raffle(full.raffleId).state()).held).toBe(0)
  })

  it.each<[string, Change, string]>([
    ['another price than was shown', { expectedTotal: '9.99' }, 'price_changed'],
    ['other tickets than were shown', { expectedTickets: 2 }, 'tickets_changed'],
    ['a delivery without an address', { shippingMethod: 'delivery' }, 'invalid_request'],
    ['a phone that no text reaches', { customerPhone: '01123456' }, 'invalid_request'],
    ['a product that is gone', { productId: newId<string>() }, 'product_unavailable'],
    ['a variant that is not there', { variantId: newId<string>() }, 'unknown_variant'],
    ['more than a hundred in two lines', { quantity: 51, twice: true }, 'invalid_request'],
  ])('is one with %s', async (_what, change, code) => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 200 })
    const { productId = productIds[0]!, variantId, quantity = 1, twice, ...rest } = change
    const item = { productId, quantity, ...(variantId !== undefined && { variantId }) }

    await expect(
      rig.buy({ items: twice === true ? [item, item] : [item], ...rest }),
    ).rejects.toMatchObject({ code })
  })

  it('is one for a raffle that has ended', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10, closesInSeconds: -1 })

    await expect(
      rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] }),
    ).rejects.toMatchObject({ code: 'raffle_ended' })
  })
})

describe('the same purchase again', () => {
  it('with its key is the same order, word for word', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey: 'once' }
    const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }

    const first = await rig.buy(cart, by)
    const second = await rig.buy(cart, by)

    expect(second).toEqual({ ...first, isNew: false })
    expect((await rig.store.raffle(raffleId).state()).held).toBe(2)
  })

  it.each([
    ['with its key', 'corrected'],
    ['without a key', null],
  ])('%s is told the link that opens it now; none is kept', async (_how, idempotencyKey) => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey }
    const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }
    const first = await rig.buy(cart, by)
    const orderId = first.id as OrderId
    const linkOf = (generation: number) => rig.desk.links.pageUrl({ orderId, generation })
    expect(first.orderPageUrl).toBe(linkOf(0))

    // By another process: this one remembers the order as it was.
    const secrets = { linkSecrets: [Buffer.alloc(32, 1)], personSecret: Buffer.alloc(32, 2) }
    const other = openOrderDesk({ ...rig.desk, ...secrets })
    const correction = { orderId, phone: '+96170654322', cause: 'mistyped' } as const
    await correctHolder(other, { ...correction, staffId: newId(), guard: {} })
    await other.close()
    const again = await rig.buy(cart, by)

    expect(again).toEqual({ ...first, orderPageUrl: linkOf(1), isNew: false })
    const links = [0, 1].map((generation) => rig.desk.links.sign({ orderId, generation }))
    expect(await tablesHolding(rig.test.owner, links)).toEqual([])
  })

  it('is known by an answer of an earlier build, which kept a link', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey: 'earlier' }
    const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }
    const first = await rig.buy(cart, by)
    await rig.test.owner.query(
      `update purchases
          set answer = jsonb_set(answer::jsonb, '{orderPageUrl}', '"https://dead.example"')::text
        where order_id = $1`,
      [first.id],
    )

    expect(await rig.buy(cart, by)).toEqual({ ...first, isNew: false })
  })

  it('with its key and another body is refused', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey: 'once' }
    await rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] }, by)

    await expect(
      rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] }, by),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('with its key at the same moment is in flight', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey: 'once' }
    const cart = { items: [{ productId: productIds[0]!, quantity: 1 }] }

    const answers = await Promise.allSettled([rig.buy(cart, by), rig.buy(cart, by)])

    expect(answers[0]).toMatchObject({ status: 'fulfilled' })
    expect(answers[1]).toMatchObject({ reason: { code: 'request_in_flight' } })
  })

  it('without a key, at once or later, is the same order while it is unpaid', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>() }
    const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }

    const [first, second] = await Promise.all([rig.buy(cart, by), rig.buy(cart, by)])
    const third = await rig.buy(cart, by)

    expect([second.id, third.id]).toEqual([first.id, first.id])
    expect(third.redirectUrl).toBe(first.redirectUrl)
    expect((await rig.store.raffle(raffleId).state()).held).toBe(2)
  })

  it('without a key is a new order once the first is paid', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>() }
    const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }
    const first = await rig.buy(cart, by)
    await rig.pay(first.id, 'approve')
    await rig.watch.stop()

    expect((await rig.buy(cart, by)).id).not.toBe(first.id)
  })

  it('takes up a request that died between two steps, under the same ids', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    const by = { sessionId: newId<string>(), idempotencyKey: 'died' }
    const cart = { items: [{ productId: productIds[0]!, quantity: 2 }] }
    const first = await rig.buy(cart, by)
    await rig.test.owner.query(
      `update purchases set state = 'running', answer = null, claimed_until = clock_now()
        where order_id = $1`,
      [first.id],
    )

    const again = await rig.buy(cart, by)

    expect(again).toMatchObject({ id: first.id, redirectUrl: first.redirectUrl })
    expect((await rig.order(first.id)).attempts).toHaveLength(1)
    expect((await rig.store.raffle(raffleId).state()).held).toBe(2)
  })
})

describe.each([
  ['with its key', 'cut', '+96170300001'],
  ['without a key', null, '+96170300002'],
])('a capped purchase that was cut off, sent again %s', (_how, idempotencyKey, customerPhone) => {
  const cap = (dollars: number) =>
    capSpending(rig.desk, { phone: customerPhone, capCents: 100 * dollars })

  /** The provider is down at its first try, whose attempt to pay is all that fits under the cap. */
  async function cutOff() {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    await rig.test.owner.query('delete from order_contacts where phone = $1', [customerPhone])
    const cart = { customerPhone, items: [{ productId: productIds[0]!, quantity: 2 }] }
    const by = { sessionId: newId<string>(), idempotencyKey }
    await cap(25)
    await rig.switchSandbox({ whish: { calls: ['create'], http500Rate: 1 } })
    await expect(rig.buy(cart, by)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
    await rig.switchSandbox({ whish: null })
    return { raffleId, cart, again: () => rig.buy(cart, by) }
  }

  it('is the same order: its own first try is not what it would pass the cap with', async () => {
    const { raffleId, cart, again } = await cutOff()
    await expect(rig.buy(cart), 'by another browser').rejects.toMatchObject({ code: 'monthly_cap' })

    const placed = await again()

    expect(placed.redirectUrl).toMatch(/^http/)
    expect(await rowsOf(placed.id)).toEqual({ purchases: 1, contacts: 1, attempts: 1 })
    expect((await rig.order(placed.id)).attempts).toHaveLength(1)
    expect((await rig.store.raffle(raffleId).state()).held).toBe(2)
    expect(await again()).toMatchObject({ id: placed.id, isNew: false })
  })

  it('is in flight, not over the cap, while another process works on it', async () => {
    const { again } = await cutOff()
    await rig.test.owner.query(
      `update purchases set claimed_until = clock_now() + interval '9 seconds'
        where order_id in (select order_id from order_contacts where phone = $1)`,
      [customerPhone],
    )

    await expect(again()).rejects.toMatchObject({ code: 'request_in_flight' })
  })

  it('is refused where it alone is more than a cap that was lowered since', async () => {
    const { again } = await cutOff()
    await cap(15)

    await expect(again()).rejects.toMatchObject({ code: 'monthly_cap' })
  })
})

/** Whoever comes first goes on when a second one has come. */
function meetingOnce<Item, Answer>(batcher: RowBatcher<Item, Answer>): RowBatcher<Item, Answer> {
  const { promise: met, resolve: meet } = Promise.withResolvers<void>()
  let come = 0
  const add = async (item: Item) => {
    come += 1
    if (come === 2) meet()
    await met
    return batcher.add(item)
  }
  return { ...batcher, add }
}

/** Two that open their purchases together, and whose rows stay until each has seen the other's. */
function meeting(desk: OrderDesk): OrderDesk {
  const { open, forget } = desk.rows
  return { ...desk, rows: { ...desk.rows, open: meetingOnce(open), forget: meetingOnce(forget) } }
}

it('of two at one moment, with room for one, one is placed and one leaves nothing', async () => {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const customerPhone = '+96170300003'
  await capSpending(rig.desk, { phone: customerPhone, capCents: 2_500 })
  const desk = meeting(rig.desk)
  const buy = (quantity: number) =>
    placeOrder(desk, {
      buyer: { sessionId: newId<string>(), customerId: null },
      purchase: {
        shippingMethod: 'pickup',
        paymentMethod: 'whishpay',
        customerName: 'Maya Haddad',
        customerEmail: 'maya@example.com',
        customerPhone,
        items: [{ productId: productIds[0]!, quantity }],
      },
      idempotencyKey: null,
    })

  const both = await Promise.allSettled([buy(1), buy(2)])

  const placed = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(placed).toHaveLength(1)
  const reason = expect.objectContaining({ code: 'monthly_cap' })
  expect(both).toContainEqual({ status: 'rejected', reason })
  expect((await rig.store.raffle(raffleId).state()).held).toBe(placed[0]?.totalTickets)
  const { rows } = await rig.test.owner.query<{ order_id: string }>(
    'select order_id from order_contacts join payment_attempts using (order_id) where phone = $1',
    [customerPhone],
  )
  expect(rows).toEqual([{ order_id: placed[0]?.id }])
})
