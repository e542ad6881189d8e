import { expect, it } from 'vitest'

import { compareBundles } from './compare.ts'
import { makeBundle, type Files } from './testing/bundle.ts'
import { rewrite } from './testing/frauds/fraud.ts'
import { testCrypto } from './testing/keys.ts'
import { trueRaffle } from './testing/true-raffle.ts'

const asBundle = (files: Files) => ({
  names: [...files.keys()],
  read: async (name: string) => files.get(name)!,
})

/** As it was when this step was the last one with a checkpoint. */
function bundleUpTo(after: string) {
  const plan = trueRaffle()
  const last = plan.checkpoints.findIndex((checkpoint) => checkpoint.after === after)
  plan.checkpoints = plan.checkpoints.slice(0, last + 1)
  return makeBundle(plan)
}

it('tells what came between two dates, whichever is given first', async () => {
  const [early, late] = [bundleUpTo('sale 70'), makeBundle(trueRaffle())]
  const one = { one: asBundle(early.files), other: asBundle(late.files) }
  const found = await compareBundles(one, testCrypto)
  expect(found).toMatchObject({ isExtension: true, sales: 80, to: { voided: 4 } })
  expect(found.from.size).toBe(71)
  expect(found.added.map(({ type }) => type)).toEqual([
    'TicketsVoided',
    'RaffleClosed',
    'RegisterSealed',
    'EntropySealed',
    'OperatorRevealed',
    'BeaconRecorded',
    'DrawCompleted',
    'PrizeForfeited',
    'PrizePromoted',
    'PrizeDelivered',
  ])
  const turned = { one: one.other, other: one.one }
  expect(await compareBundles(turned, testCrypto)).toEqual(found)
})

it('finds a history that was rewritten, although both bundles are true to themselves', async () => {
  const plan = trueRaffle()
  rewrite(plan, 'sale 5', () => ({ channel: 'manual' }))
  const both = {
    one: asBundle(bundleUpTo('sale 70').files),
    other: asBundle(makeBundle(plan).files),
  }
  expect((await compareBundles(both, testCrypto)).isExtension).toBe(false)
})
