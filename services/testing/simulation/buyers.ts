// The people of a simulated world: what they ask of the shop, and what they were told. Their view
// is what the promises are held against: nobody knows better what was acknowledged.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { placeOrder } from '../../commands/place-order.ts'
import type { PlaceOrder } from '../../commands/place-order.ts'
import { newId } from '../../ids.ts'

import { products } from './on-sale.ts'
import type { Deed } from './steps.ts'
import type { World } from './world.ts'

/** One purchase as its buyer sees it, however often he had to ask. */
export type Wish = {
  buyer: number
  request: PlaceOrder
  /** Until he was told. */
  state: 'open' | 'placed' | 'refused'
  asked: number
  /** Of everything he was told; one order, or something is wrong. */
  orderIds: Set<string>
  /** In happenings of the world: when it was first asked for, and when he was told of an order. */
  askedAt: number
  answeredAt: number | null
  refusal: string | null
}

export type Buyer = { sessionId: string; phone: string; wishes: Wish[] }

/** Codes after which the same request may be sent again. */
const notYet = new Set(['request_in_flight', 'busy', 'payment_provider_unavailable'])

export function newBuyers(count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => ({
    sessionId: newId<string>(),
    phone: `+9617012345${index}`,
    wishes: [],
  }))
}

export const lastWish = ({ wishes }: Buyer): Wish | undefined => wishes.at(-1)

/** Of the last wish that became one. */
export function orderOf(buyer: Buyer): OrderId | undefined {
  const known = buyer.wishes.findLast(({ orderIds }) => orderIds.size > 0)
  return known === undefined ? undefined : ([...known.orderIds][0] as OrderId)
}

type Purchase = Extract<Deed, { do: 'buy' }>

export function buy(world: World, buyer: Buyer, deed: Purchase): void {
  const { items, method, isKeyed } = deed
  const wish: Wish = {
    buyer: deed.buyer,
    request: {
      buyer: { sessionId: buyer.sessionId, customerId: null },
      idempotencyKey: isKeyed ? newId<string>() : null,
      purchase: {
        shippingMethod: items.length > 1 ? 'delivery' : 'pickup',
        deliveryAddress: items.length > 1 ? 'Hamra, Beirut' : null,
        paymentMethod: method,
        customerName: 'Maya Haddad',
        customerEmail: 'maya@example.com',
        customerPhone: buyer.phone,
        items: items.map(({ product, quantity }) => ({
          productId: products[product]!.productId,
          quantity,
        })),
      },
    },
    state: 'open',
    asked: 0,
    orderIds: new Set(),
    askedAt: world.timeline.happened(),
    answeredAt: null,
    refusal: null,
  }
  // Without a key the same cart is the same wish, as long as it is open.
  const same = isKeyed ? undefined : sameCart(buyer, wish)
  if (same === undefined) buyer.wishes.push(wish)
  ask(world, same ?? wish, deed.shop)
}

function sameCart({ wishes }: Buyer, { request }: Wish): Wish | undefined {
  const cart = JSON.stringify(request.purchase)
  return wishes.findLast(
    (known) =>
      known.state === 'open' &&
      known.request.idempotencyKey === null &&
      JSON.stringify(known.request.purchase) === cart,
  )
}

export function ask(world: World, wish: Wish, shop: number): void {
  const before = world.activity.running === 0 ? roomFor(world, wish) : 'unknown'
  const { started } = world.activity
  wish.asked += 1
  world.start(`buyer ${wish.buyer} asks`, async () => {
    try {
      const { id } = await placeOrder(world.shops[shop]!.desk, wish.request)
      wish.orderIds.add(id)
      wish.state = 'placed'
      wish.answeredAt ??= world.timeline.happened()
      world.tell(() => `buyer ${wish.buyer} has order ${id}`)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      world.tell(() => `buyer ${wish.buyer} is told ${error.code}`)
      if (notYet.has(error.code)) return
      if (wish.state === 'open') wish.state = 'refused'
      wish.refusal = error.code
      const isAlone = world.activity.started === started + 1
      const hadRoom = before === 'room' && roomFor(world, wish) === 'room'
      if (isAlone && hadRoom && soldOut.has(error.code))
        world.broken.push(`buyer ${wish.buyer} was told ${error.code} although there was room`)
    }
  })
}

const soldOut = new Set(['tickets_left'])

/** Clocks may be two seconds apart. */
const CLOCKS_APART_MS = 2_500

/**
 * Asked when nobody else is about, and again when he was answered: what a callback has begun goes
 * on in its shop behind it, and may have taken the room for somebody who paid late.
 */
function roomFor({ server: { tables }, timeline }: World, { request }: Wish): 'room' | 'unknown' {
  const alive = [...tables.holds.values()].filter(
    ({ expires_at }) => expires_at.getTime() > timeline.now() - CLOCKS_APART_MS,
  )
  const held = (holds: (hold: (typeof alive)[number]) => boolean) =>
    alive.reduce((sum, hold) => sum + (holds(hold) ? hold.n : 0), 0)
  const wanted = new Map<string, number>()
  for (const { productId, quantity } of request.purchase.items) {
    const { raffleId, ticketsPerUnit } = products.find((known) => known.productId === productId)!
    if (raffleId === null) continue
    const n = quantity * ticketsPerUnit
    for (const key of [`raffle/${raffleId}`, `raffle/${raffleId} ${productId}`])
      wanted.set(key, (wanted.get(key) ?? 0) + n)
  }
  for (const [key, n] of wanted) {
    const [logId, productId] = key.split(' ') as [string, string?]
    const isOf = (hold: (typeof alive)[number]) =>
      hold.log_id === logId && (productId === undefined || hold.product_id === productId)
    const counted = productId === undefined ? tables.raffles.get(logId)! : tables.products.get(key)!
    const max = 'cap' in counted ? counted.cap : counted.tickets_max
    if (counted.issued + held(isOf) + n > max) return 'unknown'
  }
  return 'room'
}
