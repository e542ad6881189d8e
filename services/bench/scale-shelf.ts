// What the large shop sells: raffles one after another, some of them at a time, and two products
// for each; and a few goods without tickets.
import type { OrderLine } from '#events/order/events.ts'

import type { Draws } from './scale-draws.ts'
import type { ScaleFact, ScaleRaffle } from './scale-types.ts'

const RAFFLES = 24
/** So many are open at the same time. */
const AT_ONCE = 4
const DAY_MS = 86_400_000
const prizes = (
  'Apple Watch;iPhone 17 Pro;A Trip to Egypt;MacBook Air;Gold Lira;City Car;PlayStation 5;' +
  'Coffee Machine;Weekend in Byblos;Mountain E-Bike;Home Cinema;Ten Gold Ounces'
).split(';')
const goods = 'Cedar Notebook;Olive Oil;Rosette Mug;Tote Bag;Cap;T-Shirt;Za’atar;Soap'.split(';')

export function openRaffles(
  random: Draws,
  { start, days, tickets }: { start: number; days: number; tickets: number },
): ScaleRaffle[] {
  const apartMs = (days * DAY_MS) / (RAFFLES - AT_ONCE + 1)
  return Array.from({ length: RAFFLES }, (_, index) => {
    const opensMs = start + Math.max(0, index - AT_ONCE + 1) * apartMs
    const name = `${prizes[index % prizes.length]} ${Math.floor(index / prizes.length) + 1}`
    const products = [0, 1].map((n) => ({
      productId: random.uuid<OrderLine['productId']>(),
      name: `${goods[(index * 2 + n) % goods.length]} ${index + 1}`,
      priceCents: 500 + random.below(40) * 50,
    }))
    return {
      raffleId: random.uuid<ScaleRaffle['raffleId']>(),
      name,
      opensMs,
      closesMs: opensMs + apartMs * AT_ONCE,
      // Never reached: an order that finds no room would be another story.
      ticketsMax: Math.max(1_000, tickets),
      products,
      issued: 0,
      isClosed: false,
      publishedHashes: [32, 48, 48, 48, 32].map((bytes) => random.hex(bytes)),
    }
  })
}

/** Everything is listed on the first day: a raffle opens by its terms. */
export const shelfFacts = (raffles: readonly ScaleRaffle[]): ScaleFact[] =>
  raffles.flatMap((raffle, index) => [...raffleFacts(raffle, index), ...productFacts(raffle)])

function raffleFacts(raffle: ScaleRaffle, index: number): ScaleFact[] {
  const { raffleId, name, opensMs, closesMs, ticketsMax } = raffle
  const [rulesSha256 = '', , drandPublicKey = '', , operatorCommit = ''] = raffle.publishedHashes
  const at = new Date(opensMs)
  const words = { name, description: 'A prize.', prizeInfo: 'New.', image: null }
  return [
    {
      stream: `raffle-page/${raffleId}`,
      event: { type: 'RafflePageWritten', data: words },
      at,
    },
    {
      stream: `raffle/${raffleId}`,
      at,
      event: {
        type: 'RafflePublished',
        data: {
          origin: `localhost/ledger/${raffleId}`,
          environment: 'demo',
          sealMarginSeconds: 600,
          raffleNumber: `S-${index + 1}`,
          licenceNumber: 'L-1',
          prize: name,
          prizeValue: '150000',
          currency: 'USD',
          alternates: 3,
          rulesSha256,
          ticketsMax,
          ticketsMin: 50,
          opensAt: at.toISOString(),
          closesAt: new Date(closesMs).toISOString(),
          underSold: 'draw',
          ticketsPerPersonMax: 0,
          mode: 'beacon',
          drandChainHash: rulesSha256,
          drandPublicKey: drandPublicKey + drandPublicKey,
          operatorCommit,
          policy: { log: 'log', witnesses: [], quorum: 0 },
        },
      },
    },
  ]
}

function productFacts({ raffleId, products, opensMs, ticketsMax }: ScaleRaffle): ScaleFact[] {
  const at = new Date(opensMs)
  return products.flatMap(({ productId, name, priceCents }): ScaleFact[] => {
    const stream = `product/${productId}`
    const data = {
      name,
      description: 'A product.',
      priceCents,
      currency: 'USD' as const,
      image: null,
      ticketsPerUnit: 5,
      ticketsMax,
      isActive: true,
    }
    return [
      { stream, at, event: { type: 'ProductListed', data } },
      { stream, at, event: { type: 'ProductLinked', data: { raffleId } } },
    ]
  })
}
