// The keys of this installation that must outlive its database: the Ed25519 key that signs every
// log, and the key that closes the operator's seeds. They lie in SIGNER_DIR, readable by us alone,
// and in no backup of the database. One pair of keys signs all logs; each log gives it a name of
// its own. After a rotation the older keys go on signing beside the newest, so that whoever has
// pinned one of them still finds its signature (C2SP `tlog-checkpoint`); a key that is to sign no
// more is retired (`rotation.ts`).
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  hkdfSync,
  randomBytes,
  sign,
  verify,
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

import { StartRefused } from '../database/start-refused.ts'
import { listFolder, makeFolder, readText, renameFile, writeNew, writeOnce } from '../io/files.ts'

export type LedgerKeys = {
  /** C2SP verifier key of the log with this origin: what RafflePublished's policy names. */
  verifierKey: (origin: string) => string
  /** The same of every key that signs, the newest first. */
  verifierKeys: (origin: string) => string[]
  /**
   * Looks whether the folder has other keys now. Before each tree: a leaf that names a new key is
   * written after that key is durable, so who signs the leaf signs with that key too. And before a
   * raffle names the newest (`publishing-keys.ts`). `unlessWithinMs`: a look that began so recently
   * is good enough; left out, the folder is read after the call.
   */
  refresh: (options?: { unlessWithinMs?: number }) => Promise<void>
  /**
   * The body as a note signed under this name, a line for each key. For a tree the signer's guard
   * decides before (`signer.ts`).
   */
  signNote: (name: string, body: string) => string
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
  if ((await logKeyFiles(folder)).length === 0)
    await keep(join(folder, firstLogKey), mayCreate, newLogKey)
  let lookedAt = performance.now()
  let known = await readKeyFolder(folder, { files: [], logKeys: [] })
  const secret = Buffer.from(await keep(join(folder, 'secret'), mayCreate, newSecret), 'base64url')
  const sealKey = Buffer.from(hkdfSync('sha256', secret, '', 'qura operator seeds', 32))
  let lastLook = Promise.resolve()
  async function lookAgain() {
    known = await readKeyFolder(folder, known)
  }
  const verifierKeys = (name: string) =>
    known.logKeys.map(({ publicKey }) =>
      verifierKeyOf({ name, type: ed25519Type, publicKey }, sha256),
    )
  return {
    verifierKey: (origin) => verifierKeys(origin)[0] ?? '',
    verifierKeys,
    refresh: ({ unlessWithinMs = 0 } = {}) => {
      if (performance.now() - lookedAt < unlessWithinMs) return Promise.resolve()
      lookedAt = performance.now()
      // One after the other: what an earlier look found never replaces what a later one has.
      const look = lastLook.then(lookAgain)
      lastLook = look.catch(() => {})
      return look
    },
    signNote: (name, body) => signNote(known.logKeys, name, body),
    seal: (label, plain) => seal(sealKey, label, plain),
    unseal: (label, sealed) => unseal(sealKey, label, sealed),
    personSecret: Buffer.from(hkdfSync('sha256', secret, '', 'qura persons', 32)),
  }
}

const firstLogKey = 'log-key.pem'
/** `log-key-2.pem`, `log-key-3.pem` …: the newer ones. */
const logKeyFile = /^log-key(?:-([1-9]\d*))?\.pem$/

type LogKey = { privateKey: KeyObject; publicKey: Uint8Array }

const numberOf = (file: string) => Number(logKeyFile.exec(file)?.[1] ?? 1)

async function logKeyFiles(folder: string): Promise<string[]> {
  const files = (await listFolder(folder)).filter((name) => logKeyFile.test(name))
  return files.toSorted((a, b) => numberOf(b) - numberOf(a))
}

/** Is this the folder of a signer? */
export const hasLogKey = async (folder: string) => (await logKeyFiles(folder)).length > 0

/** Both the newest first. */
type KeyFolder = { files: readonly string[]; logKeys: readonly LogKey[] }

const LISTINGS_MAX = 3

/** A file that goes between the listing and the reading was retired meanwhile: once more, then. */
async function readKeyFolder(folder: string, known: KeyFolder): Promise<KeyFolder> {
  for (let listings = 1; ; listings++) {
    const files = await logKeyFiles(folder)
    if (files.length === 0 || files.join() === known.files.join()) return known
    const logKeys = await Promise.all(files.map((file) => readLogKey(join(folder, file))))
    const gone = files.find((_file, at) => logKeys[at] === null)
    if (gone === undefined) return { files, logKeys: logKeys.filter((key) => key !== null) }
    if (listings === LISTINGS_MAX) throw new Error(`${gone} went away while it was read`)
  }
}

async function readLogKey(path: string): Promise<LogKey | null> {
  const pem = await readText(path)
  if (pem === null) return null
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: rawPublicKey(privateKey) }
}

/** A new key, which signs beside the others from now on. Answers its file. */
export async function addLogKey(folder: string): Promise<string> {
  const [newest] = await logKeyFiles(folder)
  if (newest === undefined) throw new Error(`${folder} has no key that could be followed by one`)
  const path = join(folder, `log-key-${numberOf(newest) + 1}.pem`)
  if (!(await writeNew(path, newLogKey()))) throw new Error(`${path} has just been made`)
  return path
}

/** The keys that are followed by a newer one sign no more; their files stay, under other names. */
export async function setAsideOlderKeys(folder: string): Promise<string[]> {
  const [, ...older] = await logKeyFiles(folder)
  for (const file of older) await renameFile(join(folder, file), join(folder, `retired-${file}`))
  return older
}

/**
 * The retired key of that verifier key signs again, beside the newest, under its old name. Answers
 * its file; null: the folder holds no such retired key.
 */
export async function bringKeyBack(
  folder: string,
  { origin: name, verifierKey }: { origin: string; verifierKey: string },
): Promise<string | null> {
  for (const retired of await listFolder(folder)) {
    const file = retired.replace(/^retired-/, '')
    if (file === retired || !logKeyFile.test(file)) continue
    const key = await readLogKey(join(folder, retired))
    if (key === null) continue
    const { publicKey } = key
    if (verifierKeyOf({ name, type: ed25519Type, publicKey }, sha256) !== verifierKey) continue
    await renameFile(join(folder, retired), join(folder, file))
    return file
  }
  return null
}

/** `<host>[:port]/ledger/<raffleId>`: frozen in RafflePublished, never recomputed afterwards. */
export function originOf(publicHost: string, raffleId: RaffleId): string {
  return `${publicHost}/ledger/${raffleId}`
}

/** What `events/ledger` wants handed in, on the server. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer')
}

async function keep(path: string, mayCreate: boolean, make: () => string): Promise<string> {
  if (mayCreate) await writeOnce(path, make(), { mode: 0o600 })
  const text = await readText(path)
  if (text === null)
    throw new StartRefused(
      `${path} is missing, but raffles of its key exist: restore SIGNER_DIR first. ` +
        'Only a shop that is to begin anew may go on, without its old database.',
    )
  return text
}

const newSecret = () => randomBytes(32).toString('base64url')

const newLogKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** RFC 8410: the last 32 bytes of the structure are the key itself. */
export const rawPublicKey = (key: KeyObject) =>
  new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32))

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** What `events/ledger` wants handed in, on the server. */
export function verifyEd25519(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const der = Buffer.concat([spkiPrefix, publicKey])
  return verify(
    null,
    message,
    createPublicKey({ key: der, format: 'der', type: 'spki' }),
    signature,
  )
}

export const noteTools = { sha256, verify: verifyEd25519 }

function signNote(keys: readonly LogKey[], name: string, body: string): string {
  const signatures = keys.map(({ privateKey, publicKey }) => ({
    name,
    keyId: keyIdOf({ name, type: ed25519Type, publicKey }, sha256),
    signature: sign(null, bytesToSign(body), privateKey),
  }))
  return formatNote({ body, signatures })
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
