// Carries out one step of a history.
import type { CommandId, OrderId } from '#events/kernel/ids.ts'

import { cancelOrder } from '../../commands/cancel-order.ts'
import { completeOrder } from '../../commands/complete-order.ts'
import { completeRefund } from '../../commands/complete-refund.ts'
import { payAgain } from '../../commands/pay.ts'
import { deriveId } from '../../ids.ts'
import type { RawRequest } from '../../providers/payments/port.ts'
import { whishCallbackUrls } from '../../providers/payments/whish-callback.ts'

import { ask, buy, lastWish, orderOf } from './buyers.ts'
import type { Buyer } from './buyers.ts'
import { raffles } from './on-sale.ts'
import type { Payment } from './outside.ts'
import { CALLBACK_KEY } from './shop.ts'
import type { ShopProcess } from './shop.ts'
import type { Deed } from './steps.ts'
import type { World } from './world.ts'

export function carryOut(world: World, buyers: readonly Buyer[], deed: Deed): void {
  switch (deed.do) {
    case 'crash':
      return world.crash(deed.shop)
    case 'power cut':
      return world.losePower()
    case 'fault':
      return world.network.plan({ where: deed.where, fault: deed.fault, skip: deed.skip })
    case 'clock jump':
      return void (world.shops[deed.shop]!.clock.skewMs = deed.skewMs)
    case 'cancel raffle':
      return void world.start('cancellation', () => cancelRaffle(world, deed))
    case 'sweep':
    case 'project':
    case 'react':
      return work(world, deed)
    default:
      return act(world, buyers[deed.buyer]!, deed)
  }
}

type Work = Extract<Deed, { do: 'sweep' | 'project' | 'react' }>

function work(world: World, deed: Work): void {
  const shop = world.shops[deed.shop]!
  if (deed.do === 'project') world.start('projector', () => shop.catchUp())
  else if (deed.do === 'react') world.start('reactors', () => shop.react())
  else world.start(`sweep ${deed.sweep}`, shop.sweeps.get(deed.sweep)!)
}

type Cancellation = Extract<Deed, { do: 'cancel raffle' }>

/** A tired click sends the same command again, so it has a name. */
function cancelRaffle(world: World, deed: Cancellation): Promise<unknown> {
  const { desk } = world.shops[deed.shop]!
  const { raffleId } = raffles[deed.raffle]!
  return desk.store.raffle(raffleId).command(
    { type: 'CancelRaffle', now: desk.now().toISOString(), reason: 'licence_withdrawn' },
    {
      commandId: deriveId<CommandId>('cancel', raffleId),
      correlationId: raffleId,
      actor: 'staff:simulation',
    },
  )
}

type Act = Extract<Deed, { buyer: number }>

function act(world: World, buyer: Buyer, deed: Act): void {
  if (deed.do === 'buy') return buy(world, buyer, deed)
  if (deed.do === 'send again') {
    const wish = lastWish(buyer)
    return wish === undefined ? undefined : ask(world, wish, deed.shop)
  }
  const orderId = orderOf(buyer)
  if (orderId === undefined) return
  if (deed.do === 'pay') return pay(world, orderId, deed)
  const shop = world.shops[deed.shop]!
  world.start(`${deed.do} of buyer ${deed.buyer}`, () => actOn({ world, shop, orderId, deed }))
}

type OrderAct = Exclude<Act, { do: 'buy' | 'send again' | 'pay' }>
type Acting = { world: World; shop: ShopProcess; orderId: OrderId; deed: OrderAct }

async function actOn({ world, shop, orderId, deed }: Acting): Promise<unknown> {
  const { desk, watch } = shop
  switch (deed.do) {
    case 'forge callback':
      return forgeCallback(world, shop, orderId)
    case 'look':
      return watch.askNow(orderId)
    case 'pay again':
      return payAgain(desk, { orderId, actor: 'guest:simulation', method: deed.method })
    case 'cancel':
      return cancelOrder(desk, { orderId, reason: deed.reason, actor: 'staff:simulation' })
    case 'hand over':
      return completeOrder(desk, { orderId, actor: 'staff:simulation' })
    case 'pay back': {
      const { order } = await desk.orders.load(orderId, { fresh: true })
      const due = order.status === 'none' ? undefined : order.refunds.find((it) => !it.isPaid)
      if (due === undefined) return undefined
      const { refundId } = due
      return completeRefund(desk, { orderId, refundId, method: 'cash', actor: 'staff:simulation' })
    }
  }
}

type Paying = Extract<Deed, { do: 'pay' }>

/** The payer acts on the provider's page; what the provider then tells the shop may be late. */
function pay(world: World, orderId: string, deed: Paying): void {
  const open = [...world.outside.payments.values()].filter(
    (payment) => payment.orderId === orderId && payment.paidCents === null,
  )
  const payment = deed.isOldest ? open[0] : open.at(-1)
  if (payment === undefined) return
  if (deed.outcome === 'decline') payment.isDeclined = true
  else payment.paidCents = paidCents(payment, deed)
  world.tell(() => `payer of ${payment.ref}: ${deed.outcome}`)
  for (let copy = 0; copy < deed.callbacks; copy++) {
    const delayMs = world.chance.among([0, 1, 30, 700, 4_000, 90_000, 2_000_000])
    const shop = world.chance.below(world.shops.length)
    world.timeline.after(delayMs, () =>
      world.start('callback', () =>
        world.shops[shop]!.receive(payment.method, callbackOf(payment)),
      ),
    )
  }
}

/** Whish takes only what was asked for. */
const paidCents = ({ method, askedCents }: Payment, { outcome }: Paying): number =>
  outcome === 'wrong amount' && method === 'montypay' ? askedCents - 1 : askedCents

function callbackOf({ ref, isDeclined }: Payment): RawRequest {
  const urls = whishCallbackUrls({ publicOrigin: '', ref, key: CALLBACK_KEY })
  const url = isDeclined ? urls.failure : urls.success
  const query = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1)))
  return { method: 'GET', query, headers: {}, body: Buffer.alloc(0) }
}

async function forgeCallback(world: World, shop: ShopProcess, orderId: string): Promise<void> {
  const payment = [...world.outside.payments.values()].find((it) => it.orderId === orderId)
  if (payment === undefined) return
  const genuine = callbackOf(payment)
  const raw = { ...genuine, query: { ...genuine.query, sig: 'forged' } }
  if (shop.desk.providers[payment.method]!.parseCallback(raw).isAuthentic)
    world.broken.push('a forged callback was taken for a real one')
  await shop.receive(payment.method, raw)
}
