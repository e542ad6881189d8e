// Random command sequences against real PostgreSQL, compared step by step with a model that fits on
// a page. Sequences run in several lanes at once, so their items share batches, locks and plans,
// while each works on streams and a raffle of its own. QURA_SEQUENCES says how many, 4,000 for
// every commit; a failure prints its seed and the shortest sequence that shows it.
import { randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId, LineId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { checkRaffleLog } from './testing/check-log.ts'
import { modelRaffle, modelStreams } from './testing/model.ts'
import {
  hashOf,
  holdExtended,
  holdOf,
  issueOf,
  metaOf,
  openRaffle,
  storeOn,
} from './testing/shop.ts'
import type { AppendItem, EventStore } from './types.ts'

const SEQUENCES = Number(process.env.QURA_SEQUENCES ?? 4_000)
const LANES = 20
const TIMEOUT_MS = 20_000 + SEQUENCES * 20

let test: TestDatabase
/** Two processes' worth: a raffle's commands go now to one, now to the other. */
let stores: [EventStore, EventStore]

beforeAll(async () => {
  test = await testDatabase({ poolMax: 30 })
  // One of them keeps so few holds in memory that it reads them anew all the time.
  stores = [await storeOn(test.database), await storeOn(test.database, { holdsMax: 2 })]
})
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await test.drop()
})

async function inLanes(property: fc.IAsyncProperty<unknown>): Promise<void> {
  const numRuns = Math.ceil(SEQUENCES / 2 / LANES)
  const seed = Number(process.env.QURA_SEED ?? Date.now() % 1_000_000)
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.assert(property, { numRuns, seed: seed + lane, endOnFailure: SEQUENCES > 1_000 }),
  )
  await Promise.all(lanes)
}

const streamStep = fc.record({
  stream: fc.nat(2),
  /** Off by so much from the version that the stream has. */
  off: fc.constantFrom(0, 0, 0, 0, 1, -1),
  facts: fc.integer({ min: 1, max: 3 }),
  /** Which earlier command is sent again; none when there are fewer. */
  again: fc.option(fc.nat(8), { nil: null, freq: 3 }),
  isAltered: fc.boolean(),
  /** Sent twice in one turn of the event loop. */
  isTwice: fc.boolean(),
  via: fc.nat(1),
})

it('appends as the model does', { timeout: TIMEOUT_MS }, async () => {
  await inLanes(
    fc.asyncProperty(fc.array(streamStep, { minLength: 1, maxLength: 12 }), async (steps) => {
      const streamIds = [0, 1, 2].map(() => `order/${randomUUID()}`)
      const model = modelStreams()
      const sent: AppendItem[] = []
      for (const step of steps) {
        const item = itemOf(step, { model, streamIds, sent })
        const store = stores[step.via]!
        const answers = [store.append(item), ...(step.isTwice ? [store.append(item)] : [])]
        for (const answer of await Promise.allSettled(answers))
          expect(outcomeOf(answer)).toEqual(model.append(item))
        sent.push(item)
      }
      for (const streamId of streamIds) {
        const recorded = await stores[0].readStream(streamId)
        expect(recorded.length).toBe(model.version(streamId))
      }
    }),
  )
})

type StreamStep = typeof streamStep extends fc.Arbitrary<infer Step> ? Step : never

function itemOf(
  { stream, off, facts, again, isAltered }: StreamStep,
  { model, streamIds, sent }: Sequence,
): AppendItem {
  const earlier = again === null ? undefined : sent[again]
  if (earlier !== undefined)
    return isAltered ? { ...earlier, requestHash: hashOf(`altered ${earlier.commandId}`) } : earlier
  const streamId = streamIds[stream]!
  const item = holdExtended({ streamId })
  const expectedVersion = Math.max(0, model.version(streamId) + off)
  return { ...item, expectedVersion, facts: Array.from({ length: facts }, () => item.facts[0]!) }
}

type Sequence = {
  model: ReturnType<typeof modelStreams>
  streamIds: string[]
  sent: AppendItem[]
}

const lines = fc.nat(5)
const raffleStep = fc.oneof(
  fc.record({ kind: fc.constant('hold' as const), line: lines, n: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('issue' as const),
    line: lines,
    n: fc.integer({ min: 1, max: 4 }),
    capacity: fc.constantFrom('held' as const, 'room' as const),
  }),
  fc.record({ kind: fc.constant('release' as const), line: lines }),
  fc.record({ kind: fc.constant('allot' as const), ticketsMax: fc.nat(14) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
)
const raffleSteps = fc.array(
  fc.record({ step: raffleStep, via: fc.nat(1), isTwice: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 14,
  },
)

it('holds, issues and refuses as the model does', { timeout: TIMEOUT_MS }, async () => {
  let sequences = 0
  await inLanes(
    fc.asyncProperty(fc.integer({ min: 1, max: 14 }), raffleSteps, async (ticketsMax, steps) => {
      const { raffleId, productId } = await openRaffle(stores[0], { ticketsMax })
      const model = modelRaffle(ticketsMax)
      const ids = Array.from({ length: 6 }, () => ({
        orderLineId: randomUUID() as LineId,
        orderId: randomUUID() as OrderId,
      }))
      const cancel = metaOf({ commandId: randomUUID() as CommandId })
      for (const { step, via, isTwice } of steps) {
        const raffle = stores[via]!.raffle(raffleId)
        const act = async (): Promise<unknown> => {
          if (step.kind === 'hold')
            return raffle.hold(holdOf(productId, { ...ids[step.line]!, n: step.n }))
          if (step.kind === 'release') return raffle.release(ids[step.line]!.orderLineId)
          if (step.kind === 'allot') return raffle.allot({ productId, ticketsMax: step.ticketsMax })
          if (step.kind === 'cancel')
            return raffle
              .command({ type: 'CancelRaffle', now: '', reason: 'test' }, cancel)
              .then(() => undefined)
          const { n: quantity, capacity, line } = step
          return raffle.issue(issueOf(productId, { ...ids[line]!, quantity, capacity }))
        }
        for (const answer of await Promise.allSettled(isTwice ? [act(), act()] : [act()]))
          expect(outcomeOf(answer)).toEqual(model.act(step))
      }
      const { held, issued } = model.counts()
      const state = await stores[0].raffle(raffleId).state()
      expect([state.held, state.raffle]).toMatchObject([held, { issued }])
      if (++sequences % 10 === 0) expect(await checkRaffleLog(test.owner, raffleId)).toBe(issued)
    }),
  )
  expect(stores.flatMap((store) => store.halted())).toEqual([])
})

/** Positions are left out: other lanes write in the same log. */
function outcomeOf(answer: PromiseSettledResult<unknown>): unknown {
  if (answer.status === 'rejected') {
    if (answer.reason instanceof Rejection) return { refused: answer.reason.code }
    throw answer.reason
  }
  if (typeof answer.value !== 'object' || answer.value === null) return undefined
  return { ...answer.value, position: undefined, logId: undefined }
}
