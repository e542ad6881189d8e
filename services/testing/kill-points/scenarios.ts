// What a buyer, a provider and the shop's own sweeps do while the process may die at any moment,
// and how they come back afterwards. Each scenario knows only what the outside world would still
// know.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { allProjections } from '#projections/all.ts'

import { cancelOrder, giveBack } from '../../commands/cancel-order.ts'
import { completeOrder } from '../../commands/complete-order.ts'
import { completeRefund } from '../../commands/complete-refund.ts'
import { dropExpiredHolds, expireOrders, releaseOrphans } from '../../commands/expire-holds.ts'
import { payAgain } from '../../commands/pay.ts'
import { placeOrder } from '../../commands/place-order.ts'
import type { Core } from '../../core.ts'
import type { RawRequest } from '../../providers/payments/port.ts'
import { whishCallbackUrls } from '../../providers/payments/whish-callback.ts'
import { openProjector } from '../../workers/projector.ts'

/** All of it is known outside the process: by the browser, by the provider, by the test. */
export type Case = {
  sessionId: string
  key: string
  productIds: readonly string[]
  /** Answered before the scenario began. */
  orderId: string | null
}

export type Shop = {
  core: Core
  /** The payer on the provider's page; no callback leaves from there. */
  payer: (orderId: string, outcome: 'approve' | 'decline') => Promise<void>
  moveClock: (seconds: number) => Promise<void>
}

export type Scenario = {
  /** Goes well before anything is killed; answers the order that the buyer was told. */
  prepare: (shop: Shop, known: Case) => Promise<string | null>
  /** What the process is killed in. */
  act: (shop: Shop, known: Case) => Promise<void>
  /** In the next process: sweeps, retries with the same key, callbacks once more. */
  recover: (shop: Shop, known: Case) => Promise<void>
  /** How every case must have ended. */
  end: Ending
  attempts: number
}

export type Ending =
  | 'paid'
  | 'paid late'
  | 'completed'
  | 'expired'
  | 'cancelled'
  | 'refund owed'
  | 'refunded'
  | 'never placed or expired'

export const QUANTITIES = [2, 1] as const
const HOLD_SECONDS = 1_801
/** Longer than a request's claim on its key, and than the wait before an orphan is cleared away. */
const PATIENCE_SECONDS = 75

export const scenarios = {
  purchase: {
    prepare: async () => null,
    act: async (shop, known) => void (await buy(shop, known)),
    async recover(shop, known) {
      await shop.moveClock(PATIENCE_SECONDS / 2)
      const orderId = await buy(shop, known)
      await shop.payer(orderId, 'approve')
      await callBack(shop, orderId)
    },
    end: 'paid',
    attempts: 1,
  },
  'purchase, and the buyer never comes back': {
    prepare: async () => null,
    act: async (shop, known) => void (await buy(shop, known)),
    async recover(shop) {
      await shop.moveClock(PATIENCE_SECONDS)
      await sweep(shop)
      await shop.moveClock(HOLD_SECONDS)
      await sweep(shop)
    },
    end: 'never placed or expired',
    attempts: 1,
  },
  settlement: {
    async prepare(shop, known) {
      const orderId = await buy(shop, known)
      await shop.payer(orderId, 'approve')
      return orderId
    },
    act: (shop, known) => callBack(shop, requireOrder(known)),
    recover: settleInTime,
    end: 'paid',
    attempts: 1,
  },
  expiry: {
    async prepare(shop, known) {
      const orderId = await buy(shop, known)
      await shop.moveClock(HOLD_SECONDS)
      return orderId
    },
    act: sweep,
    recover: sweep,
    end: 'expired',
    attempts: 1,
  },
  'another payment attempt': {
    async prepare(shop, known) {
      const orderId = await buy(shop, known)
      await shop.payer(orderId, 'decline')
      await callBack(shop, orderId)
      return orderId
    },
    act: (shop, known) => tryAgain(shop, requireOrder(known)),
    async recover(shop, known) {
      const orderId = requireOrder(known)
      await tryAgain(shop, orderId)
      await shop.payer(orderId, 'approve')
      await callBack(shop, orderId)
    },
    end: 'paid',
    attempts: 2,
  },
  'a late payment': {
    async prepare(shop, known) {
      const orderId = await buy(shop, known)
      await shop.moveClock(HOLD_SECONDS)
      await sweep(shop)
      await shop.payer(orderId, 'approve')
      return orderId
    },
    act: (shop, known) => callBack(shop, requireOrder(known)),
    recover: settleInTime,
    end: 'paid late',
    attempts: 1,
  },
  'a payment that was declined': {
    async prepare(shop, known) {
      const orderId = await buy(shop, known)
      await shop.payer(orderId, 'decline')
      return orderId
    },
    act: (shop, known) => callBack(shop, requireOrder(known)),
    async recover(shop, known) {
      await callBack(shop, requireOrder(known))
      await shop.moveClock(HOLD_SECONDS)
      await sweep(shop)
    },
    end: 'expired',
    attempts: 1,
  },
  'a page of facts becomes rows': {
    async prepare(shop, known) {
      await project(shop)
      return buy(shop, known)
    },
    act: project,
    async recover(shop) {
      await project(shop)
      await shop.moveClock(HOLD_SECONDS)
      await sweep(shop)
    },
    end: 'expired',
    attempts: 1,
  },
  'the buyer cancels': {
    prepare: buy,
    act: (shop, known) => cancel(shop, known, 'customer'),
    recover: (shop, known) => cancel(shop, known, 'customer'),
    end: 'cancelled',
    attempts: 1,
  },
  'staff cancel what was paid': {
    prepare: buyAndPay,
    act: (shop, known) => cancel(shop, known, 'staff'),
    recover: (shop, known) => cancel(shop, known, 'staff'),
    end: 'refund owed',
    attempts: 1,
  },
  'money goes back': {
    async prepare(shop, known) {
      const orderId = await buyAndPay(shop, known)
      await cancel(shop, { ...known, orderId }, 'staff')
      return orderId
    },
    act: payBack,
    recover: payBack,
    end: 'refunded',
    attempts: 1,
  },
  'goods are handed over': {
    prepare: buyAndPay,
    act: handOver,
    recover: handOver,
    end: 'completed',
    attempts: 1,
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios

/** The schedule alone must bring it home; the callbacks that come after it change nothing. */
async function settleInTime(shop: Shop, known: Case): Promise<void> {
  await shop.moveClock(HOLD_SECONDS * 2)
  while ((await shop.core.watch.checkDue()) > 0);
  await sweep(shop)
  await callBack(shop, requireOrder(known))
  await callBack(shop, requireOrder(known))
}

async function buy({ core }: Shop, { sessionId, key, productIds }: Case): Promise<string> {
  const { id } = await placeOrder(core.desk, {
    buyer: { sessionId, customerId: null },
    idempotencyKey: key,
    purchase: {
      items: productIds.map((productId, n) => ({ productId, quantity: QUANTITIES[n] ?? 1 })),
      shippingMethod: 'delivery',
      deliveryAddress: 'Maya Haddad, +96170123456, Hamra 1, Beirut, 0000',
      paymentMethod: 'whishpay',
      customerName: 'Maya Haddad',
      customerEmail: 'maya@example.com',
      customerPhone: '+96170123456',
    },
  })
  return id
}

async function buyAndPay(shop: Shop, known: Case): Promise<string> {
  const orderId = await buy(shop, known)
  await shop.payer(orderId, 'approve')
  await callBack(shop, orderId)
  return orderId
}

/** Twice, as by somebody who saw no answer; and once more the reactor that hears of it. */
async function cancel({ core }: Shop, known: Case, reason: 'customer' | 'staff'): Promise<void> {
  const orderId = requireOrder(known) as OrderId
  const actor = `${reason}:test`
  await cancelOrder(core.desk, { orderId, reason, actor }).catch(unlessRefused)
  await giveBack(core.desk, orderId)
}

async function payBack({ core }: Shop, known: Case): Promise<void> {
  const orderId = requireOrder(known) as OrderId
  const refundId = `cancelled:${orderId}`
  await completeRefund(core.desk, { orderId, refundId, method: 'cash', actor: 'staff:test' })
}

async function handOver({ core }: Shop, known: Case): Promise<void> {
  const orderId = requireOrder(known) as OrderId
  await completeOrder(core.desk, { orderId, actor: 'staff:test' }).catch(unlessRefused)
}

/** It has been done before. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Rejection)) throw error
}

async function project({ core: { database } }: Shop): Promise<void> {
  const projector = openProjector({ database, projections: allProjections })
  await projector.catchUp()
  await projector.stop()
}

async function tryAgain({ core }: Shop, orderId: string): Promise<void> {
  // The buyer's own order, as the browser was told.
  await payAgain(core.desk, { orderId: orderId as OrderId, actor: 'guest:test' })
}

/** What the route does with the provider's call about the order's newest attempt. */
async function callBack({ core }: Shop, orderId: string): Promise<void> {
  const { desk, watch } = core
  const provider = desk.providers.whishpay
  if (provider === undefined) throw new Error('the shop has no Whish')
  const { order } = await desk.orders.load(orderId as OrderId)
  const ref = order.status === 'none' ? undefined : order.attempts.at(-1)?.ref
  if (ref === undefined) throw new Error(`order ${orderId} has no payment attempt`)
  const { publicOrigin, callbackKey: key } = desk
  const { success } = whishCallbackUrls({ publicOrigin, ref, key })
  const raw = getRequest(success)
  const hint = provider.parseCallback(raw)
  await desk.callbacks.store({ method: 'whishpay', raw, hint })
  watch.ringForCallback(ref)
  await watch.stop()
}

const getRequest = (url: string): RawRequest => ({
  method: 'GET',
  query: Object.fromEntries(new URL(url).searchParams),
  headers: {},
  body: Buffer.alloc(0),
})

async function sweep({ core: { desk } }: Shop): Promise<void> {
  while ((await expireOrders(desk)) > 0);
  while ((await releaseOrphans(desk)) > 0);
  while ((await dropExpiredHolds(desk)) > 0);
}

function requireOrder({ orderId }: Case): string {
  if (orderId === null) throw new Error('this scenario begins with an order')
  return orderId
}
