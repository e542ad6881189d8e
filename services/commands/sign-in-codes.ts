// Codes of six digits. A code is for one phone and the browser that asked, lives five minutes, dies
// with the fifth wrong try, with the next code and with its first use. What is stored is an HMAC
// under a key that is not in the database.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

import { Rejection } from '#events/kernel/rejection.ts'

import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import type { Ring } from '../secrets.ts'
import { failureCounters } from './failure-counters.ts'
import { countWrongCode, requireMaySend, triesPerCode } from './sign-in-limits.ts'
import { phonePrefix } from './sign-in-phone.ts'

export const CODE_SECONDS = 300
/** So many wrong codes in a row for one phone: a day of silence (docs/security.md, K8). */
const WRONG_IN_A_ROW_MAX = 100
const DAY_SECONDS = 86_400

export type CodeNeeds = {
  database: Database
  /** Outside the database, at least 32 bytes each. */
  codeKeys: Ring<Uint8Array>
}

export type Asking = { phone: string; sessionId: string }

/** Writes a new code and answers it, for the message and nothing else. */
export function makeCode(needs: CodeNeeds, asking: Asking): Promise<{ id: string; code: string }> {
  const { phone, sessionId } = asking
  const id = newId<string>()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return needs.database.transaction(async (tx) => {
    await lockPhone(tx, phone)
    await requireMaySend(tx, phone)
    await tx.query({
      name: 'code_void_older',
      text: `update sign_in_codes set voided_at = clock_now()
              where phone = $1 and voided_at is null and used_at is null`,
      values: [phone],
    })
    await tx.query({
      name: 'code_insert',
      text: `insert into sign_in_codes
               (code_id, phone, prefix, session_id, code_hmac, created_at, expires_at)
             values ($1, $2, $3, $4, $5, clock_now(), clock_now() + make_interval(secs => $6))`,
      values: [
        id,
        phone,
        phonePrefix(phone),
        sessionId,
        seal(needs.codeKeys[0], { id, phone, code }),
        CODE_SECONDS,
      ],
    })
    return { id, code }
  })
}

/** Two sends or tries for one phone come one after the other. */
async function lockPhone(tx: Queryable, phone: string): Promise<void> {
  await tx.query({
    name: 'code_lock_phone',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 4201))',
    values: [phone],
  })
}

function seal(key: Uint8Array, named: { id: string; phone: string; code: string }): Buffer {
  return createHmac('sha256', key).update([named.id, named.phone, named.code].join('\0')).digest()
}

export type Outcome = 'right' | 'wrong' | 'expired' | 'refused'

/**
 * Uses the code up, or counts a wrong try. `mayUse` is asked once the code is right and before it
 * is used; `refused` leaves it usable.
 */
export async function tryCode(
  needs: CodeNeeds,
  { phone, sessionId, code }: Asking & { code: string },
  mayUse: (tx: Queryable) => Promise<boolean>,
): Promise<Outcome> {
  return needs.database.transaction(async (tx) => {
    await lockPhone(tx, phone)
    const failures = failureCounters(tx, needs.codeKeys)
    await requireNotLocked(await failures.read('wrong code', phone))

    const found = await findCode(tx, { phone, sessionId })
    if (found?.is_expired === true) return 'expired'
    // Without a code there is nothing to guess, so nothing is counted: else whoever knows a phone
    // could close it from afar, and with a thousand calls everybody's.
    if (found === null) return 'wrong'
    if (!isSameCode(needs, found, { phone, code })) {
      await countTry(tx, found.code_id)
      await failures.add('wrong code', phone, DAY_SECONDS)
      await countWrongCode(tx)
      return 'wrong'
    }
    if (!(await mayUse(tx))) return 'refused'
    await tx.query({
      name: 'code_use',
      text: 'update sign_in_codes set used_at = clock_now() where code_id = $1',
      values: [found.code_id],
    })
    await failures.clear('wrong code', phone)
    return 'right'
  })
}

type FoundCode = { code_id: string; code_hmac: Buffer; is_expired: boolean }

async function findCode(tx: Queryable, asking: Asking): Promise<FoundCode | null> {
  const { rows } = await tx.query<FoundCode>({
    name: 'code_find',
    text: `select code_id, code_hmac, expires_at <= clock_now() as is_expired
             from sign_in_codes
            where phone = $1 and session_id = $2 and voided_at is null and used_at is null
            order by created_at desc
            limit 1`,
    values: [asking.phone, asking.sessionId],
  })
  return rows[0] ?? null
}

function isSameCode(
  { codeKeys }: CodeNeeds,
  found: FoundCode,
  { phone, code }: { phone: string; code: string },
): boolean {
  const named = { id: found.code_id, phone, code }
  return codeKeys.some((key) => timingSafeEqual(seal(key, named), found.code_hmac))
}

async function countTry(tx: Queryable, codeId: string): Promise<void> {
  await tx.query({
    name: 'code_count_try',
    text: `update sign_in_codes
              set tries = tries + 1,
                  voided_at = case when tries + 1 >= $2 then clock_now() end
            where code_id = $1`,
    values: [codeId, await triesPerCode(tx)],
  })
}

function requireNotLocked({ failures, secondsLeft }: { failures: number; secondsLeft: number }) {
  if (failures < WRONG_IN_A_ROW_MAX) return
  throw new Rejection('too_many_requests', 'Too many wrong codes. Please contact us on WhatsApp.', {
    retryAfterSeconds: secondsLeft,
  })
}
