// The secret of a code app as it lies in the database, encrypted under a key that does not. When
// the installation has a new secret (`APP_SECRET`), what lies under the one before is sealed anew,
// so that the older one can go without taking anybody's app with it.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import type { Database } from '../io/database.ts'

export type FactorKey = { kid: string; bytes: Uint8Array }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with the person's id authenticated: a row moved to another person does not open. */
export function seal(key: Uint8Array, personId: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(personId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function open(key: Uint8Array, personId: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(Buffer.from(personId))
    .setAuthTag(tag)
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}

export type SealNeeds = { database: Database; factorKeys: readonly FactorKey[] }

const ROWS_PER_PAGE = 500

/** How many code apps were sealed anew, and how many lie under a key that is not here. */
export async function sealAnew({
  database,
  factorKeys: [current, ...former],
}: SealNeeds): Promise<{ sealed: number; unreadable: number }> {
  if (current === undefined) throw new Error('there is no key to seal second factors with')
  let sealed = 0
  let after: string | null = null
  do {
    const rows: SealedRow[] = await sealedUnder(database, { keys: former, after })
    sealed += await replace(database, { current, former, rows })
    after = rows.length < ROWS_PER_PAGE ? null : (rows.at(-1)?.person_id ?? null)
  } while (after !== null)
  return { sealed, unreadable: await countBeside(database, [current, ...former]) }
}

type SealedRow = { person_id: string; sealed: Buffer; key_id: string }

async function sealedUnder(
  database: Database,
  { keys, after }: { keys: readonly FactorKey[]; after: string | null },
): Promise<SealedRow[]> {
  const { rows } = await database.query<SealedRow>({
    name: 'totp_sealed_under',
    text: `select person_id, sealed, key_id from staff_totp
            where key_id = any($1) and ($2::uuid is null or person_id > $2)
            order by person_id
            limit ${ROWS_PER_PAGE}`,
    values: [keys.map(({ kid }) => kid), after],
  })
  return rows
}

type Replacing = {
  current: FactorKey
  former: readonly FactorKey[]
  rows: readonly SealedRow[]
}

/** One that was set up again meanwhile is left as it is. */
async function replace(database: Database, { current, former, rows }: Replacing): Promise<number> {
  if (rows.length === 0) return 0
  const byKid = new Map(former.map(({ kid, bytes }) => [kid, bytes]))
  const anew = rows.map(({ person_id: personId, sealed, key_id: kid }) => {
    const bytes = byKid.get(kid)
    if (bytes === undefined) throw new Error(`key ${kid} was not asked for`)
    return seal(current.bytes, personId, open(bytes, personId, sealed))
  })
  const { rowCount } = await database.query({
    name: 'totp_seal_anew',
    text: `update staff_totp as totp
              set sealed = anew.sealed, key_id = $1
             from unnest($2::uuid[], $3::bytea[], $4::bytea[]) as anew (person_id, former, sealed)
            where totp.person_id = anew.person_id and totp.sealed = anew.former`,
    values: [
      current.kid,
      rows.map(({ person_id: personId }) => personId),
      rows.map(({ sealed }) => sealed),
      anew,
    ],
  })
  return rowCount
}

async function countBeside(database: Database, keys: readonly FactorKey[]): Promise<number> {
  const { rows } = await database.query<{ n: number }>({
    name: 'totp_unreadable',
    text: 'select count(*) as n from staff_totp where key_id <> all($1)',
    values: [keys.map(({ kid }) => kid)],
  })
  return rows[0]?.n ?? 0
}
