// An authenticator made of software: makes a passkey and signs with it as a browser would hand it
// over. Each part can be spoiled, so that a test can show what is refused.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

import type { Algorithm } from '../commands/webauthn.ts'

export type SoftwarePasskey = {
  credentialId: string
  register: (given: Ceremony) => { clientDataJson: string; attestationObject: string }
  assert: (given: Ceremony) => {
    credentialId: string
    clientDataJson: string
    authenticatorData: string
    signature: string
  }
}

export type Ceremony = {
  challenge: string
  origin: string
  rpId: string
  /** 0x01 present, 0x04 recognised. */
  flags?: number
  signCount?: number
  type?: string
}

export function softwarePasskey(algorithm: Algorithm = -7): SoftwarePasskey {
  const { privateKey, coseKey } = keyPair(algorithm)
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let uses = 0

  const authenticatorData = (
    { rpId, flags = 0x05, signCount = uses }: Ceremony,
    extra = NOTHING,
  ) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | (extra.length > 0 ? 0x40 : 0))
    head.writeUInt32BE(signCount, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, extra])
  }

  return {
    credentialId,
    register(given) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, encode(coseKey)])
      const attestation = new Map<string, Value>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(given, credential)],
      ])
      return {
        clientDataJson: clientData(given, 'webauthn.create'),
        attestationObject: encode(attestation).toString('base64url'),
      }
    },
    assert(given) {
      uses += 1
      const data = authenticatorData(given)
      const clientDataJson = clientData(given, 'webauthn.get')
      const digest = createHash('sha256').update(Buffer.from(clientDataJson, 'base64url')).digest()
      const signed = Buffer.concat([data, digest])
      return {
        credentialId,
        clientDataJson,
        authenticatorData: data.toString('base64url'),
        signature: sign(algorithm === -8 ? null : 'sha256', signed, privateKey).toString(
          'base64url',
        ),
      }
    },
  }
}

const NOTHING = Buffer.alloc(0)

const clientData = ({ challenge, origin, type }: Ceremony, usual: string) =>
  Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin })).toString('base64url')

function keyPair(algorithm: Algorithm): { privateKey: KeyObject; coseKey: CoseKey } {
  if (algorithm === -7) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    return {
      privateKey,
      coseKey: new Map<number, Value>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    }
  }
  if (algorithm === -8) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const { x } = publicKey.export({ format: 'jwk' })
    return {
      privateKey,
      coseKey: new Map<number, Value>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(x)],
      ]),
    }
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  return {
    privateKey,
    coseKey: new Map<number, Value>([
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ]),
  }
}

type CoseKey = Map<number, Value>
type Value = number | string | Buffer | Map<number | string, Value> | Map<number, Value>

const bytes = (base64url: string | undefined) => Buffer.from(base64url ?? '', 'base64url')

/** CBOR of what is needed here. */
function encode(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (!(value instanceof Map)) return Buffer.concat([head(2, value.length), value])
  const items = [...value].flatMap(([key, item]) => [encode(key), encode(item)])
  return Buffer.concat([head(5, value.size), ...items])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}
