// Draws without a beacon, in a demonstration, and with nobody to witness them.
import { selectWinners, type DrawInputs } from '../../../draw/select-winners.ts'
import { hexOf } from '../../../kernel/bytes.ts'
import { hmacSha256 } from '../../../testing/hashes.ts'
import type { Case } from '../cases.ts'
import { edit, removeSteps, rewrite, stepOf } from '../frauds/fraud.ts'
import { beacon, origin, otherBeacon, raffleId } from '../keys.ts'
import type { GrowingLog, Plan } from '../plan.ts'
import {
  alternates,
  dice,
  diceOf,
  rootOfRows,
  sealBodyOf,
  sealedRows,
  seed,
  softwareSha256,
} from '../true-raffle.ts'

const drawId = `${raffleId}/D1`
const zeros = '00'.repeat(32)

/** As a room without a beacon writes them: round 0 and zeros. */
function withoutBeacon(plan: Plan, mode: 'local' | 'physical'): void {
  rewrite(plan, 'published', () => ({ mode }))
  rewrite(plan, 'seal 1', ({ drawAt }) => ({
    mode,
    round: 0,
    roundAt: drawAt,
    drandChainHash: zeros,
    latestRound: 0,
    latestRandomness: zeros,
  }))
  removeSteps(plan, 'beacon 1')
}

function localResult(log: GrowingLog) {
  const { body, index } = sealBodyOf(log)
  const rows = sealedRows(log)
  const inputs: DrawInputs = {
    origin,
    raffleId,
    drawId,
    sealBody: body,
    sealLeafIndex: index,
    registerRoot: rootOfRows(rows),
    validCount: rows.length,
    operatorSeed: seed,
    entropy: dice,
    drandChainHash: new Uint8Array(32),
    round: 0,
    randomness: new Uint8Array(32),
  }
  const register = rows.map((row) => ({ number: row.number, issueLeafIndex: row.index }))
  const { prk, numbers } = selectWinners({ inputs, register, alternates }, hmacSha256)
  return { drawId, prk: hexOf(prk), numbers, softwareSha256 }
}

export function local(plan: Plan): void {
  withoutBeacon(plan, 'local')
  stepOf(plan, 'result 1').make = localResult
}

function drum(plan: Plan, numbers: readonly number[]): void {
  withoutBeacon(plan, 'physical')
  removeSteps(plan, 'seed 1')
  rewrite(plan, 'dice 1', (_data, log) => diceOf(log, drawId, `DRUM:${numbers.join(' ')}`))
  stepOf(plan, 'result 1').make = () => ({ drawId, prk: zeros, numbers, softwareSha256 })
}

/** Simulated dice, which nobody has signed. */
function demo(plan: Plan): void {
  rewrite(plan, 'published', () => ({ environment: 'demo' }))
  stepOf(plan, 'dice 1').make = (log) => {
    const unsigned: Record<string, unknown> = diceOf(log, drawId, simulated)
    delete unsigned.signature
    return unsigned
  }
}
const simulated = dice.replace('D6:', 'D6-simulated:')

export function noWitnesses(plan: Plan): void {
  rewrite(plan, 'published', ({ policy }) => ({
    policy: { ...(policy as object), witnesses: [], quorum: 0 },
  }))
  for (const checkpoint of plan.checkpoints) checkpoint.witnesses = []
}

export const draws: Readonly<Record<string, Case>> = {
  'a draw from dice and seed alone': { plan: local },
  'a draw from dice and seed alone of a raffle that was published with a beacon': {
    plan: (plan) => {
      local(plan)
      rewrite(plan, 'published', () => ({ mode: 'beacon' }))
    },
  },
  'a draw with a beacon of a raffle that was published without one': {
    plan: (plan) => rewrite(plan, 'published', () => ({ mode: 'local' })),
  },
  'a draw from dice and seed whose key is another': {
    plan: (plan) => {
      local(plan)
      rewrite(plan, 'result 1', () => ({ prk: zeros }))
    },
  },
  'a draw from a drum': { plan: (plan) => drum(plan, [9, 20, 33, 41]) },
  'a drum that gave a void number': { plan: (plan) => drum(plan, [9, 20, 77, 41]) },
  'a drum that gave a number twice': { plan: (plan) => drum(plan, [9, 20, 20, 41]) },
  'a drum whose numbers were announced otherwise': {
    plan: (plan) => {
      drum(plan, [9, 20, 33, 41])
      rewrite(plan, 'result 1', () => ({ numbers: [20, 9, 33, 41] }))
    },
  },
  'a drum that is written down like dice': {
    plan: (plan) => {
      drum(plan, [9, 20, 33, 41])
      rewrite(plan, 'dice 1', (_data, log) => diceOf(log, drawId, dice))
    },
  },
  'a demonstration': { plan: demo },
  'a demonstration that is taken for real': {
    plan: demo,
    input: () => ({ trust: { sandbox: true } }),
  },
  'a demonstration with the beacon of a sandbox': {
    plan: demo,
    input: () => ({ trust: { beacons: [otherBeacon.chain.chainHash] } }),
  },
  'a demonstration with the beacon of a sandbox, taken for real': {
    plan: demo,
    input: () => ({ trust: { sandbox: true, beacons: [otherBeacon.chain.chainHash] } }),
  },
  'a raffle that nobody witnesses': { plan: noWitnesses },
  'a bundle that describes no beacon': {
    files: (bundle) => edit(bundle, 'beacon.json', (text) => text.replace(/\{.*\}/, '{}')),
  },
  'a bundle with a beacon of another period': {
    files: (bundle) =>
      edit(bundle, 'beacon.json', (text) => text.replace('"periodSeconds":3', '"periodSeconds":0')),
  },
  'a bundle with the key of another beacon': {
    files: (bundle) =>
      edit(bundle, 'beacon.json', (text) =>
        text.replace(beacon.chain.publicKey, otherBeacon.chain.publicKey),
      ),
  },
  'a seal that knows no round before it': {
    plan: (plan) => rewrite(plan, 'seal 1', () => ({ latestRound: 0 })),
  },
  'a seal that knows a round of later': {
    plan: (plan) =>
      rewrite(plan, 'seal 1', ({ latestRound }) => ({ latestRound: Number(latestRound) + 30 })),
  },
  'a draw that was announced for a time before any beacon': {
    plan: (plan) => rewrite(plan, 'seal 1', () => ({ drawAt: '2020-01-01T00:00:00.000Z' })),
  },
}
