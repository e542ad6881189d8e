// Times, order, dice and beacon of one draw, at the edge of what is allowed.
import { describe, expect, it } from 'vitest'

import { cancelMessage, entropyMessage } from '../draw/representative.ts'
import { chainHashOf, quicknet, type BeaconChain } from '../ledger/beacon.ts'
import { verifierKeyOf } from '../ledger/note.ts'
import { sha256 } from '../testing/hashes.ts'
import { logKey } from '../testing/notes.ts'
import { chainOf, checkBeacon } from './beacon-check.ts'
import type { Cosigned } from './checkpoints.ts'
import type { DataOf } from './facts.ts'
import { checkCancelled, checkOrder } from './order-check.ts'
import { checkDice, countersignature } from './representative.ts'
import { newJudge } from './report.ts'
import type { Cancelled, Draw } from './story.ts'
import { drawId, drawOf, factOf, published, said, termsWith } from './testing/facts.ts'
import {
  beacon,
  log,
  otherBeacon,
  raffleId,
  representative,
  signedBy,
  testCrypto,
  witnesses,
} from './testing/keys.ts'
import { dice } from './testing/true-raffle.ts'
import { checkTimes } from './time-check.ts'

const { chain } = beacon
/** So many seconds after the beacon's first round. */
const seconds = (count: number) => chain.genesisTime + count
const instant = (count: number) => new Date(seconds(count) * 1000).toISOString()

const trust = { keys: [representative.verifierKey], beacons: [chain.chainHash], sandbox: false }
const needs = { crypto: testCrypto, trust, published, rotations: [], chain }

/** The round of 3,000 seconds after the first. */
const sealed = (data: Partial<DataOf['RegisterSealed']> = {}) =>
  factOf('RegisterSealed', {
    index: 5,
    at: instant(2_340),
    data: { mode: 'beacon', round: 1_001, drawAt: instant(3_000), latestRound: 801, ...data },
  })

const cosignedAt = (time: number, size: number): Cosigned => ({
  size,
  time: seconds(time),
  body: `origin\n${size}\nroot\n`,
})

describe('the times of a draw', () => {
  const entropy = factOf('EntropySealed', { index: 6, at: instant(2_700) })
  const reveal = factOf('OperatorRevealed', { index: 7, at: instant(2_800) })
  const inTime = [cosignedAt(2_400, 6), cosignedAt(2_880, 8)]

  function judged(change: Partial<Draw>, cosigned = inTime) {
    const judge = newJudge()
    const draw = drawOf({ seal: sealed(), entropy, reveal, ...change })
    checkTimes({ ...needs, judge, cosigned }, draw)
    const { findings } = judge.checks().find(({ id }) => id === 'i')!
    return findings.map(({ code, values }) => [code, values])
  }

  it('are good to the last second', () => expect(judged({})).toEqual([]))

  it('are too late a second after', () => {
    const late = [cosignedAt(2_401, 6), cosignedAt(2_881, 8)]
    const secondsLate = 1
    expect(judged({}, late)).toEqual([
      ['cosigned_late', { index: 5, type: 'RegisterSealed', secondsLate }],
      ['cosigned_late', { index: 6, type: 'EntropySealed', secondsLate }],
      ['cosigned_late', { index: 7, type: 'OperatorRevealed', secondsLate }],
    ])
  })

  it('are those of the witnesses, whose clocks differ by a minute at most', () => {
    const at = (count: number) => ({ reveal: { ...reveal, at: instant(count) } })
    expect(judged(at(2_940))).toEqual([])
    expect(judged(at(2_941))).toEqual([
      ['written_after_cosigned', { index: 7, type: 'OperatorRevealed' }],
    ])
  })

  it('are missing where a result was recorded without an input', () => {
    const completed = factOf('DrawCompleted', { index: 8 })
    expect(judged({ reveal: null, completed })).toEqual([['input_missing', { index: 5 }]])
    expect(judged({ reveal: null })).toEqual([['draw_not_finished', {}]])
  })

  it('know a round before the seal, from the first on', () => {
    const codes = (data: Partial<DataOf['RegisterSealed']>) =>
      judged({ seal: sealed(data) }).map(([code]) => code)
    expect(codes({ latestRound: 1 })).toEqual([])
    expect(codes({ latestRound: 0 })).toEqual(['not_before_is_later'])
    expect(codes({ latestRound: 802 })).toEqual(['not_before_is_later'])
    const first = { drawAt: instant(0), round: 1, latestRound: 0 }
    expect(codes(first)).not.toContain('round_not_of_draw_time')
  })

  it.each([
    ['beacon', 'local', 'pass', 'note'],
    ['local', 'beacon', 'not_evaluated', 'skip'],
    ['local', 'local', 'not_evaluated', null],
    ['beacon', 'beacon', 'pass', null],
  ] as const)('of mode %s, told as %s, are judged as ever', (mode, planned, verdict, kind) => {
    const judge = newJudge()
    const terms = termsWith({ mode: planned })
    const draw = drawOf({ seal: sealed({ mode }), entropy, reveal })
    checkTimes({ ...needs, published: terms, judge, cosigned: inTime }, draw)
    const times = judge.checks().find(({ id }) => id === 'i')!
    const told = times.findings.filter(({ code }) => code === 'mode_not_as_published')
    expect(times.verdict).toBe(verdict)
    const values = { published: planned, mode }
    expect(told).toEqual(kind === null ? [] : [{ kind, code: 'mode_not_as_published', values }])
  })
})

describe('a draw that was put off', () => {
  const end = (data: Partial<DataOf['DrawPostponed']> = {}) =>
    factOf('DrawPostponed', { index: 8, data: { cause: 'other', ...data } })
  const named = (size: number) => ({ ends: [end({ lastCheckpoint: cosignedAt(0, size).body })] })
  const at = (index: number) => ({ index })

  function judged(change: Partial<Draw>, cosigned: readonly Cosigned[] = []) {
    const judge = newJudge()
    const draw = drawOf({ seal: sealed(), ends: [end()], ...change })
    checkOrder({ ...needs, judge, cosigned, sealBodyOf: () => 'body' }, [draw])
    return said(judge)
  }

  it('was seen by witnesses before its round', () => {
    expect(judged({}, [cosignedAt(2_999, 9)])).toEqual([])
    expect(judged({}, [cosignedAt(3_000, 9)])).toEqual(['o fail postponed_late'])
    expect(judged({})).toEqual(['o fail postponed_late'])
  })

  it('or names the last checkpoint two minutes before it', () => {
    const cosigned = [cosignedAt(2_880, 7), cosignedAt(2_881, 8)]
    expect(judged(named(7), cosigned)).toEqual(['o fail not_countersigned'])
    expect(judged(named(8), cosigned)).toEqual(['o fail not_the_last_checkpoint'])
    expect(judged(named(7))).toEqual(['o fail not_the_last_checkpoint'])
  })

  it('or none, where witnesses had seen nothing by then', () => {
    const ends = [end({ lastCheckpoint: '' })]
    expect(judged({ ends }, [cosignedAt(2_881, 8)])).toEqual(['o fail not_countersigned'])
    expect(judged({ ends }, [cosignedAt(2_880, 8)])).toEqual(['o fail not_the_last_checkpoint'])
  })

  it('which does not hold both inputs', () => {
    const inputs = (dicedAt: number, revealedAt: number) => ({
      ...named(7),
      entropy: factOf('EntropySealed', at(dicedAt)),
      reveal: factOf('OperatorRevealed', at(revealedAt)),
    })
    const cosigned = [cosignedAt(2_880, 7)]
    expect(judged(inputs(6, 7), cosigned)).toEqual(['o fail not_countersigned'])
    expect(judged(inputs(5, 6), cosigned)).toEqual(['o fail inputs_were_in_place'])
  })

  it('is judged by what came before it', () => {
    const inTime = [cosignedAt(2_999, 9)]
    const completed = (index: number) => ({ completed: factOf('DrawCompleted', at(index)) })
    expect(judged(completed(9), inTime)).toEqual([])
    expect(judged(completed(7), inTime)).toEqual(['o fail postponed_after_result'])
    const seal = sealed({ mode: 'local' })
    const diced = (index: number) => ({ seal, entropy: factOf('EntropySealed', at(index)) })
    for (const before of [{ seal }, diced(9)]) expect(judged(before)).toEqual([])
    expect(judged(diced(7))).toEqual(['o fail not_countersigned'])
  })
})

describe('a raffle that was cancelled', () => {
  const cause = 'licence'
  const paperSha256 = 'ab'.repeat(32)
  const signedFor = (words: { raffleId: string; cause: string }, by = representative) => ({
    signature: signedBy(by, cancelMessage(words)),
  })

  const tooFew = { underSold: 'draw', ticketsMin: 10, ticketsSold: 9, isOver: true } as const
  type Sold = Partial<Cancelled['terms']>
  type Given = Partial<DataOf['RaffleCancelled']>

  function judged(sold: Sold, data: Given = {}, keys = [representative]) {
    const judge = newJudge()
    const fact = factOf('RaffleCancelled', { index: 8, data: { cause, ...data } })
    const terms = { ...tooFew, ...sold }
    const given = { ...trust, keys: keys.map(({ verifierKey }) => verifierKey) }
    const around = { ...needs, judge, trust: given, cosigned: [], sealBodyOf: () => '' }
    checkCancelled(around, { raffleId, cancelled: { fact, terms }, draws: [] })
    return said(judge)
  }

  it.each<[string, Sold, Given]>([
    ['by its rule', { underSold: 'refund' }, {}],
    ['with as many as were needed', { ticketsSold: 10 }, {}],
    ['with none sold', { ticketsSold: 0 }, {}],
    ['before its end', { isOver: false }, {}],
  ])('%s needs nobody’s signature', (_how, sold, data) => expect(judged(sold, data)).toEqual([]))

  it.each<[string, Sold, Given]>([
    ['that was to be drawn', {}, {}],
    ['that was to be extended', { underSold: 'extend' }, {}],
    ['with one ticket sold', { ticketsSold: 1 }, {}],
    ['before its end for want of buyers', { isOver: false }, { cause: 'under_sold' }],
  ])('%s needs the representative', (_how, sold, data) =>
    expect(judged(sold, data)).toEqual(['o fail cancelled_against_rule']),
  )

  it('is signed for by the representative, under these very words', () => {
    const words = { raffleId, cause }
    expect(judged({}, signedFor(words))).toEqual(['o note cancelled_with_countersignature'])
    const wrong = [
      signedFor({ ...words, raffleId: drawId }),
      signedFor({ ...words, cause: 'other' }),
      signedFor(words, log),
      { signature: '00'.repeat(64) },
      { signature: '00'.repeat(64), paperSha256 },
    ]
    for (const signature of wrong)
      expect(judged({}, signature)).toEqual(['o fail cancelled_with_false_signature'])
  })

  it('is not judged by a key that nobody has given, nor by paper', () => {
    const signature = signedFor({ raffleId, cause })
    expect(judged({}, signature, [])).toEqual(['o skip representative_key_not_given'])
    expect(judged({}, signedFor({ raffleId, cause }, log), [log])).toEqual([
      'o skip representative_key_not_given',
    ])
    expect(judged({}, { paperSha256 })).toEqual(['o skip countersigned_on_paper'])
  })

  function judgedSealed(change: Partial<Draw>, cosigned: readonly Cosigned[] = []) {
    const judge = newJudge()
    const fact = factOf('RaffleCancelled', { index: 8, data: { cause } })
    const terms = { ...tooFew, ticketsMin: 0 }
    const draws = [drawOf({ seal: sealed(), ...change })]
    const around = { ...needs, judge, cosigned, sealBodyOf: () => '' }
    checkCancelled(around, { raffleId, cancelled: { fact, terms }, draws })
    return said(judge)
  }

  it('after its seal was seen by witnesses before the round', () => {
    expect(judgedSealed({}, [cosignedAt(2_999, 9)])).toEqual([])
    expect(judgedSealed({}, [cosignedAt(3_000, 9)])).toEqual(['o fail cancelled_late'])
    expect(judgedSealed({}, [cosignedAt(2_999, 8)])).toEqual(['o fail cancelled_late'])
    expect(judgedSealed({})).toEqual(['o fail cancelled_late'])
    expect(judgedSealed({ ends: [factOf('DrawPostponed', {})] })).toEqual([])
  })

  it('without a beacon had not thrown its dice', () => {
    const seal = sealed({ mode: 'local' })
    expect(judgedSealed({ seal })).toEqual([])
    const entropy = factOf('EntropySealed', {})
    expect(judgedSealed({ seal, entropy })).toEqual(['o fail cancelled_late'])
  })
})

describe('what the representative signs', () => {
  const message = entropyMessage({ drawId, sealBody: 'body', entropy: dice })
  const signature = signedBy(representative, message)
  const stranger = logKey('other.example')
  const [, keyId = ''] = representative.verifierKey.split('+')

  it.each([
    ['good', null, [representative]],
    ['good', keyId, [stranger, representative]],
    ['good', null, [stranger, representative]],
    ['false', null, [stranger]],
    ['key not given', keyId, [stranger]],
    ['key not given', null, [log, ...witnesses]],
  ] as const)('is %s by key %s', (outcome, wanted, keys) => {
    const given = { ...needs, trust: { ...trust, keys: keys.map((key) => key.verifierKey) } }
    const signed = { keyId: wanted, message, signature }
    expect(countersignature(given, signed)).toBe(outcome)
  })

  it('is not by the log’s own key, whatever other log it signs under its name', () => {
    const verifierKey = verifierKeyOf({ ...log.key, name: 'another-raffle.example' }, sha256)
    const given = { ...needs, trust: { ...trust, keys: [verifierKey] } }
    const signed = { keyId: null, message, signature: signedBy(log, message) }
    expect(countersignature(given, signed)).toBe('key not given')
  })

  it('is not by whatever other key has the name of the log', () => {
    const verifierKey = verifierKeyOf({ ...stranger.key, name: published.data.origin }, sha256)
    const given = { ...needs, trust: { ...trust, keys: [verifierKey] } }
    const signed = { keyId: null, message, signature: signedBy(stranger, message) }
    expect(countersignature(given, signed)).toBe('key not given')
  })

  type Entropy = Partial<DataOf['EntropySealed']>
  function diceOf(data: Entropy) {
    const judge = newJudge()
    const entropy = factOf('EntropySealed', {
      data: { entropy: dice, representative: { office: 'O' }, signature, ...data },
    })
    checkDice({ ...needs, judge }, drawOf({ entropy }), 'body')
    return judge.checks().find(({ id }) => id === 'k')!.findings
  }

  it('is the dice, by the key that is named or by any', () => {
    expect(diceOf({})).toEqual([])
    expect(diceOf({ representative: { office: 'O', keyId } })).toEqual([])
    expect(diceOf({ representative: { office: 'O', keyId: '00000000' } })).toMatchObject([
      { code: 'representative_key_not_given' },
    ])
  })

  it('is told in 120 characters where it is no dice', () =>
    expect(diceOf({ entropy: 'x'.repeat(130) })[0]).toMatchObject({
      code: 'not_dice',
      values: { entropy: 'x'.repeat(120) },
    }))
})

describe('the chain of the beacon', () => {
  /** What stands behind the terms of a raffle that has published this chain. */
  function behind(brought: unknown, told: Pick<BeaconChain, 'chainHash' | 'publicKey'>) {
    const terms = { drandChainHash: told.chainHash, drandPublicKey: told.publicKey }
    return chainOf(termsWith(terms), brought, testCrypto)
  }
  /** As the bundle brings it; the terms have its own hash, where it can have one. */
  function changed(change: object) {
    const other = { ...chain, ...change }
    try {
      return behind(other, { ...other, chainHash: chainHashOf(other, sha256) })
    } catch {
      return behind(other, { ...other, chainHash: chain.chainHash })
    }
  }

  it('is pinned for quicknet, and comes with the bundle for any other', () => {
    expect(behind(undefined, quicknet)).toEqual(quicknet)
    expect(behind(chain, chain)).toEqual(chain)
    expect(changed({ genesisTime: 0 })).toEqual({ ...chain, genesisTime: 0 })
    expect(changed({ genesisTime: 2 ** 32 - 1 })).not.toBeNull()
  })

  it('is the one of the published key and of the published hash', () => {
    expect(behind(chain, { ...chain, publicKey: otherBeacon.chain.publicKey })).toBeNull()
    expect(behind(chain, { ...chain, chainHash: otherBeacon.chain.chainHash })).toBeNull()
    for (const brought of [undefined, null, 'chain']) expect(behind(brought, chain)).toBeNull()
  })

  it.each([
    ...['chainHash', 'publicKey', 'groupHash'].flatMap((field) =>
      [undefined, 7, '', 'ab', 'zz'.repeat(field === 'publicKey' ? 96 : 32)].map(
        (value) => [field, value] as const,
      ),
    ),
    ...['genesisTime', 'periodSeconds'].flatMap((field) =>
      [undefined, '3', -1, 0.5, 2 ** 32].map((value) => [field, value] as const),
    ),
    ['periodSeconds', 0] as const,
  ])('has no %s %j', (field, value) => expect(changed({ [field]: value })).toBeNull())
})

it.each([
  [1, ['l fail round_not_signed', 'l fail round_before_its_time']],
  [0, ['l fail round_not_signed']],
])('round %i is not recorded before its time', (round, findings) => {
  const judge = newJudge()
  const signature = 'ab'.repeat(48)
  const drandChainHash = chain.chainHash
  const recorded = factOf('BeaconRecorded', {
    at: instant(-10),
    data: { round, signature, drandChainHash, randomness: '' },
  })
  const draw = drawOf({ seal: sealed({ round, drandChainHash }), beacon: recorded })
  checkBeacon({ ...needs, judge }, draw)
  expect(said(judge).filter((line) => !line.endsWith('randomness_differs'))).toEqual(findings)
})
