import { readFileSync } from 'node:fs'

import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it } from 'vitest'

import { base64Of, concat } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'

import {
  bytesToSign,
  ed25519Type,
  formatNote,
  formatSignature,
  isSignedBy,
  keyIdOf,
  parseNote,
  parseVerifierKey,
  verifierKeyOf,
  type NoteKey,
} from './note.ts'

const known: { verifierKey: string; body: string; signature: string } = JSON.parse(
  readFileSync(new URL('./vectors/note.json', import.meta.url), 'utf8'),
)
const knownNote = `${known.body}\n— PeterNeumann ${known.signature}\n`
const verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean =>
  ed25519.verify(signature, message, publicKey)
const tools = { sha256, verify }

const secret = new Uint8Array(32).fill(7)
const key: NoteKey = {
  name: 'raffle.example/ledger',
  type: ed25519Type,
  publicKey: ed25519.getPublicKey(secret),
}

describe('the reference note', () => {
  const knownKey = parseVerifierKey(known.verifierKey, sha256)!
  const note = parseNote(knownNote)!

  it('is read, verified and written again byte for byte', () => {
    expect(knownKey.name).toBe('PeterNeumann')
    expect(verifierKeyOf(knownKey, sha256)).toBe(known.verifierKey)
    expect(isSignedBy(note, knownKey, tools)).toBe(true)
    expect(formatNote(note)).toBe(knownNote)
  })

  it('is refused with one letter changed', () => {
    const changed = parseNote(knownNote.replace('cryptography', 'cryptographY'))!
    expect(isSignedBy(changed, knownKey, tools)).toBe(false)
  })

  it.each([0, 5, 20, 30, 60])('is refused with its verifier key cut at %i', (length) =>
    expect(parseVerifierKey(known.verifierKey.slice(0, length), sha256)).toBeNull(),
  )

  it('is refused under a key whose id is not its own', () =>
    expect(parseVerifierKey(known.verifierKey.replace('c74f20a3', 'c74f20a4'), sha256)).toBeNull())
})

describe('our own note', () => {
  const body = 'raffle.example/ledger\n5\nn6XYZD72zVKF3tPZkUSe5LUI6VKQFgbBA+JTUhlJdRM=\n'
  const signature = ed25519.sign(bytesToSign(body), secret)
  const line = { name: key.name, keyId: keyIdOf(key, sha256), signature }

  it('verifies under its key among other signatures', () => {
    const stranger = { name: 'witness.example', keyId: Uint8Array.of(1, 2, 3, 4), signature }
    const note = parseNote(formatNote({ body, signatures: [stranger, line] }))!
    expect(note.body).toBe(body)
    expect(isSignedBy(note, key, tools)).toBe(true)
  })

  it('does not verify under another name, another key id or another type', () => {
    const note = parseNote(formatNote({ body, signatures: [line] }))!
    expect(isSignedBy(note, { ...key, name: 'other.example' }, tools)).toBe(false)
    expect(isSignedBy(note, { ...key, type: 4 }, tools)).toBe(false)
    const cosigner = { ...key, type: 4 }
    const asWitness = { ...line, keyId: keyIdOf(cosigner, sha256) }
    expect(isSignedBy({ body, signatures: [asWitness] }, cosigner, tools)).toBe(false)
    const renamed = { ...line, name: 'other.example' }
    expect(isSignedBy({ body, signatures: [renamed] }, key, tools)).toBe(false)
    const other = { ...line, keyId: Uint8Array.of(0, 0, 0, 0) }
    expect(isSignedBy(parseNote(formatNote({ body, signatures: [other] }))!, key, tools)).toBe(
      false,
    )
  })
})

describe('what is no note', () => {
  const signed = base64Of(concat(Uint8Array.of(1, 2, 3, 4), new Uint8Array(64)))
  it.each([
    ['nothing', ''],
    ['a text without signatures', 'text\n'],
    ['a text without an empty line', `text\n— name ${signed}\n`],
    ['no newline at the end', `text\n\n— name ${signed}`],
    ['a letter instead of the last newline', `text\n\n— name ${signed}x`],
    ['another dash', `text\n\n- name ${signed}\n`],
    ['a name with a plus', `text\n\n— na+me ${signed}\n`],
    ['a signature that is no base64', 'text\n\n— name !!!!\n'],
    ['a signature of nothing', 'text\n\n— name AQIDBA==\n'],
    ['a control character', `te\u0007xt\n\n— name ${signed}\n`],
    ['a carriage return', `text\r\n\n— name ${signed}\n`],
    ['too many signatures', `text\n\n${`— name ${signed}\n`.repeat(101)}`],
    ['too much text', `${'x'.repeat(100_001)}\n\n— name ${signed}\n`],
  ])('is refused: %s', (_what, text) => expect(parseNote(text)).toBeNull())

  it('begins above the bounds, not at them', () => {
    const line = `— name ${signed}\n`
    expect(parseNote(`text\n\n${line.repeat(100)}`)?.signatures).toHaveLength(100)
    const longest = 'x'.repeat(100_000 - line.length - 2)
    expect(parseNote(`${longest}\n\n${line}`)?.body).toBe(`${longest}\n`)
    expect(parseNote(`${longest}x\n\n${line}`)).toBeNull()
    expect(parseNote(`\n\n${line}`)?.body).toBe('\n')
    const five = base64Of(Uint8Array.of(1, 2, 3, 4, 5))
    expect(parseNote(`text\n\n— name ${five}\n`)?.signatures).toEqual([
      { name: 'name', keyId: Uint8Array.of(1, 2, 3, 4), signature: Uint8Array.of(5) },
    ])
  })

  it.each([
    ['a word before the dash', `text\n\nx— name ${signed}\n`],
    ['a word behind the signature', `text\n\n— name ${signed} x\n`],
    ['a lone surrogate', `te\ud800xt\n\n— name ${signed}\n`],
    ['a name with a lone surrogate', `text\n\n— na\ud800me ${signed}\n`],
    ['an empty line among the signatures', `text\n\n— name ${signed}\n\n— name ${signed}\n`],
  ])('is refused too: %s', (what, text) => {
    const note = parseNote(text)
    // The last empty line divides: what is before it is text, whatever it looks like.
    if (what.startsWith('an empty')) expect(note?.signatures).toHaveLength(1)
    else expect(note).toBeNull()
  })

  it('is no verifier key with a word around it, without a name or of another length', () => {
    const text = verifierKeyOf(key, sha256)
    expect(parseVerifierKey(text, sha256)).toEqual(key)
    for (const odd of [
      ` ${text}`,
      `${text} `,
      `+${text}`,
      `${text}=`,
      text.slice(text.indexOf('+')),
    ])
      expect(parseVerifierKey(odd, sha256)).toBeNull()
    const short = { ...key, publicKey: key.publicKey.slice(1) }
    expect(parseVerifierKey(verifierKeyOf(short, sha256), sha256)).toBeNull()
  })

  it('is never signed, and a signature of another length never verified', () => {
    expect(() => bytesToSign('text')).toThrow(/ends with a newline/)
    expect(() => keyIdOf({ ...key, name: '' }, sha256)).toThrow(/no spaces/)
    const line = { name: 'two words', keyId: new Uint8Array(4), signature: new Uint8Array(64) }
    expect(() => formatSignature(line)).toThrow(/no spaces/)
    const short = { name: key.name, keyId: keyIdOf(key, sha256), signature: new Uint8Array(63) }
    const believing = { sha256, verify: () => true }
    expect(isSignedBy({ body: 'text\n', signatures: [short] }, key, believing)).toBe(false)
    const whole = { ...short, signature: new Uint8Array(64) }
    expect(isSignedBy({ body: 'text\n', signatures: [whole] }, key, believing)).toBe(true)
  })

  it('is never written', () => {
    expect(() => formatNote({ body: 'text', signatures: [] })).toThrow(/newline/)
    expect(() => formatNote({ body: 'text\n', signatures: [] })).toThrow(/at least one/)
    expect(() => keyIdOf({ ...key, name: 'two words' }, sha256)).toThrow(/spaces/)
  })
})
