// One secret of the installation, and keys for single purposes derived from it, so that a key that
// leaks opens one door only. It never touches the database. Rotation: the old one goes to
// APP_SECRET_PREVIOUS, still opens what it closed, and closes nothing new.
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import type { Config } from './config.ts'
import { makeFolder, readText, writeOnce } from './io/files.ts'

export type Purpose =
  /** Session tokens of shop and admin. */
  | 'session'
  /** Sign-in codes, stored as keyed hashes. */
  | 'codes'
  /** Signed links that open an order, and the addresses of provider callbacks. */
  | 'links'
  | 'callbacks'
  /** Second factors of staff and customers, sealed in the database. */
  | 'factors'
  /** Passes of who was in the shop before it filled up. */
  | 'entries'

export type SecretKey = { kid: string; bytes: Buffer }

/** Of one purpose: the first one closes, all of them open. */
export type Ring<Key> = readonly [Key, ...Key[]]

export type Secrets = { keys: (purpose: Purpose) => Ring<SecretKey> }

export async function loadSecrets(config: Config): Promise<Secrets> {
  const { current, previous } = config.secrets ?? (await ownSecret(config.dataFolder))
  const roots = previous === null ? [current] : [current, previous]
  const made = new Map<Purpose, Ring<SecretKey>>()
  return {
    keys(purpose) {
      const known = made.get(purpose)
      if (known !== undefined) return known
      const [first, ...rest] = roots.map((root) => derive(root, purpose)) as [SecretKey]
      const keys = [first, ...rest] as const
      made.set(purpose, keys)
      return keys
    },
  }
}

export const bytesOf = ([first, ...rest]: Ring<SecretKey>): Ring<Uint8Array> => [
  first.bytes,
  ...rest.map(({ bytes }) => bytes),
]

/** As text: node:crypto takes a tenth of the time for a text key of what it takes for bytes. */
export const textOf = ([first, ...rest]: Ring<SecretKey>): Ring<string> => [
  first.bytes.toString('hex'),
  ...rest.map(({ bytes }) => bytes.toString('hex')),
]

/** The demo makes its secret once; losing it only signs everybody out. */
async function ownSecret(dataFolder: string) {
  const path = join(dataFolder, 'secret')
  await makeFolder(dataFolder, { mode: 0o711 })
  await writeOnce(path, randomBytes(48).toString('base64url'), { mode: 0o600 })
  const current = await readText(path)
  if (current === null) throw new Error(`${path} has gone`)
  return { current, previous: null }
}

/** RFC 5869 HKDF-SHA-256; the key id is a hash of the key, so it tells nothing about the secret. */
function derive(root: string, purpose: Purpose): SecretKey {
  const bytes = Buffer.from(hkdfSync('sha256', root, '', `qura ${purpose}`, 32))
  const kid = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return { kid, bytes }
}
