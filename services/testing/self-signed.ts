// Certificates that nobody else vouches for, made when they are needed: no private key lies in the
// repository. X.509 v3 (RFC 5280) in DER, no more of it than such a certificate must have.
import { generateKeyPairSync, sign } from 'node:crypto'

/** In PEM, good today. */
export type Certificate = { key: string; cert: string }

/** For whoever calls the server by this IPv4 address and trusts it. */
export function selfSigned(address: string): Certificate {
  const keys = newKeys()
  const issuer = { name: address, keys }
  const extension = sequence(subjectAltName, der(OCTET_STRING, sequence(ip(address))))
  return certificateOf({ subject: address, keys, serial: 1, issuer, extension })
}

export type Authority = {
  /** In PEM: who trusts it trusts those whom it has issued certificates to. */
  cert: string
  /** `serial`, at most 127, tells one from the next. */
  issue: (login: string, serial: number) => Certificate
}

export function newAuthority(name: string): Authority {
  const keys = newKeys()
  const issuer = { name, keys }
  const { cert } = certificateOf({ subject: name, keys, serial: 1, issuer, extension: mayIssue })
  const issue: Authority['issue'] = (login, serial) =>
    certificateOf({ subject: login, keys: newKeys(), serial, issuer })
  return { cert, issue }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
type Keys = ReturnType<typeof newKeys>

type Certified = {
  subject: string
  keys: Keys
  serial: number
  issuer: { name: string; keys: Keys }
  extension?: Buffer
}

function certificateOf({ subject, keys, serial, issuer, extension }: Certified): Certificate {
  const algorithm = sequence(ecdsaWithSha256)
  const toBeSigned = sequence(
    der(VERSION, integer(2)), // counted from 0: v3
    integer(serial),
    algorithm,
    nameOf(issuer.name),
    sequence(utcTime(-DAY_MS), utcTime(DAY_MS)),
    nameOf(subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(extension === undefined ? [] : [der(EXTENSIONS, sequence(extension))]),
  )
  const signature = sign('sha256', toBeSigned, issuer.keys.privateKey)
  const whole = sequence(toBeSigned, algorithm, der(BIT_STRING, NO_UNUSED_BITS, signature))
  return {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(whole),
  }
}

const DAY_MS = 86_400_000

const BOOLEAN = 0x01
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31
/** Explicitly tagged [0] and [3] of a certificate; implicitly [7] of a general name. */
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const IP_ADDRESS = 0x87
const NO_UNUSED_BITS = Buffer.of(0)

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  // The shortest form that has room for it, as DER wants.
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), body])
}

const sequence = (...parts: readonly Uint8Array[]) => der(SEQUENCE, ...parts)
const integer = (small: number) => der(INTEGER, Buffer.of(small))
const objectId = (hex: string) => der(OBJECT_ID, Buffer.from(hex, 'hex'))
const ip = (address: string) => der(IP_ADDRESS, Buffer.from(address.split('.').map(Number)))

const truth = der(BOOLEAN, Buffer.of(0xff))

const commonName = objectId('550403') // 2.5.4.3
const subjectAltName = objectId('551d11') // 2.5.29.17
const basicConstraints = objectId('551d13') // 2.5.29.19
const ecdsaWithSha256 = objectId('2a8648ce3d040302') // 1.2.840.10045.4.3.2

/** Critical, and says: an authority. */
const mayIssue = sequence(basicConstraints, truth, der(OCTET_STRING, sequence(truth)))

const nameOf = (name: string) =>
  sequence(der(SET, sequence(commonName, der(UTF8_STRING, Buffer.from(name)))))

/** YYMMDDHHMMSSZ, so far from now. */
function utcTime(ms: number): Buffer {
  const digits = new Date(Date.now() + ms).toISOString().replace(/[-:T]/g, '')
  return der(UTC_TIME, Buffer.from(`${digits.slice(2, 14)}Z`))
}

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
