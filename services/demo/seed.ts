// Lives the demo's past: 75 days of real commands while the database's clock runs from then to now.
// Nothing is written into a table that a command would not have written; buyers pay on the sandbox
// over HTTP. The listener is still closed, so nobody sees a shop whose calendar is moving.
import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import { customerIdSchema, orderIdSchema } from '#events/kernel/ids.ts'
import type { CustomerId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'

import { moveClock } from '../clock.ts'
import type { Actor } from '../commands/audit.ts'
import { closeDueRaffles } from '../commands/close-raffles.ts'
import { countEvents } from '../commands/count-events.ts'
import { tellHolders } from '../commands/draw-notices.ts'
import { expireOrders } from '../commands/expire-holds.ts'
import { inTurns } from '../commands/in-turns.ts'
import { placeOrder } from '../commands/place-order.ts'
import { payAgain } from '../commands/pay.ts'
import { listProduct } from '../commands/product.ts'
import { publishRaffle } from '../commands/publish-raffle.ts'
import { settleOpen } from '../commands/payment-watch.ts'
import { sendMessage } from '../commands/send-message.ts'
import { sendCode, signInWithCode } from '../commands/sign-in.ts'
import { addVariant } from '../commands/variant.ts'
import type { TrackedEvent } from '../contract/events.ts'
import type { Core } from '../core.ts'
import { openDraws } from '../draws.ts'
import type { Progress } from '../database/prepare.ts'
import { newId } from '../ids.ts'
import { httpRequest } from '../io/http-client.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { paidToTickets } from '../io/figures.ts'
import type { Message } from '../providers/messages/port.ts'
import type { Workers } from '../workers/workers.ts'
import { drawArtwork } from './artwork.ts'
import { pastRaffle, planPastDraw, sealTodaysDraw, todaysRaffle } from './draws.ts'
import type { PastAct } from './draws.ts'
import { openPacking } from './packing.ts'
import type { Packing } from './packing.ts'
import { countedFrom, countShelf, tidyShelf } from './shelf.ts'
import { demoGoods } from './shop.ts'
import type { DemoProduct, DemoRaffle } from './shop.ts'
import { planPast } from './timetable.ts'
import type { PlannedOrder } from './timetable.ts'

export type SeedNeeds = {
  core: Core
  workers: Pick<Workers, 'catchUp'>
  /** Of the sandbox that plays the providers. */
  sandboxUrl: string
  ownerUrl: string
  progress: Progress
}

type Seeding = SeedNeeds & {
  owner: Database
  actor: Actor
  productIds: Map<string, { productId: ProductId; variantIds: string[] }>
  customers: Map<number, Promise<CustomerId>>
  raffleIds: Map<string, RaffleId>
  packing: Packing
}

/** Orders placed at the same moment; also how many buyers are on their way at once. */
const AT_ONCE = 8

export async function seedDemo(needs: SeedNeeds): Promise<void> {
  const owner = openDatabase({ url: needs.ownerUrl, applicationName: 'qura seed', poolMax: 2 })
  const { log, desk } = needs.core
  const { level } = log
  const { mail } = desk
  // What goes wrong in a made-up past is meant to: it stands on the desks, not on the terminal.
  log.level = 'error'
  // Its texts were sent; hundreds of e-mails that say the same are not made up beside them.
  desk.mail = null
  try {
    const actor = await ownerOf(owner)
    const now = new Date()
    const seeding: Seeding = {
      ...needs,
      owner,
      actor,
      productIds: new Map(),
      customers: new Map(),
      raffleIds: new Map(),
      packing: openPacking(needs.core.desk, { actor, now }),
    }
    await live(seeding, now)
    await owner.query('select forget_clock_offset()')
    await needs.core.clock.sync()
    needs.progress({ name: 'sealing the draw of today' })
    await sealTodaysDraw(needs.core, raffleOf(seeding, todaysRaffle))
    await needs.workers.catchUp()
    await needs.core.catalogue.refresh()
    await owner.query('update installation set seeded_at = clock_timestamp()')
    // While the clock leapt from day to day, nobody waited for days.
    paidToTickets.reset()
  } finally {
    log.level = level
    desk.mail = mail
    await owner.end()
  }
}

async function live(seeding: Seeding, now: Date): Promise<void> {
  const plan = planPast(now)
  const total = plan.openings.length + plan.orders.length + planPastDraw(now).length
  let done = 0
  const step = (name: string) => seeding.progress({ name, done: ++done, total })
  for (const goods of demoGoods) await sell(seeding, goods, '')

  const openings = [...plan.openings]
  const draws = planPastDraw(now)
  let isCounted = false
  for (let start = 0; start < plan.orders.length; start += AT_ONCE) {
    const orders = plan.orders.slice(start, start + AT_ONCE)
    const [first] = orders
    if (first === undefined) break
    for (let next = openings[0]; next && next.at <= first.at; next = openings[0]) {
      openings.shift()
      await endOfDay(seeding, next.at)
      await open(seeding, next.raffle, now)
      step(`living the past: ${next.raffle.name} opens`)
    }
    for (let next = draws[0]; next && next.at <= first.at; next = draws[0]) {
      draws.shift()
      await drawPast(seeding, next)
      step('living the past: a draw')
    }
    if (!isCounted && first.at >= countedFrom(now)) {
      isCounted = true
      await endOfDay(seeding, first.at)
      await countShelf(seeding, plan.orders.slice(start))
      await shown(seeding)
    }
    if (start % (AT_ONCE * 8) === 0) await endOfDay(seeding, first.at)
    await moveTo(seeding, first.at)
    await inTurns(orders, (order) => buy(seeding, order, plan.accounts))
    for (const order of orders) step(`living the past: ${beirutDayOf(order.at.toISOString())}`)
  }
  for (const { at, raffle } of openings) {
    await endOfDay(seeding, at)
    await open(seeding, raffle, now)
  }
  // Unpaid orders of the last hours run out, and what has ended is closed.
  await endOfDay(seeding, new Date(now.getTime() - 60_000))
  await tidyShelf(seeding)
}

async function drawPast(seeding: Seeding, { at, act }: PastAct): Promise<void> {
  await endOfDay(seeding, at)
  await act(seeding.core, raffleOf(seeding, pastRaffle), (time) => moveTo(seeding, time))
  while (await isTelling(seeding)) await tellHolders(openDraws(seeding.core))
}

/** A result is told in its own days, not when the shop opens. */
async function isTelling({ owner }: Seeding): Promise<boolean> {
  const { rows } = await owner.query('select from draw_claims where told_up_to is not null limit 1')
  return rows.length > 0
}

function raffleOf({ raffleIds }: Seeding, name: string): RaffleId {
  const raffleId = raffleIds.get(name)
  if (raffleId === undefined) throw new Error(`the demo has no raffle ${name}`)
  return raffleId
}

async function moveTo({ owner, core }: Seeding, at: Date): Promise<void> {
  if (at <= core.clock.now()) return
  await moveClock(owner, at)
  await core.clock.sync()
}

/** What was recorded is what the next buyer sees. */
async function shown({ core, workers }: Seeding): Promise<void> {
  await workers.catchUp()
  await core.catalogue.refresh()
}

/** What sweeps do in a running shop. */
async function endOfDay(seeding: Seeding, at: Date): Promise<void> {
  const { core } = seeding
  await moveTo(seeding, at)
  await shown(seeding)
  while ((await core.watch.checkDue()) > 0);
  while ((await expireOrders(core.desk)) > 0);
  await seeding.packing.work(at)
  await closeDueRaffles(core.desk)
}

async function open(seeding: Seeding, raffle: DemoRaffle, now: Date): Promise<void> {
  const { core, actor } = seeding
  const day = (offset: number) =>
    beirutDayOf(new Date(now.getTime() + offset * 86_400_000).toISOString())
  const { raffleId } = await publishRaffle(raffleNeeds(core), {
    actor,
    image: await drawArtwork(raffle.artwork),
    form: {
      name: raffle.name,
      description: raffle.description,
      prizeInfo: raffle.prizeInfo,
      value: raffle.value,
      startsAt: day(raffle.opensOnDay),
      endsAt: day(raffle.endsOnDay),
      totalTickets: raffle.totalTickets,
      minTicketsRequired: raffle.minTicketsRequired,
      status: 'active',
    },
  })
  seeding.raffleIds.set(raffle.name, raffleId)
  for (const product of raffle.products) await sell(seeding, product, raffleId)
  await shown(seeding)
}

const raffleNeeds = (core: Core) => ({ ...core, now: core.clock.now })

async function sell(seeding: Seeding, product: DemoProduct, raffleId: string): Promise<void> {
  const { core, actor, productIds } = seeding
  const needs = { ...core, now: core.clock.now }
  const { productId } = await listProduct(needs, {
    actor,
    image: await drawArtwork(product.artwork),
    form: {
      name: product.name,
      description: product.description,
      price: product.price,
      tickets: product.tickets,
      totalTickets: product.totalTickets,
      active: '1',
      raffleId,
    },
  })
  const variantIds: string[] = []
  for (const { name, sku, priceAdjustment } of product.variants) {
    const form = { name, sku, priceAdjustment }
    const wanted = { productId, form, actor, ifVersion: undefined, image: null }
    const { variant } = await addVariant(needs, wanted)
    variantIds.push(variant.variantId)
  }
  productIds.set(product.name, { productId, variantIds })
}

async function buy(seeding: Seeding, planned: PlannedOrder, accounts: number): Promise<void> {
  const { core, productIds } = seeding
  const { person, personIndex, product } = planned
  const known = productIds.get(product.name)
  if (known === undefined) throw new Error(`${product.name} is bought before it is sold`)
  const hasAccount = personIndex < accounts
  const customerId = hasAccount ? await customerOf(seeding, planned) : null
  const street = `${1 + (personIndex % 90)} Cedar Street`
  await countEvents(core.database, browsedBefore(planned))
  const placed = await placeOrder(core.desk, {
    buyer: { sessionId: newId<string>(), customerId },
    idempotencyKey: null,
    purchase: {
      shippingMethod: planned.isDelivery ? 'delivery' : 'pickup',
      paymentMethod: planned.method,
      deliveryAddress: planned.isDelivery
        ? `${person.fullName}, ${person.phone}, ${street}, Beirut, 0000`
        : null,
      customerName: person.fullName,
      customerEmail: person.email,
      customerPhone: person.phone,
      items: [
        {
          productId: known.productId,
          quantity: planned.quantity,
          variantId: known.variantIds[planned.variant] ?? null,
        },
      ],
    },
  })
  const orderId = orderIdSchema.parse(placed.id)
  await pay(seeding, orderId, planned)
  const { at, isDelivery, outcome } = planned
  if (outcome === 'approve' || outcome === 'decline_then_approve')
    seeding.packing.add({ orderId, at, isDelivery, haste: personIndex % 3 })
}

/** What browsers told of by then: most carts become an order, some are left on the way. */
function browsedBefore({ personIndex, quantity }: PlannedOrder): TrackedEvent[] {
  const carts = 1 + Number(personIndex % 3 === 0) + Number(quantity > 2)
  const checkouts = 1 + Number(personIndex % 5 === 0)
  return [
    ...Array.from({ length: carts }, () => ({ name: 'add_to_cart' as const })),
    ...Array.from({ length: Math.min(carts, checkouts) }, () => ({
      name: 'begin_checkout' as const,
    })),
  ]
}

async function pay(seeding: Seeding, orderId: OrderId, planned: PlannedOrder): Promise<void> {
  const { core } = seeding
  const { outcome } = planned
  if (outcome === 'leave') return atProvider(seeding, orderId, 'expire')
  await atProvider(seeding, orderId, outcome === 'approve' ? 'approve' : 'decline')
  await core.watch.askNow(orderId)
  if (outcome !== 'decline_then_approve') return
  await payAgain(core.desk, { orderId, actor: 'system:demo' })
  await atProvider(seeding, orderId, 'approve')
  await settleOpen(core.desk, orderId)
}

/** Signs up by code, once, at the first order. */
function customerOf(seeding: Seeding, planned: PlannedOrder): Promise<CustomerId> {
  const { customers } = seeding
  const known = customers.get(planned.personIndex)
  if (known !== undefined) return known
  const signedUp = signUp(seeding, planned)
  customers.set(planned.personIndex, signedUp)
  return signedUp
}

async function signUp({ core, sandboxUrl }: Seeding, planned: PlannedOrder): Promise<CustomerId> {
  const { phone, fullName } = planned.person
  const asking = { phone, sessionId: newId<string>() }
  const { database, store, codeKeys, desk } = core
  const needs = {
    database,
    store,
    codeKeys,
    sendMessage: (message: Message) => sendMessage(desk, message),
  }
  await sendCode(needs, { ...asking, language: 'en' })
  const code = await codeOf(sandboxUrl, phone)
  return customerIdSchema.parse(await signInWithCode(needs, { ...asking, code, fullName }))
}

/** As the customer reads it off the phone. */
async function codeOf(sandboxUrl: string, phone: string): Promise<string> {
  const { text } = await httpRequest({
    name: 'sandbox inbox',
    method: 'GET',
    url: `${sandboxUrl}/messages?to=${encodeURIComponent(phone)}`,
    allowedHosts: [new URL(sandboxUrl).host],
  })
  const { messages } = JSON.parse(text) as { messages: { code: string | null }[] }
  const code = messages.find((message) => message.code !== null)?.code
  if (!code) throw new Error('the sandbox received no code')
  return code
}

async function ownerOf(owner: Database): Promise<Actor> {
  const { rows } = await owner.query<{ person_id: string }>(
    `select person_id from people where role = 'owner' order by created_at limit 1`,
  )
  const personId = rows[0]?.person_id
  if (personId === undefined) throw new Error('the demo needs an owner: set ADMIN_EMAIL')
  return { personId, role: 'owner', address: '127.0.0.1' }
}

/** The buyer on the provider's page. Callbacks are lost: the shop's door is still closed. */
async function atProvider(
  { sandboxUrl }: Seeding,
  orderId: string,
  outcome: 'approve' | 'decline' | 'expire',
): Promise<void> {
  const { status, text } = await httpRequest({
    name: 'sandbox payer',
    method: 'POST',
    url: `${sandboxUrl}/payments/${orderId}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome, callbacks: 0 }),
    allowedHosts: [new URL(sandboxUrl).host],
  })
  if (status !== 200) throw new Error(`the sandbox answered ${status}: ${text}`)
}
