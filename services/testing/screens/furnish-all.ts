// A shop in which every screen of the tables can be brought about: a past, raffles at every point
// of their life, orders in every state, and people of every kind.
import { raffleIdSchema } from '#events/kernel/ids.ts'

import { ledgerIndex } from '../../contract/ledger.ts'
import { sealTodaysDraw } from '../../demo/draws.ts'
import type { ApiClient } from '../api-client.ts'
import { codeOfApp, fromBase32 } from '../code-app.ts'
import { finePicture, openRunningShop } from '../running-service.ts'
import type { RunningShop } from '../running-service.ts'
import { screenShopEnv } from '../screens.ts'
import type { ScreenShop } from '../screens.ts'
import { until } from '../until.ts'
import { buy, codeTo, cookiesOf, guestsBuy, maya, nour, signUp } from './buyers.ts'
import { openDoings } from './doings.ts'
import { CAREFUL_PHONE, furnishFor, rana } from './furnish.ts'
import { day, done, formOf, sellDemo } from './goods.ts'
import { furnishOrders } from './order-tales.ts'
import { beganAt, livePast, sealOnly } from './past.ts'

/** Opened in its past, which `furnishAll` lives; under a name, because passkeys belong to one. */
export const openScreenShop = (): Promise<RunningShop> =>
  openRunningShop({
    withPages: true,
    env: screenShopEnv,
    beganAt: beganAt(),
    host: 'localhost',
    pictureSize: finePicture,
  })

export async function furnishAll(shop: RunningShop): Promise<ScreenShop> {
  const customer = await signUp(shop, maya)
  const winner = await signUp(shop, nour)
  const past = await livePast(shop, { customer, winner })
  const base = await furnishFor(shop, customer)
  const raffles = await furnishRaffles(shop, customer)
  const { productIds, ...raffleIds } = raffles
  const trip = await productOf(shop, base.ids.raffle ?? '')
  const orders = await furnishOrders(shop, { customer, trip, doomed: productIds.cancelled })
  await cancelRaffle(shop, raffleIds.cancelled)
  await orders.tellOff()
  const newcomer = await signUp(shop, rana)
  await keepInCart(newcomer, productIds.soldOut)
  const careful = await furnishCareful(shop, { trip, reserved: base.ids.reserved ?? '' })
  return {
    ...base,
    ids: { ...base.ids, ...past, ...raffleIds, ...orders.ids },
    others: {
      newcomer: cookiesOf(shop, newcomer),
      careful: cookiesOf(shop, careful),
      buyer: cookiesOf(shop, orders.buyer),
      winner: cookiesOf(shop, winner),
    },
    proofKeys: await proofKeysOf(shop, past.drawn),
    does: {
      ...openDoings(shop, { productId: trip, pricedId: productIds.priced, newcomer }),
      codeTo: (phone) => codeTo(shop, phone),
    },
  }
}

async function proofKeysOf(shop: RunningShop, raffleId: string): Promise<string[]> {
  const { raffles } = ledgerIndex.parse((await shop.client().get('/ledger')).body)
  const own = raffles.find((raffle) => raffle.raffleId === raffleId)
  if (own === undefined) throw new Error(`${raffleId} has no public log`)
  return [own.verifierKey, ...shop.config.witnesses.list.map(({ verifierKey }) => verifierKey)]
}

const HOUR_MS = 3_600_000

/** Two draws of this evening, and raffles nobody or nearly nobody can enter. */
async function furnishRaffles(shop: RunningShop, customer: ApiClient) {
  const tonight = new Date(Date.now() + 7 * HOUR_MS).toISOString()
  const sealed = await soldOutRaffle(shop, customer, 'Weekend in Byblos')
  await sealOnly(shop, raffleIdSchema.parse(sealed), tonight)
  const revealed = await soldOutRaffle(shop, customer, 'PlayStation 5')
  await sealTodaysDraw(shop.service.core, raffleIdSchema.parse(revealed), tonight)

  const soldOut = await sellDemo(shop, 'MacBook Air', { totalTickets: 3 })
  await buy(shop, shop.client(), { productId: soldOut.productId, quantity: 1 })
  const few = await sellDemo(shop, 'Mountain E-Bike', { totalTickets: 4 })
  await buy(shop, shop.client(), { productId: few.productId, quantity: 1 })
  const hat = { productName: 'Wool Hat', price: '18.00', tickets: 3 }
  const ski = { ...hat, startsAt: day(4), endsAt: day(40) }
  const scheduled = await sellDemo(shop, 'Family Day at the Cedars', ski)
  const scooter = { name: 'Electric Scooter', value: '690.00' }
  const coming = await sellDemo(shop, 'Mountain E-Bike', scooter)
  await change(shop, `products/${coming.productId}`, { active: '0' })
  const over = await sellDemo(shop, 'City Car', { name: 'Sewing Machine', value: '310.00' })
  await change(shop, `products/${over.productId}`, { withoutEntry: '1' })
  await change(shop, `raffles/${over.raffleId}`, { status: 'completed' })
  const cancelled = await sellDemo(shop, 'City Car')
  const priced = await sellDemo(shop, 'Ten Gold Ounces')
  const stocked = await sellDemo(shop, 'iPhone 17 Pro')
  await addSizes(await shop.owner(), stocked.productId)
  return {
    sealed,
    revealed,
    soldOut: soldOut.raffleId,
    few: few.raffleId,
    scheduled: scheduled.raffleId,
    coming: coming.raffleId,
    over: over.raffleId,
    cancelled: cancelled.raffleId,
    priced: priced.raffleId,
    stocked: stocked.raffleId,
    productIds: {
      soldOut: soldOut.productId,
      cancelled: cancelled.productId,
      priced: priced.productId,
    },
  }
}

const UNITS = 4

/** Four units, one of them the customer's; the last ticket closes it. */
async function soldOutRaffle(
  shop: RunningShop,
  customer: ApiClient,
  name: string,
): Promise<string> {
  const tickets = 3
  const raffle = { tickets, totalTickets: UNITS * tickets }
  const { raffleId, productId } = await sellDemo(shop, name, raffle)
  await buy(shop, customer, { productId, quantity: 1 })
  await guestsBuy(shop, { productId, quantity: 1 })
  await until(`${name} is sold out`, async () => {
    const { body } = await shop.client().get(`/api/raffles/${raffleId}`)
    return body.ticketsSold === UNITS * tickets
  })
  return raffleId
}

async function addSizes(owner: ApiClient, productId: string): Promise<void> {
  for (const [name, sku, stock] of [
    ['Small', 'TS-S', '42'],
    ['Medium', 'TS-M', '58'],
    ['Large', 'TS-L', '3'],
    ['Extra large', 'TS-XL', '0'],
  ] as const) {
    const priceAdjustment = sku === 'TS-XL' ? '2.00' : '0.00'
    const form = formOf({ name, sku, stock, priceAdjustment })
    await done(owner.post(`/api/admin/products/${productId}/variants`, form))
  }
}

async function change(
  shop: RunningShop,
  what: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await done((await shop.owner()).put(`/api/admin/${what}`, formOf(fields)))
}

const cancelRaffle = (shop: RunningShop, raffleId: string): Promise<void> =>
  change(shop, `raffles/${raffleId}`, { status: 'cancelled', reason: 'prize_unavailable' })

async function productOf(shop: RunningShop, raffleId: string): Promise<string> {
  const { body } = await shop.client().get(`/api/raffles/${raffleId}/products`)
  return body[0].id as string
}

const keepInCart = (customer: ApiClient, productId: string) =>
  done(customer.put('/api/cart', { lines: [{ productId, variantId: null, quantity: 1 }] }))

type Wanted = { trip: string; reserved: string }

/** Two addresses, a limit and a pause, a code app that the next delicate act asks for. */
async function furnishCareful(shop: RunningShop, { trip, reserved }: Wanted): Promise<ApiClient> {
  const person = { phone: CAREFUL_PHONE, fullName: 'Joelle Frem', email: 'joelle@example.com' }
  const careful = await signUp(shop, person)
  await keepInCart(careful, trip)
  for (const address of [
    { label: 'Home', street: '12 Hamra Street, third floor', city: 'Beirut', postalCode: '1103' },
    { label: 'Office', street: 'Rue Gouraud 40', city: 'Beirut', postalCode: '1100' },
  ])
    await done(careful.post('/api/account/addresses', address))
  await done(careful.post(`/api/raffles/${reserved}/alerts`, { consent: true }))
  await done(careful.put('/api/account/monthly-cap', { monthlyCap: '200.00' }))
  await done(careful.put('/api/account/monthly-cap', { monthlyCap: '350.00' }))
  await done(careful.post('/api/account/pause', { days: 30 }))
  const { secret } = await done(careful.post('/api/account/security/totp'))
  const code = codeOfApp(fromBase32(secret), shop.service.core.clock.now())
  await done(careful.post('/api/account/security/totp/confirm', { code }))
  await shop.test.owner.query(`update sessions set proven_at = proven_at - interval '1 hour'`)
  return careful
}
