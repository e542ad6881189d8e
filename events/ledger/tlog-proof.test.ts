import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import { checkpointBy, logKey, tools, witnessKey } from '../testing/notes.ts'
import { inclusionProof, leafHash, rangeRoot } from './merkle.ts'
import { checkTlogProof, formatTlogProof, parseTlogProof } from './tlog-proof.ts'

const log = logKey('shop.example/ledger/1')
const witness = witnessKey('witness.example/1')
const policy = { log: log.key, witnesses: [witness.key], quorum: 1 }
const leaves = Array.from({ length: 300 }, (_, index) => leafHash(utf8(`leaf ${index}`), sha256))

function proofOf(index: number, size: number, extra: Uint8Array | null = null) {
  const root = rangeRoot((at) => leaves[at]!, { start: 0, end: size }, sha256)
  return {
    extra,
    index,
    proof: inclusionProof((at) => leaves[at]!, { index, size }, sha256),
    checkpoint: checkpointBy(log, { size, root }, [[witness, 1_700_000_000]]),
  }
}
const check = (text: string, leaf: Uint8Array) => checkTlogProof({ text, leaf, policy }, tools)

describe('a proof in a file', () => {
  it('is written line by line as the specification has it', () => {
    const [first, extra, index, ...rest] = formatTlogProof(proofOf(1, 3, utf8('hi'))).split('\n')
    expect([first, extra, index]).toEqual(['c2sp.org/tlog-proof@v1', 'extra aGk=', 'index 1'])
    expect(rest.indexOf('')).toBe(2)
    expect(rest[3]).toBe('shop.example/ledger/1')
  })

  it('of leaves of trees of every size to 300 is read back and holds', () => {
    for (let size = 1; size <= 300; size += 1)
      for (let index = size < 10 ? 0 : size % 83; index < size; index += size < 10 ? 1 : 300) {
        const made = proofOf(index, size, index % 2 === 0 ? utf8(`extra ${index}`) : null)
        const text = formatTlogProof(made)
        expect(parseTlogProof(text)).toEqual(made)
        expect(check(text, leaves[index]!).fault).toBeNull()
      }
  })

  it.each([
    [1, 3, utf8('hi')],
    [7, 9, null],
    [77, 80, new Uint8Array(0)],
  ])('of leaf %i of %i is read back', (index, size, extra) => {
    const made = proofOf(index, size, extra)
    expect(parseTlogProof(formatTlogProof(made))).toEqual(made)
    expect(check(formatTlogProof(made), leaves[index]!).fault).toBeNull()
  })

  it('may have 200,000 characters, and not one more', () => {
    const made = [1, 10, 100, 1000].map((index) => ({ ...proofOf(1, 2), index }))
    // Base64 comes by four characters: one of the four indexes makes the rest divisible.
    const rest = (text: string) => 200_000 - text.length - 'extra \n'.length
    const fits = made.find((one) => rest(formatTlogProof(one)) % 4 === 0)!
    const extra = new Uint8Array((rest(formatTlogProof(fits)) / 4) * 3)
    const text = formatTlogProof({ ...fits, extra })
    expect(text).toHaveLength(200_000)
    expect(parseTlogProof(text)?.extra).toHaveLength(extra.length)
    const longer = formatTlogProof({ ...fits, extra: new Uint8Array(extra.length + 1) })
    expect(parseTlogProof(longer)).toBeNull()
  })

  it('of the only leaf has no hashes', () => {
    const text = formatTlogProof(proofOf(0, 1))
    expect(text).toContain('index 0\n\nshop.example')
    expect(check(text, leaves[0]!).fault).toBeNull()
  })

  it('is never written without an index, a checkpoint or within bounds', () => {
    const made = proofOf(0, 1)
    for (const index of [-1, 0.5])
      expect(() => formatTlogProof({ ...made, index })).toThrow(/whole number/)
    const many = Array.from({ length: 64 }, () => leaves[0]!)
    expect(() => formatTlogProof({ ...made, proof: many })).toThrow(/at most 63/)
    expect(() => formatTlogProof({ ...made, checkpoint: 'x\n' })).toThrow(/signed checkpoint/)
    const most = { ...made, proof: many.slice(1) }
    expect(parseTlogProof(formatTlogProof(most))).toEqual(most)
  })

  it('with one character changed anywhere but in the extra data fails', () => {
    const text = formatTlogProof(proofOf(77, 300))
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', 'A', '\n', '+'), (at, letter) => {
        fc.pre(text[at] !== letter)
        const changed = text.slice(0, at) + letter + text.slice(at + 1)
        expect(check(changed, leaves[77]!).fault).not.toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['words', 'not a proof', () => check('words', leaves[0]!)],
    [
      'another leaf',
      'entry not in the tree',
      () => check(formatTlogProof(proofOf(4, 9)), leaves[5]!),
    ],
    [
      'another log',
      'checkpoint not signed by the log',
      () => {
        const other = { ...policy, log: logKey('shop.example/ledger/2').key }
        const text = formatTlogProof(proofOf(4, 9))
        return checkTlogProof({ text, leaf: leaves[4]!, policy: other }, tools)
      },
    ],
    [
      'no quorum',
      'not cosigned by the quorum',
      () => {
        const strict = { ...policy, witnesses: [witness.key, witnessKey('b').key], quorum: 2 }
        const text = formatTlogProof(proofOf(4, 9))
        return checkTlogProof({ text, leaf: leaves[4]!, policy: strict }, tools)
      },
    ],
  ])('under %s says: %s', (_what, fault, act) => expect(act().fault).toBe(fault))

  it.each([
    ['nothing', ''],
    ['another version', formatTlogProof(proofOf(1, 2)).replace('@v1', '@v2')],
    [
      'an index with a zero before it',
      formatTlogProof(proofOf(1, 2)).replace('index 1', 'index 01'),
    ],
    ['no index', formatTlogProof(proofOf(1, 2)).replace('index 1\n', '')],
    ['extra data after the index', 'c2sp.org/tlog-proof@v1\nindex 1\nextra aGk=\n\n'],
    ['an index past 2^53', textWith('index 1', 'index 9007199254740992')],
    ['an index with a word behind it', textWith('index 1', 'index 1x')],
    ['a word before the index', textWith('index 1', 'xindex 1')],
    ['extra data that is no base64', textWith('index 1', 'extra !\nindex 1')],
    ['a hash of another length', textWith('index 1\n', 'index 1\nAQ==\n')],
    ['64 hashes', textWith('index 1\n', `index 1\n${`${'A'.repeat(43)}=\n`.repeat(63)}`)],
    ['no empty line', 'c2sp.org/tlog-proof@v1'],
    ['neither index nor hash', textWith(/\nindex[^]*?\n\n/, '\n\n')],
    ['a hash that is no base64', textWith('index 1\n', 'index 1\n!\n')],
    ['words instead of a checkpoint', textWith(/\n\n[^]*/, '\n\nwords\n')],
    ['more than is read', `${formatTlogProof(proofOf(1, 2))}${'x'.repeat(200_000)}`],
    ['no checkpoint', formatTlogProof(proofOf(1, 2)).split('\n\n')[0]!],
  ])('is none: %s', (_what, text) => expect(parseTlogProof(text)).toBeNull())
})

function textWith(part: string | RegExp, instead: string): string {
  return formatTlogProof(proofOf(1, 2)).replace(part, instead)
}
