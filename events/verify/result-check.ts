// (j) the seed opens the commitment, (m) the inputs give the key of the permutation, (n) what was
// announced is its beginning, and prizes moved along it.
import { bytesOfHex, hexOf, utf8, concat, u64be } from '../kernel/bytes.ts'
import { operatorCommit } from '../ledger/commitments.ts'
import { extractKey, selectIndexes, transcript } from '../draw/select-winners.ts'

import type { Fact } from './facts.ts'
import type { Crypto } from './needs.ts'
import type { SealedRegister } from './register-check.ts'
import type { Judge } from './report.ts'
import type { Draw } from './story.ts'

export type ResultNeeds = {
  judge: Judge
  crypto: Crypto
  published: Fact<'RafflePublished'>
  raffleId: string
}

/** The first place worked out, number by number, so that anybody can follow it on paper. */
export type Worked = {
  readonly drawId: string
  readonly transcriptBytes: number
  readonly transcriptSha256: string
  readonly prk: string
  /** Block 0, 32 bytes in hex; the word is its first 8. */
  readonly block: string
  readonly words: readonly {
    /** Decimal. */
    readonly word: string
    /** Tickets left, m. */
    readonly left: number
    readonly limit: string
    /** False: skipped. */
    readonly isTaken: boolean
  }[]
  readonly remainder: number
  /** Index in the register, from 0. */
  readonly index: number
  readonly number: number
}

export type DrawOutcome = {
  readonly drawId: string
  /** As the inputs give them; null while an input is missing. */
  readonly numbers: readonly number[] | null
  readonly worked: Worked | null
}

export function checkSeed({ judge, crypto, published }: ResultNeeds, { reveal }: Draw): void {
  if (reveal === null) return
  judge.examined('j')
  const commit = operatorCommit(bytesOfHex(reveal.data.seed), crypto.sha256)
  if (commit !== published.data.operatorCommit)
    judge.fail('j', 'seed_opens_nothing', { index: reveal.index })
}

export function checkResult(
  needs: ResultNeeds,
  draw: Draw,
  { register, sealBody }: { register: SealedRegister; sealBody: string },
): DrawOutcome {
  const { judge } = needs
  const { seal, completed } = draw
  const { drawId, mode } = seal.data
  if (mode === 'physical') return checkDrum(needs, draw, register)
  const inputs = inputsOf(needs, draw, { register, sealBody })
  if (inputs === null) {
    if (completed !== null) judge.fail('m', 'input_missing', { index: completed.index })
    else if (draw.ends.length === 0) for (const id of ['m', 'n'] as const) notYet(judge, id)
    return { drawId, numbers: null, worked: null }
  }
  const { crypto, published } = needs
  judge.examined('m')
  const bytes = transcript(inputs)
  const prk = extractKey(bytes, crypto.hmac)
  const places = 1 + published.data.alternates
  const count = register.numbers.length
  // Beyond the reserves that were announced the same permutation goes on.
  const reached = Math.max(places, ...draw.prizes.map(({ data }) => data.place + 1))
  const { indexes } = selectIndexes({ prk, count, places: reached, wordBits: 64 }, crypto.hmac)
  const drawn = indexes.map((index) => register.numbers[index]!)
  const numbers = drawn.slice(0, places)
  const worked = workOut(needs, { drawId, bytes, prk, register })
  if (completed === null) {
    judge.skip('n', 'result_not_announced')
  } else {
    if (completed.data.prk !== hexOf(prk))
      judge.fail('m', 'other_prk', { index: completed.index, found: hexOf(prk) })
    checkNumbers(judge, completed, numbers)
    checkPrizes(judge, draw, [...completed.data.numbers, ...drawn.slice(places)])
  }
  return { drawId, numbers, worked }
}

const notYet = (judge: Judge, id: 'm' | 'n') => judge.skip(id, 'draw_not_finished')

function inputsOf(
  { published, raffleId }: ResultNeeds,
  { seal, entropy, reveal, beacon }: Draw,
  { register, sealBody }: { register: SealedRegister; sealBody: string },
) {
  const isLocal = seal.data.mode === 'local'
  if (entropy === null || reveal === null || (beacon === null && !isLocal)) return null
  return {
    origin: published.data.origin,
    raffleId,
    drawId: seal.data.drawId,
    sealBody,
    sealLeafIndex: seal.index,
    registerRoot: register.root,
    validCount: register.numbers.length,
    operatorSeed: bytesOfHex(reveal.data.seed),
    entropy: entropy.data.entropy,
    // Without a beacon its places are zeros: the transcript has the same shape in every mode.
    drandChainHash: isLocal ? new Uint8Array(32) : bytesOfHex(published.data.drandChainHash),
    round: isLocal ? 0 : seal.data.round,
    randomness:
      isLocal || beacon === null ? new Uint8Array(32) : bytesOfHex(beacon.data.randomness),
  }
}

/** A drum gives its numbers itself; they only have to be valid tickets, each once. */
function checkDrum({ judge }: ResultNeeds, draw: Draw, register: SealedRegister): DrawOutcome {
  const { seal, entropy, completed } = draw
  const { drawId } = seal.data
  judge.skip('m', 'drawn_from_a_drum')
  if (entropy === null) return { drawId, numbers: null, worked: null }
  const numbers = entropy.data.entropy
    .replace(/^DRUM:/, '')
    .split(' ')
    .map(Number)
  const valid = new Set(register.numbers)
  if (new Set(numbers).size !== numbers.length || !numbers.every((number) => valid.has(number)))
    judge.fail('n', 'drum_number_not_valid', { index: entropy.index })
  if (completed !== null) {
    checkNumbers(judge, completed, numbers)
    checkPrizes(judge, draw, completed.data.numbers)
  }
  return { drawId, numbers, worked: null }
}

function checkNumbers(
  judge: Judge,
  { index, data }: Fact<'DrawCompleted'>,
  numbers: readonly number[],
): void {
  judge.examined('n')
  if (data.numbers.join() !== numbers.join())
    judge.fail('n', 'other_numbers', {
      index,
      announced: data.numbers.join(' '),
      found: numbers.join(' '),
    })
}

/** The prize moves only when it was forfeited, and only to the next place. */
function checkPrizes(judge: Judge, { prizes }: Draw, numbers: readonly number[]): void {
  let place = 0
  let state: 'held' | 'forfeited' | 'delivered' = 'held'
  for (const { type, index, data } of prizes) {
    judge.examined('n')
    const isPromotion = type === 'PrizePromoted'
    const expected = isPromotion ? place + 1 : place
    const isInTurn = isPromotion ? state === 'forfeited' : state === 'held'
    if (!isInTurn) judge.fail('n', 'prize_out_of_turn', { index, type })
    if (data.place !== expected || data.number !== numbers[data.place])
      judge.fail('n', 'prize_to_other', { index, number: data.number, place: data.place })
    place = data.place
    state = isPromotion ? 'held' : type === 'PrizeForfeited' ? 'forfeited' : 'delivered'
  }
}

function workOut(
  { crypto }: ResultNeeds,
  draw: { drawId: string; bytes: Uint8Array; prk: Uint8Array; register: SealedRegister },
): Worked | null {
  const { drawId, bytes, prk, register } = draw
  const left = register.numbers.length
  if (left === 0) return null
  const block = crypto.hmac(prk, concat(utf8('raffle-draw/v1/block'), u64be(0)))
  const span = 1n << 64n
  const limit = span - (span % BigInt(left))
  const tries: { word: string; left: number; limit: string; isTaken: boolean }[] = []
  let taken: bigint | null = null
  // Skipping all four words of a block is rarer than one in 2^128: the page needs no second block.
  for (let at = 0; at < 32 && taken === null; at += 8) {
    const word = new DataView(block.buffer, block.byteOffset + at, 8).getBigUint64(0)
    if (word < limit) taken = word
    tries.push({ word: String(word), left, limit: String(limit), isTaken: taken !== null })
  }
  const index = Number((taken ?? 0n) % BigInt(left))
  return {
    drawId,
    transcriptBytes: bytes.length,
    transcriptSha256: hexOf(crypto.sha256(bytes)),
    prk: hexOf(prk),
    block: hexOf(block),
    words: tries,
    remainder: index,
    index,
    number: register.numbers[index]!,
  }
}
