// The draw of `raffle-draw/v1`, section 3.12: from the sealed register and inputs nobody could both
// know and choose, a uniform permutation of the valid tickets. Whoever has the same inputs gets the
// same winners. LP(x) = u32be(length) || x; strings as UTF-8, hashes and seeds as raw bytes.
//   T   = LP("raffle-draw/v1") || LP(origin) || LP(raffleId) || LP(drawId) || LP(sealBody)
//      || LP(u64be(sealLeafIndex)) || LP(registerRoot) || LP(u64be(n)) || LP(operatorSeed)
//      || LP(entropy) || LP(drandChainHash) || LP(u64be(round)) || LP(randomness)
//   PRK = HMAC-SHA256(key = "raffle-draw/v1/extract", T)           HKDF-Extract, RFC 5869
//   block(k) = HMAC-SHA256(PRK, "raffle-draw/v1/block" || u64be(k)), big-endian words in order
//   A = [0 .. n-1]; for each place p: m = n - p; limit = 2^64 - (2^64 mod m); take the next word x,
//   skip while x >= limit; j = p + (x mod m); swap A[p], A[j]; the place's ticket is register[A[p]]
import { assert } from '../kernel/assert.ts'
import { concat, u32be, u64be, utf8 } from '../kernel/bytes.ts'
import type { HmacSha256, Sha256 } from '../kernel/hash.ts'
import { appendLeaf, emptyFrontier, leafHash, rootOf } from '../ledger/merkle.ts'

export type DrawInputs = {
  readonly origin: string
  readonly raffleId: string
  readonly drawId: string
  /** The three lines of the seal checkpoint, with their newlines. */
  readonly sealBody: string
  readonly sealLeafIndex: number
  readonly registerRoot: Uint8Array
  /** n, the valid tickets. */
  readonly validCount: number
  readonly operatorSeed: Uint8Array
  /** The dice as they were written down. */
  readonly entropy: string
  readonly drandChainHash: Uint8Array
  readonly round: number
  readonly randomness: Uint8Array
}

export type RegisterEntry = {
  readonly number: number
  /** The leaf that issued the ticket. */
  readonly issueLeafIndex: number
}

/** The prize's number first, then the reserves in order; fewer when there are fewer tickets. */
export function selectWinners(
  draw: { inputs: DrawInputs; register: readonly RegisterEntry[]; alternates: number },
  hmac: HmacSha256,
): { prk: Uint8Array; numbers: number[]; steps: SelectionStep[] } {
  const { inputs, register, alternates } = draw
  assert(register.length === inputs.validCount, 'the register must hold the valid tickets')
  const prk = extractKey(transcript(inputs), hmac)
  const { indexes, steps } = selectIndexes(
    { prk, count: register.length, places: 1 + alternates, wordBits: 64 },
    hmac,
  )
  return { prk, numbers: indexes.map((index) => register[index]!.number), steps }
}

/**
 * RFC 6962 root over `u64be(number) || u64be(issueLeafIndex)`, ascending by number. The entries
 * must be ascending already: the register is one list, not a set of ways to write it.
 */
export function registerRoot(register: Iterable<RegisterEntry>, sha256: Sha256): Uint8Array {
  let frontier = emptyFrontier
  let previous = 0
  for (const { number, issueLeafIndex } of register) {
    assert(number > previous, 'the register ascends, each number once')
    previous = number
    const entry = concat(u64be(number), u64be(issueLeafIndex))
    frontier = appendLeaf(frontier, leafHash(entry, sha256), sha256)
  }
  return rootOf(frontier, sha256)
}

/** T: everything the result depends on, in one unambiguous string of bytes. */
export function transcript(inputs: DrawInputs): Uint8Array {
  assert(inputs.registerRoot.length === 32, 'a register root has 32 bytes')
  assert(inputs.operatorSeed.length === 32, 'the operator seed has 32 bytes')
  assert(inputs.drandChainHash.length === 32, 'a chain hash has 32 bytes')
  assert(inputs.randomness.length === 32, 'beacon randomness has 32 bytes')
  const parts = [
    utf8('raffle-draw/v1'),
    utf8(inputs.origin),
    utf8(inputs.raffleId),
    utf8(inputs.drawId),
    utf8(inputs.sealBody),
    u64be(inputs.sealLeafIndex),
    inputs.registerRoot,
    u64be(inputs.validCount),
    inputs.operatorSeed,
    utf8(inputs.entropy),
    inputs.drandChainHash,
    u64be(inputs.round),
    inputs.randomness,
  ]
  return concat(...parts.flatMap((part) => [u32be(part.length), part]))
}

/** PRK. */
export function extractKey(transcriptBytes: Uint8Array, hmac: HmacSha256): Uint8Array {
  return hmac(utf8('raffle-draw/v1/extract'), transcriptBytes)
}

export type Selection = {
  readonly prk: Uint8Array
  /** n. */
  readonly count: number
  /** The prize and its reserves; at most `count` are filled. */
  readonly places: number
  /** 64 is the protocol; 8 reaches the branch that skips words, which 64 bits hardly ever do. */
  readonly wordBits: 64 | 8
}

/** How one place was filled, for whoever works it out by hand. */
export type SelectionStep = {
  readonly place: number
  readonly word: bigint
  /** Words before it that were too large to be fair. */
  readonly skipped: number
  /** m = n - place. */
  readonly left: number
  /** j = place + word mod m. */
  readonly chosen: number
  /** A[place] after the swap. */
  readonly index: number
}

/** A sparse Fisher-Yates: only positions that were swapped are kept, so n may be large. */
export function selectIndexes(
  { prk, count, places, wordBits }: Selection,
  hmac: HmacSha256,
): { indexes: number[]; rejections: number; steps: SelectionStep[] } {
  assert(Number.isSafeInteger(count) && count >= 0, 'tickets are counted from 0')
  assert(wordBits === 64 || count <= 256, 'eight-bit words reach 256 tickets')
  const nextWord = wordSource({ prk, wordBits }, hmac)
  const span = 1n << BigInt(wordBits)
  const swapped = new Map<number, number>()
  const steps: SelectionStep[] = []
  let rejections = 0

  for (let place = 0; place < Math.min(places, count); place += 1) {
    const left = BigInt(count - place)
    const limit = span - (span % left)
    let word = nextWord()
    let skipped = 0
    for (; word >= limit; word = nextWord()) skipped += 1
    rejections += skipped
    const chosen = place + Number(word % left)
    const index = swapped.get(chosen) ?? chosen
    steps.push({ place, word, skipped, left: count - place, chosen, index })
    swapped.set(chosen, swapped.get(place) ?? place)
  }
  return { indexes: steps.map(({ index }) => index), rejections, steps }
}

/** The words of block 0, then of block 1, and so on without end. */
function wordSource(
  { prk, wordBits }: Pick<Selection, 'prk' | 'wordBits'>,
  hmac: HmacSha256,
): () => bigint {
  const bytesPerWord = wordBits / 8
  let blockNumber = 0
  let block = new Uint8Array(0)
  let offset = 0
  return () => {
    if (offset === block.length) {
      block = Uint8Array.from(hmac(prk, concat(utf8('raffle-draw/v1/block'), u64be(blockNumber))))
      blockNumber += 1
      offset = 0
    }
    let word = 0n
    for (const byte of block.subarray(offset, offset + bytesPerWord))
      word = word * 256n + BigInt(byte)
    offset += bytesPerWord
    return word
  }
}
