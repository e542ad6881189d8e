// The keys of this installation that must outlive its database: the Ed25519 key that signs every
// log, and the key that closes the operator's seeds. They lie in SIGNER_DIR, readable by us alone,
// and in no backup of the database. One pair of keys signs all logs; each log gives it a name of
// its own.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'

import type { RaffleId } from '#events/kernel/ids.ts'
import {
  bytesToSign,
  ed25519Type,
  formatNote,
  keyIdOf,
  verifierKeyOf,
} from '#events/ledger/note.ts'
import type { NoteKey } from '#events/ledger/note.ts'

import { makeFolder, readText, writeOnce } from '../io/files.ts'

export type LedgerKeys = {
  /** C2SP verifier key of the log with this origin: what RafflePublished's policy names. */
  verifierKey: (origin: string) => string
  /** The body as a signed note of that log. The signer's guard decides before (`signer.ts`). */
  signNote: (origin: string, body: string) => string
  /** Closes 32 bytes so that they open only with the same `label`. */
  seal: (label: string, secret: Uint8Array) => Buffer
  /** Throws when the bytes were changed, or sealed under another label or another key. */
  unseal: (label: string, sealed: Uint8Array) => Buffer
  /** 32 bytes that never change, for hashes of phones that must stay equal for a raffle's life. */
  personSecret: Buffer
}

export type LedgerKeysOptions = {
  folder: string
  /**
   * Is there nothing yet that older keys have signed or sealed? Only then are keys made: a signer
   * that lost its folder must not quietly become another one.
   */
  mayCreate: boolean
}

export async function openLedgerKeys({
  folder,
  mayCreate,
}: LedgerKeysOptions): Promise<LedgerKeys> {
  await makeFolder(folder, { mode: 0o700 })
  const privateKey = createPrivateKey(await keep(join(folder, 'log-key.pem'), mayCreate, newLogKey))
  const secret = Buffer.from(await keep(join(folder, 'secret'), mayCreate, newSecret), 'base64url')
  const publicKey = rawPublicKey(privateKey)
  const sealKey = Buffer.from(hkdfSync('sha256', secret, '', 'qura operator seeds', 32))
  const keyNamed = (name: string): NoteKey => ({ name, type: ed25519Type, publicKey })
  return {
    verifierKey: (origin) => verifierKeyOf(keyNamed(origin), sha256),
    signNote: (origin, body) => signNote(keyNamed(origin), privateKey, body),
    seal: (label, plain) => seal(sealKey, label, plain),
    unseal: (label, sealed) => unseal(sealKey, label, sealed),
    personSecret: Buffer.from(hkdfSync('sha256', secret, '', 'qura persons', 32)),
  }
}

/** `<host>[:port]/ledger/<raffleId>`: frozen in RafflePublished, never recomputed afterwards. */
export function originOf(publicHost: string, raffleId: RaffleId): string {
  return `${publicHost}/ledger/${raffleId}`
}

/** What `events/ledger` wants handed in, on the server. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}

async function keep(path: string, mayCreate: boolean, make: () => string): Promise<string> {
  if (mayCreate) await writeOnce(path, make(), { mode: 0o600 })
  const text = await readText(path)
  if (text === null)
    throw new Error(`${path} is missing, but raffles of its key exist: restore SIGNER_DIR first`)
  return text
}

const newSecret = () => randomBytes(32).toString('base64url')

const newLogKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** RFC 8410: the last 32 bytes of the structure are the key itself. */
const rawPublicKey = (key: KeyObject) =>
  new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32))

function signNote(key: NoteKey, privateKey: KeyObject, body: string): string {
  const signature = sign(null, bytesToSign(body), privateKey)
  const line = { name: key.name, keyId: keyIdOf(key, sha256), signature }
  return formatNote({ body, signatures: [line] })
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** nonce || tag || ciphertext. A fresh nonce each time; the label is authenticated, not stored. */
function seal(key: Buffer, label: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
  const closed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), closed])
}

function unseal(key: Buffer, label: string, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(label)).setAuthTag(tag)
  return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()])
}
