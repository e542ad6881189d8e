// What has happened before today in a shop that is furnished for its screens: four raffles that
// are over, with their draws. The shop was opened with its clock set back, and is brought to now.
import { raffleIdSchema } from '#events/kernel/ids.ts'
import type { RaffleId } from '#events/kernel/ids.ts'

import { moveClock } from '../../clock.ts'
import { showWitnesses } from '../../commands/draw-acts.ts'
import type { Acting } from '../../commands/draw-acts.ts'
import { sealRegister } from '../../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../../commands/draw-session.ts'
import { postponeDraw } from '../../commands/draw-stop.ts'
import { handOver, identifyWinner, performDraw, sampleSession } from '../../demo/draws.ts'
import type { MoveTo } from '../../demo/draws.ts'
import { openDraws } from '../../draws.ts'
import type { ApiClient } from '../api-client.ts'
import type { RunningShop } from '../running-service.ts'
import { until } from '../until.ts'
import { buy, guestsBuy, nour } from './buyers.ts'
import { day, sellDemo } from './goods.ts'
import type { Sold } from './goods.ts'

export const PAST_DAYS = 4
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * `old`: what the customer bought of the prize that was drawn and handed over; `winner`: its
 * ticket; `won`: the order of the other buyer, whose ticket has won the prize of its raffle.
 */
export type Past = Record<'drawn' | 'unclaimed' | 'postponed' | 'old' | 'winner' | 'won', string>

type Buyers = { customer: ApiClient; winner: ApiClient }

export async function livePast(shop: RunningShop, { customer, winner }: Buyers): Promise<Past> {
  const { core } = shop.service
  const moveTo = mover(shop)
  const lira = await sellPast(shop, 'Gold Lira', day(-3))
  const coffee = await sellPast(shop, 'Coffee Machine', day(-2))
  const cinema = await sellPast(shop, 'Home Cinema', day(-2))
  const bike = await sellPast(shop, 'Mountain E-Bike', day(-2))
  const old = await buy(shop, customer, { productId: lira.productId, quantity: 3 })
  await buy(shop, customer, { productId: coffee.productId, quantity: 1 })
  // Nobody else has a ticket of it, so whichever is drawn is one of these.
  const won = await buy(shop, winner, { productId: bike.productId, quantity: 4, person: nour })
  for (const { productId } of [lira, coffee, cinema])
    await guestsBuy(shop, { productId, quantity: 4 })

  const drawn = idOf(lira)
  await moveTo(await closingOf(shop, lira))
  await performDraw(core, drawn, moveTo)
  await moveTo(later(core.clock.now(), 6 * HOUR_MS))
  await identifyWinner(core, drawn)
  await moveTo(later(core.clock.now(), 9 * HOUR_MS))
  await handOver(core, drawn)

  await moveTo(await closingOf(shop, coffee))
  await performDraw(core, idOf(coffee), moveTo)
  await performDraw(core, idOf(bike), moveTo)
  await postpone(shop, idOf(cinema))
  await shop.test.owner.query('select forget_clock_offset()')
  await core.clock.sync()
  return {
    drawn,
    unclaimed: coffee.raffleId,
    postponed: cinema.raffleId,
    old,
    won,
    winner: await winnerOf(shop, drawn),
  }
}

const sellPast = (shop: RunningShop, name: string, endsAt: string): Promise<Sold> =>
  sellDemo(shop, name, { startsAt: day(-PAST_DAYS - 1), endsAt })

const idOf = ({ raffleId }: Sold): RaffleId => raffleIdSchema.parse(raffleId)
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

export const beganAt = (): Date => later(new Date(), -PAST_DAYS * DAY_MS)

function mover({ test, service: { core } }: RunningShop): MoveTo {
  return async (at) => {
    if (at <= core.clock.now()) return
    await moveClock(test.owner, at)
    await core.clock.sync()
  }
}

/** When late payments have had their time. */
async function closingOf(shop: RunningShop, { raffleId }: Sold): Promise<Date> {
  const { body } = await shop.client().get(`/api/raffles/${raffleId}`)
  return later(new Date(body.endsAt), (shop.config.settlementSeconds + 60) * 1_000)
}

const demo = (raffleId: RaffleId): Acting => ({ raffleId, doer: { kind: 'system', name: 'demo' } })

/** Sealed, and put off because somebody is missing. */
async function postpone(shop: RunningShop, raffleId: RaffleId): Promise<void> {
  await sealOnly(shop, raffleId)
  const cause = 'representative_absent'
  const unsigned = { signature: null, paperSha256: null }
  await postponeDraw(openDraws(shop.service.core), demo(raffleId), { cause, ...unsigned })
}

/** The register is sealed and its witnesses have signed; the dice lie ready. */
export async function sealOnly(
  { service: { core } }: RunningShop,
  raffleId: RaffleId,
  drawAt?: string,
): Promise<void> {
  const draws = openDraws(core)
  const acting = demo(raffleId)
  await recordSession(draws, acting, { ...sampleSession, ...(drawAt !== undefined && { drawAt }) })
  await closeForDraw(draws, acting)
  await sealRegister(draws, acting)
  await showWitnesses(draws, raffleId)
}

async function winnerOf(shop: RunningShop, raffleId: RaffleId): Promise<string> {
  const read = async () => (await shop.client().get(`/api/draws/${raffleId}`)).body
  await until('the winner is known', async () => (await read()).winner !== null)
  return (await read()).winner.number as string
}
