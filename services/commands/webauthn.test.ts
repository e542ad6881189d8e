import { describe, expect, it } from 'vitest'

import { softwarePasskey } from '../testing/software-passkey.ts'
import type { Ceremony } from '../testing/software-passkey.ts'
import { CborRefused, readCbor } from './cbor.ts'
import { checkAssertion, PasskeyRefused, readRegistration } from './webauthn.ts'

const challenge = Buffer.alloc(32, 5)
const expected = { challenge, origin: 'https://shop.example', rpId: 'shop.example' }
const asked: Ceremony = {
  challenge: challenge.toString('base64url'),
  origin: expected.origin,
  rpId: expected.rpId,
}
const decoded = <Fields extends Record<string, string>>(given: Fields) =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, Buffer.from(text, 'base64url')]),
  ) as Record<keyof Fields, Buffer>

describe.each([
  ['ES256', -7],
  ['EdDSA', -8],
  ['RS256', -257],
] as const)('a passkey with %s', (_name, algorithm) => {
  const passkey = softwarePasskey(algorithm)
  const key = readRegistration(decoded(passkey.register(asked)), expected)

  it('is kept with its key and its name', () => {
    expect(key).toMatchObject({ algorithm, credentialId: passkey.credentialId, signCount: 0 })
  })

  it('proves who is there, and counts', () => {
    const proof = decoded(passkey.assert(asked))
    expect(checkAssertion(proof, expected, key)).toEqual({ signCount: 1 })
    const again = { ...key, signCount: 1 }
    expect(() => checkAssertion(proof, expected, again)).toThrow(PasskeyRefused)
  })

  it('does not speak for another one', () => {
    const other = decoded(softwarePasskey(algorithm).assert(asked))
    expect(() => checkAssertion(other, expected, key)).toThrow(/signature/)
  })
})

describe('is refused', () => {
  const passkey = softwarePasskey()
  const key = readRegistration(decoded(passkey.register(asked)), expected)

  it.each<[string, Partial<Ceremony>, RegExp]>([
    ['with another challenge', { challenge: 'AAAA' }, /challenge/],
    ['from another page', { origin: 'https://shop.example.evil' }, /origin/],
    ['of another site', { rpId: 'evil.example' }, /another site/],
    ['without anybody there', { flags: 0x04 }, /nobody was there/],
    ['without a finger or PIN', { flags: 0x01 }, /recognised/],
    ['of another kind', { type: 'payment.get' }, /type/],
  ])('what is signed %s', (_what, spoiled, words) => {
    const given = { ...asked, ...spoiled }
    expect(() => checkAssertion(decoded(passkey.assert(given)), expected, key)).toThrow(words)
    expect(() => readRegistration(decoded(passkey.register(given)), expected)).toThrow(words)
  })

  it('what was changed after it was signed', () => {
    const proof = decoded(passkey.assert(asked))
    proof.authenticatorData.writeUInt32BE(77, 33)
    expect(() => checkAssertion(proof, expected, key)).toThrow(/signature/)
  })

  it('what is cut short at any byte', () => {
    const whole = decoded(passkey.register(asked))
    for (let length = 0; length < whole.attestationObject.length; length++) {
      const attestationObject = whole.attestationObject.subarray(0, length)
      expect(() => readRegistration({ ...whole, attestationObject }, expected)).toThrow()
    }
  })
})

it('reads no CBOR that has no place in a registration', () => {
  const refused = ['1bffffffffffffffff', '5f', 'fb3ff0000000000000', 'c001', 'a2010a010b', '18']
  for (const hex of refused) expect(() => readCbor(Buffer.from(hex, 'hex'))).toThrow(CborRefused)
  expect(() => readCbor(Buffer.alloc(100, 0x81))).toThrow(/deep/)
})
