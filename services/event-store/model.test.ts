// The model of `model.db.test.ts` on a database in memory that loses requests and answers, and on
// two processes that write the same raffle: whatever goes wrong, everybody hears the truth.
import { randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import type { CommandId, LineId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { modelRaffle, type ModelStep } from './testing/model.ts'
import {
  failing,
  memoryDatabase,
  refusing,
  reset,
  storeInMemory,
  type Accident,
} from './testing/memory-database.ts'
import { holdOf, issueOf, metaOf, openRaffle } from './testing/shop.ts'

const RUNS = Number(process.env.MEMORY_SEQUENCES ?? 300)

const line = fc.nat(4)
const n = fc.integer({ min: 1, max: 4 })
const capacity = fc.constantFrom('held' as const, 'room' as const)
const step: fc.Arbitrary<ModelStep> = fc.oneof(
  fc.record({ kind: fc.constant('hold' as const), line, n }),
  fc.record({ kind: fc.constant('issue' as const), line, n, capacity }),
  fc.record({ kind: fc.constant('issue' as const), line, n, capacity }),
  fc.record({ kind: fc.constant('release' as const), line }),
  fc.record({ kind: fc.constant('allot' as const), ticketsMax: fc.nat(14) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
)
const accidents: Readonly<Record<string, () => Accident>> = {
  request: () => failing(reset()),
  answer: () => ({ lost: reset() }),
  deadlock: () => refusing('40P01'),
  fence: () => ({ instead: [{ is_written: false }] }),
}
const accident = fc.option(fc.constantFrom(...Object.keys(accidents)), { nil: null, freq: 3 })
const steps = fc.array(fc.record({ step, via: fc.nat(1), isTwice: fc.boolean(), accident }), {
  minLength: 1,
  maxLength: 12,
})

it(`holds, issues and refuses as the model does, through ${RUNS} unlucky sequences`, () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 14 }), steps, async (ticketsMax, sequence) => {
      const memory = memoryDatabase()
      const stores = [storeInMemory(memory), storeInMemory(memory)]
      const { raffleId, productId } = await openRaffle(stores[0]!, { ticketsMax })
      const model = modelRaffle(ticketsMax)
      const ids = Array.from({ length: 5 }, () => ({
        orderLineId: randomUUID() as LineId,
        orderId: randomUUID() as OrderId,
      }))
      const cancel = metaOf({ commandId: randomUUID() as CommandId })
      for (const { step: given, via, isTwice, accident: kind } of sequence) {
        const raffle = stores[via]!.raffle(raffleId)
        const act = async (): Promise<unknown> => {
          if (given.kind === 'hold')
            return raffle.hold(holdOf(productId, { ...ids[given.line]!, n: given.n }))
          if (given.kind === 'release') return raffle.release(ids[given.line]!.orderLineId)
          if (given.kind === 'allot') return raffle.allot({ ...given, productId })
          if (given.kind === 'cancel') {
            await raffle.command({ type: 'CancelRaffle', now: '', reason: 'test' }, cancel)
            return undefined
          }
          const rest = { quantity: given.n, capacity: given.capacity }
          return raffle.issue(issueOf(productId, { ...ids[given.line]!, ...rest }))
        }
        let left = kind === null ? 0 : 1
        memory.plan((name) =>
          name === 'append_raffle' && left-- > 0 ? accidents[kind!]!() : undefined,
        )
        for (const answer of await Promise.allSettled(isTwice ? [act(), act()] : [act()]))
          expect(heard(answer)).toEqual(numbersOf(model.act(given)))
      }
      const { held, issued } = model.counts()
      for (const store of stores)
        expect(await store.raffle(raffleId).state()).toMatchObject({ held, raffle: { issued } })
      expect(stores.flatMap((store) => store.halted())).toEqual([])
    }),
    { numRuns: RUNS },
  ))

/** An answer that was lost comes again as a duplicate: the numbers are what counts. */
function numbersOf(outcome: object | undefined): object | undefined {
  return outcome === undefined ? undefined : { ...outcome, kind: undefined, position: undefined }
}

function heard(answer: PromiseSettledResult<unknown>): unknown {
  if (answer.status === 'fulfilled') return numbersOf(answer.value as object | undefined)
  if (!(answer.reason instanceof Rejection)) throw answer.reason
  return { refused: answer.reason.code, kind: undefined, position: undefined }
}
