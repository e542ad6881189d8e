// Recovery codes: ten for who has lost what else would prove him, shown once and good once each. A
// code has 140 random bits, more than anybody guesses (those of before, which still count, have
// 120), and the database holds only what it gives under a key that lies elsewhere (ASVS 6.5.2).
// That new ones were made, and that one was used, are facts: each before the commit of its rows, so
// that none goes or comes unseen.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

import type { Database, Queryable } from '../io/database.ts'
import type { FactorKey } from './sealed-totp.ts'
import type { NoteFactor } from './second-factor.ts'
import { base32 } from './totp.ts'

type RecoveryNeeds = { database: Database; factorKeys: readonly FactorKey[] }
type Whose = { personId: string; note: NoteFactor }

const CODES = 10
/** Seven groups of four letters, of five bits each, and one letter that is left over. */
const CODE_BYTES = 18

/** Ten new ones; the old ones end. */
export async function newRecoveryCodes(
  { database, factorKeys }: RecoveryNeeds,
  { personId, note }: Whose,
): Promise<string[]> {
  const [key] = factorKeys
  if (key === undefined) throw new Error('there is no key to keep recovery codes under')
  const codes = Array.from({ length: CODES }, () =>
    (base32(randomBytes(CODE_BYTES)).match(/.{4}/g) ?? []).join('-').toLowerCase(),
  )
  await database.transaction(async (tx) => {
    await tx.query({
      name: 'recovery_replace',
      text: `with gone as (delete from staff_recovery_codes where person_id = $1)
             insert into staff_recovery_codes (person_id, code_sha256)
             select $1, unnest($2::bytea[])`,
      values: [personId, codes.map((code) => keyed(key, { personId, code }))],
    })
    await note({ act: 'made recovery codes' })
  })
  return codes
}

/** Whether it was one of his; then it is none any more, and the fact says so. */
export async function useRecoveryCode(
  { database, factorKeys }: RecoveryNeeds,
  { personId, code, note }: Whose & { code: string },
): Promise<boolean> {
  const hashes = factorKeys.map((key) => keyed(key, { personId, code }))
  return database.transaction(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'recovery_use',
      text: `update staff_recovery_codes set used_at = clock_now()
              where person_id = $1 and code_sha256 = any($2::bytea[]) and used_at is null`,
      values: [personId, [...hashes, withoutKey(code)]],
    })
    if (rowCount === 0) return false
    await note({ act: 'used recovery code' })
    return true
  })
}

export async function forgetRecoveryCodes(database: Queryable, personId: string): Promise<void> {
  await database.query({
    name: 'recovery_forget',
    text: 'delete from staff_recovery_codes where person_id = $1',
    values: [personId],
  })
}

const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

/** HMAC-SHA-256; with the person in it, a row that was moved to somebody else opens nothing. */
const keyed = ({ bytes }: FactorKey, { personId, code }: { personId: string; code: string }) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', bytes, '', 'recovery codes', 32)))
    .update(`${personId} ${plain(code)}`)
    .digest()

/** As codes were kept before they had a key: they count until their owner makes new ones. */
const withoutKey = (code: string) => createHash('sha256').update(plain(code)).digest()
