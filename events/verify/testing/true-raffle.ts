// The true raffle of the attack suite: 150 sales, voids, close, seal, dice, seed, beacon, result, a
// prize that is forfeited, promoted and delivered. Witnesses cosign within seconds of every step.
import { entropyMessage } from '../../draw/representative.ts'
import {
  extractKey,
  selectWinners,
  transcript,
  type DrawInputs,
} from '../../draw/select-winners.ts'
import { bytesOfHex, concat, hexOf, u64be, utf8 } from '../../kernel/bytes.ts'
import { randomnessOf, roundForDraw, roundTime } from '../../ledger/beacon.ts'
import { checkpointBody } from '../../ledger/checkpoint.ts'
import {
  holderCommit,
  holderText,
  operatorCommit,
  orderCommit,
  orderText,
} from '../../ledger/commitments.ts'
import { hmacSha256, sha256 } from '../../testing/hashes.ts'
import type { TestKey } from '../../testing/notes.ts'
import { growTree } from '../tree.ts'
import type { Opening } from '../needs.ts'

import {
  beacon,
  log as logKey,
  origin,
  raffleId,
  representative,
  signedBy,
  witnesses,
} from './keys.ts'
import type { Checkpoint, GrowingLog, Plan, Step } from './plan.ts'

export const seed = sha256(utf8('the seed of the operator'))
export const otherSeed = sha256(utf8('a seed that wins'))
export const dice = 'D6:3 1 6 2 5 5 4 1 2 6 3 3 1 4 6 2 5 1 4 2 6 6 1 3 5'
export const softwareSha256 = hexOf(sha256(utf8('// verify.mjs of the test\n')))
export const alternates = 3
const salesCount = 150
const opensAt = Date.parse('2026-01-10T08:00:00.000Z')
const minute = 60_000

export const instant = (ms: number): string => new Date(ms).toISOString()
const seconds = (ms: number): number => Math.ceil(ms / 1000)

/** All three witnesses, within seconds. */
export const cosignedSoon = (at: string): Checkpoint['witnesses'] =>
  witnesses.map((witness, which) => [witness, seconds(Date.parse(at)) + 2 + which] as const)

export function trueRaffle(): Plan {
  const sealAt = opensAt + 300 * minute
  const steps = [published(), ...sales(), voided(), closed(sealAt - 40 * minute)]
  steps.push(...drawSteps({ ordinal: 1, sealAt }), ...prizeSteps(sealAt + 60 * minute))
  const marks = ['published', 'sale 70', 'closed', ...drawMarks(1), 'delivered']
  return { steps, checkpoints: marks.map((after) => checkpointAfter(steps, after)) }
}

export function checkpointAfter(steps: readonly Step[], after: string): Checkpoint {
  const { at } = steps.find(({ name }) => name === after)!
  return { after, witnesses: cosignedSoon(at) }
}

/**
 * From the close on the log signs with `next`; the first checkpoint after it carries also the key
 * before, if that one is willing.
 */
export function rotateAtClose(plan: Plan, next: TestKey, isWilling: boolean): void {
  const at = plan.steps.findIndex(({ name }) => name === 'closed')
  plan.steps.splice(at + 1, 0, {
    name: 'rotated',
    at: plan.steps[at]!.at,
    type: 'SigningKeyRotated',
    make: () => ({ verifierKey: next.verifierKey, previous: logKey.verifierKey }),
  })
  const isLater = ({ after }: Checkpoint) => plan.steps.findIndex(({ name }) => name === after) > at
  const [handOver, ...others] = plan.checkpoints.filter(isLater)
  for (const checkpoint of [handOver!, ...others]) checkpoint.signer = next
  if (isWilling) handOver!.alsoBy = logKey
}

export const drawMarks = (ordinal: number) =>
  ['seal', 'dice', 'seed', 'beacon', 'result'].map((what) => `${what} ${ordinal}`)

function published(): Step {
  return {
    name: 'published',
    at: instant(opensAt - 60 * minute),
    type: 'RafflePublished',
    make: () => ({
      origin,
      environment: 'production',
      sealMarginSeconds: 600,
      raffleNumber: 'R-2026-007',
      licenceNumber: 'LB-77/2026',
      prize: 'Toyota Corolla — تويوتا كورولا',
      prizeValue: '2500000',
      currency: 'USD',
      alternates,
      rulesSha256: hexOf(sha256(utf8('the rules'))),
      ticketsMax: 1000,
      ticketsMin: 10,
      opensAt: instant(opensAt),
      closesAt: instant(opensAt + 255 * minute),
      underSold: 'draw',
      ticketsPerPersonMax: 0,
      mode: 'beacon',
      drandChainHash: beacon.chain.chainHash,
      drandPublicKey: beacon.chain.publicKey,
      operatorCommit: operatorCommit(seed, sha256),
      policy: {
        log: logKey.verifierKey,
        witnesses: witnesses.map(({ verifierKey }) => verifierKey),
        quorum: 2,
      },
    }),
  }
}

/** Quantity and tickets per unit go round in a small pattern: 1, 2, 3 and 4 tickets a sale. */
const unitsOf = (which: number) => ({
  quantity: 1 + (which % 2),
  perUnit: 1 + (which % 3 === 0 ? 1 : 0),
})

export function openingOf(which: number): Omit<Opening, 'index'> {
  const { quantity, perUnit } = unitsOf(which)
  return {
    holderSalt: hexOf(sha256(utf8(`holder salt ${which}`))),
    holderText: holderText({
      customerId: null,
      name: `Holder ${which}`,
      phone: `+9617000${which}`,
    }),
    orderSalt: hexOf(sha256(utf8(`order salt ${which}`))),
    orderText: orderText({
      orderId: `order-${which}`,
      lineId: `line-${which}`,
      productId: 'product',
      quantity,
      ticketsPerUnit: perUnit,
      totalMinor: String(500 * quantity),
      currency: 'USD',
      paidAt: instant(opensAt + which * minute),
    }),
  }
}

function sales(): Step[] {
  return Array.from({ length: salesCount }, (_, at) => sale(at + 1))
}

export function sale(which: number): Step {
  const { quantity, perUnit } = unitsOf(which)
  const opening = openingOf(which)
  return {
    name: `sale ${which}`,
    at: instant(opensAt + which * minute + 217),
    type: 'TicketsIssued',
    make: (log) => ({
      first: log.issued() + 1,
      last: log.issued() + quantity * perUnit,
      channel: which % 10 === 0 ? 'manual' : 'online',
      ticketsPerUnit: perUnit,
      orderCommit: orderCommit(bytesOfHex(opening.orderSalt!), opening.orderText!, sha256),
      holderCommit: holderCommit(bytesOfHex(opening.holderSalt!), opening.holderText!, sha256),
    }),
  }
}

function voided(): Step {
  return {
    name: 'voided',
    at: instant(opensAt + 200 * minute),
    type: 'TicketsVoided',
    make: () => ({
      ranges: [
        [5, 5],
        [77, 79],
      ],
      reason: 'returned',
    }),
  }
}

function closed(at: number): Step {
  return {
    name: 'closed',
    at: instant(at),
    type: 'RaffleClosed',
    make: (log) => ({ cause: 'ended', issuedCount: log.issued() }),
  }
}

type DrawTimes = { ordinal: number; sealAt: number }

/** Seal, dice, seed, beacon and result of one draw; every figure follows from the log so far. */
export function drawSteps({ ordinal, sealAt }: DrawTimes): Step[] {
  const drawId = `${raffleId}/D${ordinal}`
  const drawAt = instant(sealAt + 15 * minute)
  const round = roundForDraw(beacon.chain, drawAt)
  const roundAt = Date.parse(roundTime(beacon.chain, round))
  const step = (name: string, at: number, type: string, make: Step['make']): Step => ({
    name: `${name} ${ordinal}`,
    at: instant(at),
    type,
    make,
  })
  return [
    step('seal', sealAt, 'RegisterSealed', (log) => sealOf(log, { drawId, round, drawAt, sealAt })),
    step('dice', sealAt + 5 * minute, 'EntropySealed', (log) => diceOf(log, drawId)),
    step('seed', sealAt + 8 * minute, 'OperatorRevealed', () => ({
      drawId,
      seed: hexOf(seed),
      source: 'operator',
    })),
    step('beacon', roundAt + 4_000, 'BeaconRecorded', () => beaconOf(drawId, round)),
    step('result', roundAt + 9_000, 'DrawCompleted', resultOf),
  ]
}

type SealTimes = { drawId: string; round: number; drawAt: string; sealAt: number }

function sealOf(log: GrowingLog, { drawId, round, drawAt, sealAt }: SealTimes) {
  const valid = log.register().filter(({ isVoid }) => !isVoid)
  const latestRound = roundForDraw(beacon.chain, instant(sealAt)) - 2
  return {
    drawId,
    issuedCount: log.issued(),
    voids: log.voids(),
    validCount: valid.length,
    registerRoot: hexOf(rootOfRows(valid)),
    drandChainHash: beacon.chain.chainHash,
    round,
    drawAt,
    roundAt: roundTime(beacon.chain, round),
    latestRound,
    latestRandomness: hexOf(sha256(utf8(`round ${latestRound}`))),
    mode: 'beacon',
  }
}

type Rows = readonly { number: number; index: number }[]
const asEntries = (rows: Rows) =>
  rows.map(({ number, index }) => ({ number, issueLeafIndex: index }))
export function rootOfRows(rows: Rows): Uint8Array {
  const tree = growTree(sha256)
  for (const { number, index } of rows)
    tree.add(sha256(concat(Uint8Array.of(0), u64be(number), u64be(index))))
  return tree.root()
}

export function sealBodyOf(log: GrowingLog): { body: string; index: number } {
  const { index } = log.named('RegisterSealed')
  return { body: checkpointBody({ origin, size: index + 1, root: log.rootAt(index + 1) }), index }
}

export function diceOf(log: GrowingLog, drawId: string, entropy = dice) {
  const { body, index } = sealBodyOf(log)
  return {
    drawId,
    entropy,
    sealSize: index + 1,
    sealRoot: hexOf(log.rootAt(index + 1)),
    representative: {
      office: 'National Lottery Directorate',
      keyId: representative.verifierKey.split('+')[1],
    },
    signature: signedBy(representative, entropyMessage({ drawId, sealBody: body, entropy })),
  }
}

export function beaconOf(drawId: string, round: number, signature = beacon.sign(round)) {
  const randomness = randomnessOf(signature, sha256)
  return { drawId, drandChainHash: beacon.chain.chainHash, round, signature, randomness }
}

/** What dice, seed and beacon of the log give. */
export function inputsOf(log: GrowingLog, change: Partial<DrawInputs> = {}): DrawInputs {
  const { body, index } = sealBodyOf(log)
  const valid = sealedRows(log)
  const { data } = log.named('RegisterSealed')
  return {
    origin,
    raffleId,
    drawId: String(data.drawId),
    sealBody: body,
    sealLeafIndex: index,
    registerRoot: rootOfRows(valid),
    validCount: valid.length,
    operatorSeed: bytesOfHex(String(log.named('OperatorRevealed').data.seed)),
    entropy: String(log.named('EntropySealed').data.entropy),
    drandChainHash: bytesOfHex(beacon.chain.chainHash),
    round: Number(data.round),
    randomness: bytesOfHex(String(log.named('BeaconRecorded').data.randomness)),
    ...change,
  }
}

/** Valid tickets; none is issued or voided after the seal of the true raffle. */
export function sealedRows(log: GrowingLog) {
  const { index } = log.named('RegisterSealed')
  return log.register().filter((row) => !row.isVoid && row.index < index)
}

export function resultOf(log: GrowingLog, change: Partial<DrawInputs> = {}) {
  const inputs = inputsOf(log, change)
  const register = asEntries(sealedRows(log))
  const { numbers } = selectWinners({ inputs, register, alternates }, hmacSha256)
  const prk = hexOf(extractKey(transcript(inputs), hmacSha256))
  return { drawId: inputs.drawId, prk, numbers, softwareSha256 }
}

/** The prize's number at that place of the announced result. */
const prizeAt = (ordinal: number, place: number) => (log: GrowingLog) => {
  const { data } = log.named(`result ${ordinal}`)
  const numbers = data.numbers as number[] // as `resultOf` makes them
  return { drawId: data.drawId, number: numbers[place], place }
}

export function prizeSteps(from: number, ordinal = 1): Step[] {
  return [
    {
      name: 'forfeited',
      at: instant(from),
      type: 'PrizeForfeited',
      make: (log) => ({ ...prizeAt(ordinal, 0)(log), reason: 'unclaimed' }),
    },
    {
      name: 'promoted',
      at: instant(from + minute),
      type: 'PrizePromoted',
      make: prizeAt(ordinal, 1),
    },
    {
      name: 'delivered',
      at: instant(from + 2 * minute),
      type: 'PrizeDelivered',
      make: (log) => ({
        ...prizeAt(ordinal, 1)(log),
        evidence: 'signed_receipt',
        evidenceSha256: hexOf(sha256(utf8('receipt'))),
      }),
    },
  ]
}
