// Whatever is tried, in whatever order and at whatever time: what the log of a raffle then holds is
// a history that the protocol allows.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { Rejection } from '../kernel/rejection.ts'
import { chain, dice, settlesAt } from '../testing/draws.ts'
import { assertRuns, pureTimeoutMs } from '../testing/property-runs.ts'
import { closed, issued, published, sha } from '../testing/raffles.ts'
import { decideRaffle, type RaffleCommand } from './decide.ts'
import { plusSeconds } from './draw-times.ts'
import type { RaffleEvent } from './events.ts'
import { evolveRaffle, initialRaffle, type PublishedRaffle, type Raffle } from './evolve.ts'

const raffleId = 'aa000000-0000-4000-8000-000000000001'
const runs = Math.max(2_000, Math.floor(Number(process.env['PURE_SEQUENCES'] ?? 200_000) / 20))
const nobody = { signature: null, paperSha256: null }

const modes = ['beacon', 'local', 'physical'] as const
const cosigned = fc.constantFrom(null, 'now', 'early')
const acts = fc.oneof(
  fc.record({ act: fc.constant('seal'), mode: fc.constantFrom(...modes), n: fc.nat(2) }),
  fc.record({ act: fc.constant('dice'), cosigned, n: fc.nat(3) }),
  fc.record({ act: fc.constant('seed'), n: fc.nat(5) }),
  fc.record({ act: fc.constant('beacon'), cosigned, n: fc.nat(5) }),
  fc.record({ act: fc.constant('complete'), cosigned, n: fc.nat(3) }),
  fc.record({ act: fc.constant('postpone'), cosigned, n: fc.nat(2) }),
  fc.record({ act: fc.constant('annul'), n: fc.nat(3) }),
  fc.record({ act: fc.constantFrom('issue', 'void', 'cancel', 'close'), n: fc.nat(9) }),
  fc.record({ act: fc.constantFrom('forfeit', 'promote', 'deliver'), n: fc.nat(4) }),
)
type Act = { act: string; n: number; mode?: (typeof modes)[number]; cosigned?: string | null }
/** Seconds until it is tried; a draw takes fifteen minutes. */
const steps = fc.array(fc.record({ act: acts, after: fc.constantFrom(0, 1, 60, 400, 900) }), {
  maxLength: 25,
  size: 'max', // of short ones one in thousands completes a draw
})

function commandOf(act: Act, state: Raffle, now: string): RaffleCommand {
  const raffle = state.status === 'unpublished' ? null : state
  const draw = raffle?.draw ?? null
  const drawId = draw?.drawId ?? `${raffleId}/D1`
  const at = { now, drawId }
  const early = plusSeconds(now, -700)
  const signed = act.cosigned === 'now' ? now : act.cosigned === 'early' ? early : null
  const place = { ...at, place: act.n, number: draw?.numbers[act.n] ?? act.n + 1 }
  const numbers =
    [
      [5, 3, 8, 1],
      [1, 2, 3, 4],
      [9, 8, 7, 6],
      [2, 2, 3, 4],
    ][act.n] ?? []
  const countersignature = act.n === 0 ? nobody : { ...nobody, paperSha256: sha }
  switch (act.act) {
    case 'seal':
      return sealOf(act, raffle, now)
    case 'dice':
      return {
        type: 'SealEntropy',
        ...at,
        entropy: act.n === 0 ? `DRUM:${numbers.join(' ')}` : `${dice} ${act.n}`,
        sealSize: 4,
        sealRoot: sha,
        sealCosignedAt: signed,
        representative: { office: 'Directorate', keyId: null },
        signature: null,
      }
    case 'seed':
      return {
        type: 'RevealSeed',
        ...at,
        seed: sha,
        commit: act.n > 0 ? sha : '',
        source: 'operator',
      }
    case 'beacon':
      return {
        type: 'RecordBeacon',
        ...at,
        chainHash: sha,
        round: (draw?.round ?? 1) + (act.n === 5 ? 1 : 0),
        signature: 'ab'.repeat(48),
        randomness: sha,
        inputsCosignedAt: signed,
      }
    case 'complete':
      return {
        type: 'CompleteDraw',
        ...at,
        prk: sha,
        numbers,
        softwareSha256: sha,
        inputsCosignedAt: signed,
      }
    case 'postpone':
      return {
        type: 'PostponeDraw',
        ...at,
        cause: 'other',
        countersignature,
        inputsCosignedAt: signed,
        lastCheckpoint: 'x',
      }
    case 'annul':
      return { type: 'AnnulDraw', ...at, cause: 'register_error', countersignature }
    case 'forfeit':
      return {
        type: 'ForfeitPrize',
        ...place,
        reason: act.n % 2 === 0 ? 'unclaimed' : 'declined',
        announcedAt: now,
        identityCheckedAt: null,
        contacts: [],
      }
    case 'promote':
      return { type: 'PromotePrize', ...place }
    case 'deliver':
      return { type: 'DeliverPrize', ...place, evidence: 'photograph', evidenceSha256: sha }
    case 'void':
      return { type: 'VoidTickets', now, ranges: [[act.n + 1, act.n + 1]], reason: 'other' }
    case 'cancel':
      return { type: 'CancelRaffle', now, reason: act.n === 0 ? 'licence' : null }
    case 'close':
      return { type: 'CloseRaffle', now }
    default:
      return {
        type: 'IssueTickets',
        n: 1,
        channel: 'online',
        ticketsPerUnit: 1,
        orderCommit: sha,
        holderCommit: sha,
        now,
        capacity: 'held',
        settlementSeconds: 1800,
      }
  }
}

function sealOf(act: Act, raffle: PublishedRaffle | null, now: string): RaffleCommand {
  const { issued: issuedCount, voids, voided } = raffle ?? { issued: 0, voids: [], voided: 0 }
  return {
    type: 'SealRegister',
    now,
    drawId: `${raffleId}/D${(raffle?.draw?.ordinal ?? 0) + 1}`,
    held: 0,
    mode: act.mode ?? 'beacon',
    drawAt: plusSeconds(now, act.n * 450),
    settlesAt,
    register: { issuedCount, voids, validCount: issuedCount - voided, root: sha },
    beacon: act.mode === 'beacon' ? { chain, latestRound: 1, latestRandomness: sha } : null,
  }
}

function play(tries: readonly { act: Act; after: number }[]) {
  const log: { event: RaffleEvent; now: string }[] = []
  let state = initialRaffle
  for (const event of [published(), issued(1, 9), closed('ended', 9)])
    state = evolveRaffle(state, event)
  let now = settlesAt
  for (const { act, after } of tries) {
    now = plusSeconds(now, after)
    for (const event of tried(act, state, now)) {
      state = evolveRaffle(state, event)
      log.push({ event, now })
    }
  }
  return log
}

/** A refusal is an answer; anything else that is thrown is a bug, and would halt the raffle. */
function tried(act: Act, state: Raffle, now: string): RaffleEvent[] {
  try {
    return decideRaffle(commandOf(act, state, now), state)
  } catch (error) {
    if (error instanceof Rejection) return []
    throw error
  }
}

const order: Readonly<Record<string, number>> = {
  RegisterSealed: 1,
  EntropySealed: 2,
  OperatorRevealed: 3,
  BeaconRecorded: 4,
  DrawCompleted: 5,
}

type Seal = Extract<RaffleEvent, { type: 'RegisterSealed' }>['data']
type Seen = { stage: number; seal: Seal | null; isFrozen: boolean; place: number }

function check(seen: Seen, { event, now }: { event: RaffleEvent; now: string }): void {
  const { type, data } = event
  const next = order[type]
  if (next !== undefined) {
    // Some modes leave steps out; none goes back, and none is made twice.
    expect(next).toBeGreaterThan(seen.stage)
    seen.stage = next
  }
  switch (type) {
    case 'RegisterSealed':
      ;[seen.seal, seen.isFrozen] = [data, true]
      break
    case 'EntropySealed':
      if (seen.seal?.mode === 'beacon')
        expect(now < plusSeconds(seen.seal.roundAt, -120)).toBe(true)
      break
    case 'BeaconRecorded':
      expect(seen.seal?.mode).toBe('beacon')
      expect(now >= (seen.seal?.roundAt ?? '')).toBe(true)
      break
    case 'DrawCompleted':
      expect(new Set(data.numbers).size).toBe(data.numbers.length)
      seen.place = 0
      break
    case 'PrizePromoted':
      expect(data.place).toBe(seen.place + 1)
      seen.place = data.place
      break
    case 'DrawPostponed':
      expect(seen.stage).toBeLessThan(4)
      if (seen.seal?.mode === 'beacon' && now >= seen.seal.roundAt)
        expect(data.paperSha256).toBe(sha)
      seen.stage = 0
      break
    case 'DrawAnnulled':
      ;[seen.stage, seen.isFrozen] = [0, false]
      break
    case 'TicketsIssued':
      expect(seen.seal).toBeNull()
      break
    case 'TicketsVoided':
      expect(seen.isFrozen).toBe(false)
      break
    case 'RaffleCancelled':
      expect(seen.stage).toBeLessThan(4)
      break
    default:
      break
  }
}

const title = 'keeps the order of a draw, one result, and a register that does not move'
it(title, { timeout: pureTimeoutMs }, () => {
  let completed = 0
  assertRuns(
    fc.property(steps, (tries) => {
      const seen: Seen = { stage: 0, seal: null, isFrozen: false, place: 0 }
      for (const fact of play(tries)) {
        check(seen, fact)
        if (fact.event.type === 'DrawCompleted') completed += 1
      }
    }),
    runs,
  )
  // The test is about draws: some of them must have come to their end.
  expect(completed).toBeGreaterThan(0)
})
