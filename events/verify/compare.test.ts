import { describe, expect, it } from 'vitest'

import { textOf, utf8 } from '../kernel/bytes.ts'
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

const compare = (one: Files, other: Files) =>
  compareBundles({ one: asBundle(one), other: asBundle(other) }, testCrypto)

it('tells of the very first fact behind the earlier date', async () => {
  const found = await compare(bundleUpTo('closed').files, makeBundle(trueRaffle()).files)
  expect(found.added[0]).toMatchObject({ index: found.from.size, type: 'RegisterSealed' })
  const first = await compare(bundleUpTo('published').files, bundleUpTo('sale 70').files)
  expect(first).toMatchObject({ from: { size: 1 }, to: { size: 71 }, sales: 70, added: [] })
})

it('leaves bundles of one date in the order in which they were given', async () => {
  const plan = trueRaffle()
  rewrite(plan, 'voided', () => ({ ranges: [[5, 5]] }))
  const [four, one] = [makeBundle(trueRaffle()).files, makeBundle(plan).files]
  const voided = async (...both: [Files, Files]) => {
    const { from, to } = await compare(...both)
    return [from.voided, to.voided]
  }
  expect(await voided(four, one)).toEqual([4, 1])
  expect(await voided(one, four)).toEqual([1, 4])
})

describe('the newest checkpoint of a bundle', () => {
  const { files } = bundleUpTo('closed')
  const found = async (of: Files) => (await compare(of, files)).from.size

  it('is the largest, in whatever order they lie there', async () => {
    expect(await found(files)).toBe(153)
    expect(await found(new Map([...files].toReversed()))).toBe(153)
  })

  it('is one that can be read, and lies among the checkpoints', async () => {
    const early = bundleUpTo('sale 70').files
    const others = new Map(early)
    others.set('checkpoints/999.txt', utf8('words'))
    others.set('copy.txt', files.get('checkpoints/153.txt')!)
    expect(await found(others)).toBe(71)
    const none = new Map([...early].filter(([name]) => !name.startsWith('checkpoints/')))
    await expect(found(none)).rejects.toThrow(/without a checkpoint/)
  })
})

describe('no continuation is found', () => {
  const [early, late] = [bundleUpTo('sale 70').files, bundleUpTo('closed').files]
  const isExtension = async (...both: [Files, Files]) => (await compare(...both)).isExtension
  const withFile = (files: Files, name: string, change: (bytes: Uint8Array) => Uint8Array) =>
    new Map(files).set(name, change(files.get(name)!))
  const without = (files: Files, name: string) =>
    new Map([...files].filter(([other]) => other !== name))
  const flipped = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))

  it('but where both bundles are whole', async () => {
    expect(await isExtension(early, late)).toBe(true)
    expect(await isExtension(withFile(early, 'tile/0/000.p/71', flipped), late)).toBe(false)
    expect(await isExtension(early, withFile(late, 'tile/0/000.p/153', flipped))).toBe(false)
    expect(await isExtension(without(early, 'tile/entries/000.p/71'), late)).toBe(false)
    expect(await isExtension(early, without(late, 'tile/entries/000.p/153'))).toBe(false)
  })

  it('in a log of another name', async () => {
    const renamed = (bytes: Uint8Array) => utf8(textOf(bytes).replaceAll('shop.', 'mall.'))
    const other = withFile(early, 'checkpoints/71.txt', renamed)
    expect(await isExtension(other, late)).toBe(false)
  })
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
