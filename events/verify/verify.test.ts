import { describe, expect, it } from 'vitest'

import { textOf, utf8 } from '../kernel/bytes.ts'
import { quicknet } from '../ledger/beacon.ts'
import { checkpointBody } from '../ledger/checkpoint.ts'
import { formatNote } from '../ledger/note.ts'
import type { VerifyInput } from './needs.ts'
import { makeBundle, type Files } from './testing/bundle.ts'
import { saidIn } from './testing/facts.ts'
import { endWith, removeSteps, rewrite } from './testing/frauds/fraud.ts'
import {
  beacon,
  lineBy,
  log,
  nextLog,
  representative,
  testCrypto,
  witnesses,
} from './testing/keys.ts'
import { openingOf, rotateAtClose, trueRaffle } from './testing/true-raffle.ts'
import { verifyBundle } from './verify.ts'

const trust = {
  keys: [log, ...witnesses, representative].map(({ verifierKey }) => verifierKey),
  beacons: [beacon.chain.chainHash],
  sandbox: false,
}

const inputOf = (files: Files): VerifyInput => ({
  files: { names: [...files.keys()], read: async (name) => files.get(name)! },
  crypto: testCrypto,
  trust,
})

describe('the true bundle', () => {
  const made = makeBundle(trueRaffle())

  it('passes every check', async () => {
    const openings = [1, 2, 3].map((which) => ({ index: which, ...openingOf(which) }))
    const progress: [number, number][] = []
    const onProgress = (done: number, all: number) => void progress.push([done, all])
    const report = await verifyBundle({ ...inputOf(made.files), openings, onProgress })
    expect(progress).toEqual([[161, 161]])
    expect(report.checks.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
    expect(report.exitCode).toBe(0)
    expect(report.outcomes[0]!.numbers).toHaveLength(4)
  })

  it('is of one log, and a beacon stands in it that somebody has described', async () => {
    const files = new Map(made.files)
    files.delete('beacon.json')
    const first = textOf(files.get('checkpoints/1.txt')!)
    files.set('checkpoints/1.txt', utf8(first.replace('shop.', 'mall.')))
    const found = saidIn(await verifyBundle(inputOf(files)))
    expect(found).toContain('b fail other_origin')
    expect(found).toContain('l fail chain_hash_differs')
  })
})

it('trusts quicknet where nothing is said, and no size that is not the tree’s', async () => {
  const plan = trueRaffle()
  const { chainHash, publicKey } = quicknet
  rewrite(plan, 'published', () => ({ drandChainHash: chainHash, drandPublicKey: publicKey }))
  rewrite(plan, 'dice 1', ({ sealSize }) => ({ sealSize: Number(sealSize) + 1 }))
  endWith(plan, 'dice 1')
  const input = inputOf(makeBundle(plan).files)
  const found = saidIn(await verifyBundle({ ...input, trust: { ...trust, beacons: [] } }))
  expect(found).not.toContain('l fail beacon_not_trusted')
  expect(found).toContain('l fail other_chain')
  expect(found).toContain('d fail other_seal_root')
  expect(saidIn(await verifyBundle(input))).toContain('l fail beacon_not_trusted')
})

it('opens sales of a log without terms', async () => {
  const plan = trueRaffle()
  endWith(plan, 'sale 3')
  removeSteps(plan, 'published')
  const openings = [{ index: 0, ...openingOf(1) }]
  const report = await verifyBundle({ ...inputOf(makeBundle(plan).files), openings })
  expect(saidIn(report)).toContain('h fail no_terms')
  expect(report.checks.at(-1)).toMatchObject({ id: 'p', verdict: 'pass', examined: 2 })
})

it.each([
  ['shop.example/ledger/abc', 'abc'],
  ['shop.example/abc', 'abc'],
  ['shop.example:443/a/b/c/abc', 'abc'],
  ['shop.example/ledger/abc/', undefined],
  ['/ledger/abc', undefined],
  ['shop.example', undefined],
])('takes the raffle of %s for %s', async (origin, raffle) => {
  const body = checkpointBody({ origin, size: 1, root: new Uint8Array(32) })
  const note = formatNote({ body, signatures: [lineBy(log, body)] })
  const { story } = await verifyBundle(inputOf(new Map([['checkpoints/1.txt', utf8(note)]])))
  expect(story?.raffleId).toBe(raffle)
})

it('follows the log to its next key, for who knows the first one only', async () => {
  const plan = trueRaffle()
  rotateAtClose(plan, nextLog, true)
  const report = await verifyBundle(inputOf(makeBundle(plan).files))
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  expect(report.exitCode).toBe(0)
})
