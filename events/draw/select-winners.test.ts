import { readFileSync } from 'node:fs'

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bytesOfHex, concat, hexOf, u64be, utf8 } from '../kernel/bytes.ts'
import { leafHash, rangeRoot } from '../ledger/merkle.ts'
import { hmacSha256, sha256 } from '../testing/hashes.ts'

import {
  extractKey,
  registerRoot,
  selectIndexes,
  selectWinners,
  transcript,
  type DrawInputs,
  type RegisterEntry,
} from './select-winners.ts'

const vector = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'))
const voids = new Set<number>(vector.voidNumbers)
const register: RegisterEntry[] = []
for (let number = 1; number <= vector.numbersMax; number += 1)
  if (!voids.has(number))
    register.push({ number, issueLeafIndex: number + vector.issueLeafIndexLessNumber })

const inputs: DrawInputs = {
  origin: vector.origin,
  raffleId: vector.raffleId,
  drawId: vector.drawId,
  sealBody: vector.sealBody,
  sealLeafIndex: vector.sealLeafIndex,
  registerRoot: bytesOfHex(vector.registerRoot),
  validCount: register.length,
  operatorSeed: bytesOfHex(vector.operatorSeed),
  entropy: vector.entropy,
  drandChainHash: bytesOfHex(vector.drandChainHash),
  round: vector.round,
  randomness: bytesOfHex(vector.randomness),
}
const prk = bytesOfHex(vector.prk)

describe('the protocol’s vector', () => {
  it('has its register root', () =>
    expect(hexOf(registerRoot(register, sha256))).toBe(vector.registerRoot))

  it('has its transcript and key', () => {
    const bytes = transcript(inputs)
    expect(bytes).toHaveLength(vector.transcriptBytes)
    expect(hexOf(sha256(bytes))).toBe(vector.transcriptSha256)
    expect(hexOf(extractKey(bytes, hmacSha256))).toBe(vector.prk)
  })

  it('has its winners', () => {
    const { indexes } = selectIndexes(
      { prk, count: register.length, places: 6, wordBits: 64 },
      hmacSha256,
    )
    expect(indexes).toEqual(vector.indexes)
    const drawn = selectWinners({ inputs, register, alternates: 5 }, hmacSha256)
    expect(drawn.numbers).toEqual(vector.numbers)
    expect(hexOf(drawn.prk)).toBe(vector.prk)
  })

  it('skips words with eight bits as it says', () => {
    const { count, rejections, firstIndexes } = vector.eightBit
    const drawn = selectIndexes({ prk, count, places: count, wordBits: 8 }, hmacSha256)
    expect(drawn.rejections).toBe(rejections)
    expect(drawn.indexes.slice(0, 10)).toEqual(firstIndexes)
  })
})

const everySize = Array.from({ length: 301 }, (_, size) => size)

describe('every draw', () => {
  const draw = fc.record({
    key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    count: fc.integer({ min: 0, max: 200 }),
    places: fc.integer({ min: 0, max: 200 }),
  })

  it('is the beginning of one permutation, the same with all swaps written out', () =>
    fc.assert(
      fc.property(draw, ({ key, count, places }) => {
        const few = selectIndexes({ prk: key, count, places, wordBits: 64 }, hmacSha256).indexes
        const all = selectIndexes({ prk: key, count, places: count, wordBits: 64 }, hmacSha256)
        expect(few).toEqual(all.indexes.slice(0, places))
        expect(all.indexes.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, index) => index),
        )
        expect(all.indexes).toEqual(denseShuffle(key, count))
      }),
    ))

  it('has the root of its register, at every size to 300 and at 70,000', () => {
    for (const count of [...everySize, 70_000]) {
      const entry = (at: number) => ({ number: at * 2 + 1, issueLeafIndex: at })
      const bytes = ({ number, issueLeafIndex }: RegisterEntry) =>
        concat(u64be(number), u64be(issueLeafIndex))
      const rows = Array.from({ length: count }, (_, at) => entry(at))
      const leaves = (at: number) => leafHash(bytes(entry(at)), sha256)
      const whole =
        count === 0
          ? sha256(new Uint8Array(0))
          : rangeRoot(leaves, { start: 0, end: count }, sha256)
      expect(hexOf(registerRoot(rows, sha256))).toBe(hexOf(whole))
    }
  }, 60_000)

  it('is the same with all swaps written out, at every size to 300', () => {
    for (const count of everySize) {
      const drawn = selectIndexes({ prk, count, places: 4, wordBits: 64 }, hmacSha256)
      expect(drawn.indexes).toEqual(denseShuffle(prk, count).slice(0, 4))
    }
  })

  it('gives every ticket of a small raffle about the same chance', () => {
    const wins = [0, 0, 0, 0, 0]
    for (let seed = 0; seed < 5000; seed += 1) {
      const key = sha256(Uint8Array.of(seed & 255, seed >> 8))
      const drawn = selectIndexes({ prk: key, count: 5, places: 1, wordBits: 64 }, hmacSha256)
      wins[drawn.indexes[0]!]! += 1
    }
    for (const count of wins) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  it('needs few steps for many tickets', () => {
    const drawn = selectIndexes({ prk, count: 2 ** 40, places: 4, wordBits: 64 }, hmacSha256)
    expect(new Set(drawn.indexes).size).toBe(4)
  })
})

describe('how each place was filled', () => {
  const { count } = vector.eightBit
  const filled = () => selectIndexes({ prk, count, places: count, wordBits: 8 }, hmacSha256)

  it('can be worked out by hand from the steps', () => {
    const { indexes, rejections, steps } = filled()
    const list = Array.from({ length: count }, (_, index) => index)
    for (const [place, step] of steps.entries()) {
      expect(step).toMatchObject({ place, left: count - place })
      expect(step.chosen).toBe(place + Number(step.word % BigInt(step.left)))
      ;[list[place], list[step.chosen]] = [list[step.chosen]!, list[place]!]
      expect(step.index).toBe(list[place])
    }
    expect(steps.map(({ index }) => index)).toEqual(indexes)
    expect(steps.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(rejections)
  })

  it('takes the words in their order, leaving out those that were skipped', () => {
    const words: number[] = []
    for (let block = 0; words.length < 2 * count; block += 1)
      words.push(...hmacSha256(prk, concat(utf8('raffle-draw/v1/block'), u64be(block))))
    let at = 0
    for (const { word, skipped, left } of filled().steps) {
      const passed = words.slice(at, at + skipped)
      for (const each of passed) expect(each).toBeGreaterThanOrEqual(256 - (256 % left))
      expect(Number(word)).toBe(words[at + skipped])
      at += skipped + 1
    }
  })
})

it('skips the first word that is too large, not only those above it', () => {
  // 256 is 85 times 3 and 1 more: 255 is the first word that would favour ticket 0.
  const words = Uint8Array.of(255, 254)
  const drawn = selectIndexes({ prk, count: 3, places: 1, wordBits: 8 }, () => words)
  expect(drawn.steps).toEqual([{ place: 0, word: 254n, skipped: 1, left: 3, chosen: 2, index: 2 }])
})

it('takes a count that is none, and words too short for it, for bugs', () => {
  const draw = { prk, places: 1, wordBits: 64 } as const
  for (const count of [-1, 0.5])
    expect(() => selectIndexes({ ...draw, count }, hmacSha256)).toThrow(/counted from 0/)
  const short = { prk, places: 1, wordBits: 8 } as const
  expect(() => selectIndexes({ ...short, count: 257 }, hmacSha256)).toThrow(/reach 256/)
  expect(selectIndexes({ ...short, count: 256 }, hmacSha256).indexes).toHaveLength(1)
})

it.each([
  ['registerRoot', /register root has 32/],
  ['operatorSeed', /operator seed has 32/],
  ['drandChainHash', /chain hash has 32/],
  ['randomness', /randomness has 32/],
] as const)('takes a %s of another length for a bug', (field, words) =>
  expect(() => transcript({ ...inputs, [field]: new Uint8Array(31) })).toThrow(words),
)

it('depends on every input', () => {
  const other = new Uint8Array(32).fill(255)
  const changes: Partial<DrawInputs>[] = [
    { origin: 'other.example/ledger' },
    { raffleId: 'R-2026-002' },
    { drawId: 'R-2026-001/D2' },
    { sealBody: 'other\n' },
    { sealLeafIndex: 1 },
    { registerRoot: other },
    { validCount: 1 },
    { operatorSeed: other },
    { entropy: 'D6:1' },
    { drandChainHash: other },
    { round: 1 },
    { randomness: other },
  ]
  const keys = changes.map((change) =>
    hexOf(extractKey(transcript({ ...inputs, ...change }), hmacSha256)),
  )
  expect(new Set([vector.prk, ...keys]).size).toBe(changes.length + 1)
})

it('takes a register out of order, or of another size, for a bug', () => {
  const twice = [register[0]!, register[0]!]
  expect(() => registerRoot(twice, sha256)).toThrow(/ascends/)
  expect(() => selectWinners({ inputs, register: twice, alternates: 0 }, hmacSha256)).toThrow(
    /valid tickets/,
  )
})

/** The protocol's loop to the letter, with the whole list in memory. */
function denseShuffle(key: Uint8Array, count: number): number[] {
  const list = Array.from({ length: count }, (_, index) => index)
  const words: bigint[] = []
  for (let block = 0; words.length < count * 2 + 8; block += 1) {
    const suffix = new Uint8Array(8)
    new DataView(suffix.buffer).setBigUint64(0, BigInt(block))
    const message = Uint8Array.from([
      ...new TextEncoder().encode('raffle-draw/v1/block'),
      ...suffix,
    ])
    const bytes = hmacSha256(key, message)
    const view = new DataView(bytes.buffer, bytes.byteOffset, 32)
    for (const offset of [0, 8, 16, 24]) words.push(view.getBigUint64(offset))
  }
  for (let place = 0; place < count; place += 1) {
    const left = BigInt(count - place)
    const limit = 2n ** 64n - (2n ** 64n % left)
    let word = words.shift()!
    while (word >= limit) word = words.shift()!
    const chosen = place + Number(word % left)
    ;[list[place], list[chosen]] = [list[chosen]!, list[place]!]
  }
  return list
}
