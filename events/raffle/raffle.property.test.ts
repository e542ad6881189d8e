// Whatever a raffle is asked to do, in any order: the numbers sold are 1 … n, dense and within the
// limit, reservations and tickets together never pass the cap, and no product passes its own.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { assert } from '../kernel/assert.ts'
import type { LineId, ProductId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'
import { lineId, productId } from '../testing/ids.ts'
import { assertRuns, pureRuns, pureTimeoutMs } from '../testing/property-runs.ts'
import { closesAt, opensAt, published, sha } from '../testing/raffles.ts'

import { requireRoom, type Capacity } from './capacity.ts'
import {
  issueTickets,
  raffleDecider,
  requireOpen,
  type PublishedRaffle,
  type RaffleCommand,
} from './decide.ts'
import type { RaffleEvent } from './events.ts'
import { evolveRaffle, initialRaffle, mergeRanges, type Raffle } from './evolve.ts'

const runs = pureRuns('raffle')

it(
  `keeps its numbers and its limits through ${runs} sequences of commands`,
  () => {
    let sequences = 0
    assertRuns(
      fc.property(sequence, (steps) => {
        sequences += 1
        const model = newModel(steps.length)
        for (const step of steps) attempt(model, step)
        expectReplay(model)
      }),
      runs,
    )
    expect(sequences).toBe(runs)
    if (runs >= 5_000) expect([...reached]).toEqual(expect.arrayContaining(edges))
  },
  pureTimeoutMs,
)

/** What the sequences led to, so that a green run is known to have been somewhere. */
const reached = new Set<string>()
const edges = [
  'TicketsIssued',
  'TicketsVoided',
  'RaffleAmended',
  'RaffleExtended',
  'RaffleClosed ended',
  'RaffleClosed soldOut',
  'RaffleCancelled',
  'tickets_left',
  'raffle_not_open',
  'raffle_ended',
  'raffle_cancelled',
  'odds_would_change',
  'below_sold_and_held',
  'already_void',
]

/** One number is one step: what is done, to which product, how many. Cheap to make, to shrink. */
const sequence = fc.array(fc.nat(0xff_ff_ff), { maxLength: 24, size: 'max' })

type Product = { ticketsMax: number; issued: number; held: number }
type Held = { productId: ProductId; n: number }

/** What the raffle's writer keeps beside the state: holds, and counts per product. */
type Model = {
  raffle: Raffle
  facts: RaffleEvent[]
  products: Map<ProductId, Product>
  holds: Map<LineId, Held>
  held: number
  nowMs: number
  lines: number
}

const dayMs = 86_400_000
const products = [productId(1), productId(2)] as const

function newModel(seed: number): Model {
  const raffle = published({
    ticketsMax: 12,
    ticketsMin: seed % 8,
    underSold: (['extend', 'draw', 'refund'] as const)[seed % 3]!,
  })
  return {
    raffle: evolveRaffle(initialRaffle, raffle),
    facts: [raffle],
    products: new Map([
      [products[0], { ticketsMax: 9, issued: 0, held: 0 }],
      [products[1], { ticketsMax: 6, issued: 0, held: 0 }],
    ]),
    holds: new Map(),
    held: 0,
    nowMs: Date.parse(opensAt) - 1,
    lines: 0,
  }
}

/** A refusal is an answer; anything else that is thrown is a bug and fails the test. */
function attempt(model: Model, step: number): void {
  const productNumber = (step >> 4) % products.length
  const n = 1 + ((step >> 5) % 5)
  model.nowMs += ((step >> 8) % 8) * (dayMs / 2)
  try {
    act(model, { kind: step % 16, productId: products[productNumber]!, n })
  } catch (thrown) {
    if (!(thrown instanceof Rejection)) throw thrown
    reached.add(thrown.code)
  }
  expectLimits(model)
}

type Step = { kind: number; productId: ProductId; n: number }

function act(model: Model, { kind, productId: product, n }: Step): void {
  const now = new Date(model.nowMs).toISOString()
  switch (kind) {
    case 0:
      return run(model, { type: 'ExtendRaffle', now, closesAt: later(closesAt, n - 1) })
    case 1:
      return run(model, { type: 'CloseRaffle', now, held: model.held })
    case 2:
      return n === 5 ? run(model, { type: 'CancelRaffle', now, reason: 'licence' }) : undefined
    case 3:
      return run(model, amendTotal(model, { now, value: String(n * 3) }))
    case 4:
      return run(model, { type: 'VoidTickets', now, ranges: [[n, n + 1]], reason: 'returned' })
    case 5:
      return release(model, firstHold(model))
    case 6:
    case 7:
      return issueRoom(model, { product, n })
    case 8:
    case 9:
    case 10:
    case 11:
      return issueHeld(model)
    default:
      return hold(model, { product, n })
  }
}

function hold(model: Model, { product, n }: { product: ProductId; n: number }): void {
  requireOpen(model.raffle, new Date(model.nowMs).toISOString())
  requireRoom(capacityOf(model), { productId: product, n, raffleName: 'A car' })
  model.lines += 1
  model.holds.set(lineId(model.lines), { productId: product, n })
  model.held += n
  model.products.get(product)!.held += n
}

function release(model: Model, id: LineId | undefined): void {
  const held = id === undefined ? undefined : model.holds.get(id)
  if (id === undefined || held === undefined) return
  model.holds.delete(id)
  model.held -= held.n
  model.products.get(held.productId)!.held -= held.n
}

function issueHeld(model: Model): void {
  const id = firstHold(model)
  if (id === undefined) return
  const { productId: product, n } = model.holds.get(id)!
  record(model, issueTickets(model.raffle, issueOf(model, { n, capacity: 'held' })))
  release(model, id)
  model.products.get(product)!.issued += n
}

function issueRoom(model: Model, { product, n }: { product: ProductId; n: number }): void {
  requireRoom(capacityOf(model), { productId: product, n, raffleName: 'A car' })
  record(model, issueTickets(model.raffle, issueOf(model, { n, capacity: 'room' })))
  model.products.get(product)!.issued += n
}

function issueOf(model: Model, { n, capacity }: { n: number; capacity: 'held' | 'room' }) {
  const commits = { orderCommit: sha, holderCommit: sha }
  const terms = { channel: 'online', ticketsPerUnit: 1, settlementSeconds: 1800 } as const
  return { n, capacity, now: new Date(model.nowMs).toISOString(), ...terms, ...commits }
}

function run(model: Model, command: RaffleCommand): void {
  record(model, raffleDecider.decide(command, model.raffle))
}

function record(model: Model, facts: readonly RaffleEvent[]): void {
  for (const fact of facts) {
    const before = publishedOf(model.raffle)
    if (fact.type === 'TicketsIssued') {
      assert(before.status !== 'cancelled', 'a cancelled raffle issued tickets')
      assert(fact.data.first === before.issued + 1, 'a number was left out or given twice')
      assert(fact.data.last >= fact.data.first, 'an issue without tickets')
    }
    model.raffle = evolveRaffle(model.raffle, fact)
    model.facts.push(fact)
    reached.add(fact.type === 'RaffleClosed' ? `${fact.type} ${fact.data.cause}` : fact.type)
  }
}

function expectLimits(model: Model): void {
  const { issued, voided, voids, terms, status, closedCause } = publishedOf(model.raffle)
  assert(issued + model.held <= terms.ticketsMax, 'reservations and tickets passed the cap')
  assert(voided <= issued, 'more tickets are void than were issued')
  assert((voids.at(-1)?.[1] ?? 0) <= issued, 'a ticket is void that was never issued')
  assert(
    status === 'cancelled' || closedCause !== 'soldOut' || issued === terms.ticketsMax,
    'not sold out',
  )
  let ofProducts = 0
  for (const product of model.products.values()) {
    assert(product.issued + product.held <= product.ticketsMax, 'a product passed its own cap')
    ofProducts += product.issued
  }
  assert(ofProducts === issued, 'the products do not add up to the raffle')
}

/** The facts alone tell the same story: the same state, and the numbers 1 … n without a gap. */
function expectReplay(model: Model): void {
  let replayed: Raffle = initialRaffle
  const ranges: [number, number][] = []
  for (const fact of model.facts) {
    replayed = evolveRaffle(replayed, fact)
    if (fact.type === 'TicketsIssued') ranges.push([fact.data.first, fact.data.last])
  }
  const { issued } = publishedOf(replayed)
  assert(JSON.stringify(replayed) === JSON.stringify(model.raffle), 'a replay differs')
  const numbers = JSON.stringify(mergeRanges(ranges))
  assert(numbers === (issued === 0 ? '[]' : `[[1,${issued}]]`), `numbers ${numbers} of ${issued}`)
}

function amendTotal(model: Model, { now, value }: { now: string; value: string }): RaffleCommand {
  const amendments = [{ field: 'ticketsMax' as const, value, valueSha256: sha }]
  return { type: 'AmendRaffle', now, held: model.held, amendments, reason: null, isOwner: false }
}

function capacityOf(model: Model): Capacity {
  const { issued, terms } = publishedOf(model.raffle)
  return { ticketsMax: terms.ticketsMax, issued, held: model.held, products: model.products }
}

function publishedOf(raffle: Raffle): PublishedRaffle {
  assert(raffle.status !== 'unpublished', 'the raffle is published')
  return raffle
}

const firstHold = (model: Model): LineId | undefined => model.holds.keys().next().value
const later = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * dayMs).toISOString()
