// The second factor of a person, staff or customer: a code app (RFC 6238), passkeys
// (`passkeys.ts`) or, once each, a recovery code (`recovery-codes.ts`). The app's secret lies in
// the database encrypted under a key that does not; a code that was taken is used up, and so are
// all before it. Ten wrong ones close the account's second factor for a quarter of an hour, like
// wrong passwords.
import type { FactorKind } from '#events/kernel/factor-kinds.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Database, Queryable } from '../io/database.ts'
import type { Ring } from '../secrets.ts'
import { failureCounters } from './failure-counters.ts'
import { newRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { open, seal } from './sealed-totp.ts'
import type { FactorKey } from './sealed-totp.ts'
import { keyUri, matchingStep, newSecret, base32 } from './totp.ts'

export type FactorNeeds = {
  database: Database
  /** Outside the database, at least 32 bytes each: blind what failures are counted by. */
  codeKeys: Ring<Uint8Array>
  /** Outside the database. The first seals; all of them open. */
  factorKeys: readonly FactorKey[]
  now: () => Date
  /** What an authenticator app shows above the code. */
  shopName: string
}

export type FactorChange =
  | { act: 'added' | 'removed'; kind: FactorKind }
  | { act: 'made recovery codes' | 'used recovery code' }

/** Writes down as a fact what came, went or was used; whose it is, the caller has said. */
export type NoteFactor = (change: FactorChange) => Promise<void>

export type Factors = { hasTotp: boolean; passkeys: number; recoveryCodesLeft: number }

export async function factorsOf(database: Queryable, personId: string): Promise<Factors> {
  const { rows } = await database.query<{ totp: boolean; passkeys: number; codes: number }>({
    name: 'factors_of',
    text: `select exists (select from staff_totp
                           where person_id = $1 and confirmed_at is not null) as totp,
                  (select count(*) from staff_passkeys where person_id = $1) as passkeys,
                  (select count(*) from staff_recovery_codes
                    where person_id = $1 and used_at is null) as codes`,
    values: [personId],
  })
  const { totp = false, passkeys = 0, codes = 0 } = rows[0] ?? {}
  return { hasTotp: totp, passkeys, recoveryCodesLeft: codes }
}

/** A new secret, which counts only once a code of it was given back. */
export async function beginTotp(
  needs: FactorNeeds,
  { personId, account }: { personId: string; account: string },
): Promise<{ secret: string; uri: string }> {
  const secret = newSecret()
  const [key] = needs.factorKeys
  if (key === undefined) throw new Error('there is no key to seal second factors with')
  const { rowCount } = await needs.database.query({
    name: 'totp_begin',
    text: `insert into staff_totp (person_id, sealed, key_id, created_at)
           values ($1, $2, $3, clock_now())
           on conflict (person_id) do update
              set sealed = excluded.sealed, key_id = excluded.key_id,
                  created_at = excluded.created_at, last_step = 0
            where staff_totp.confirmed_at is null`,
    values: [personId, seal(key.bytes, personId, secret), key.kid],
  })
  if (rowCount === 0)
    throw new Rejection('factor_exists', 'There is a code app already. Remove it first.')
  return { secret: base32(secret), uri: keyUri({ issuer: needs.shopName, account, secret }) }
}

/** The first code shows that the app holds the secret; recovery codes come with it. */
export async function confirmTotp(
  needs: FactorNeeds,
  { personId, code, note }: { personId: string; code: string; note: NoteFactor },
): Promise<{ recoveryCodes: string[] }> {
  const stored = await readTotp(needs, personId)
  if (stored === null || stored.isConfirmed)
    throw new Rejection('not_found', 'There is no code app waiting for its first code.')
  await requireRightCode(needs, personId, () => useStep(needs, { personId, code, stored }))
  await note({ act: 'added', kind: 'totp' })
  await needs.database.query({
    name: 'totp_confirm',
    text: 'update staff_totp set confirmed_at = clock_now() where person_id = $1',
    values: [personId],
  })
  return { recoveryCodes: await newRecoveryCodes(needs, { personId, note }) }
}

/** Throws `wrong_code`, or `too_many_requests` after ten of them. */
export async function proveByCode(
  needs: FactorNeeds,
  { personId, code, note }: { personId: string; code: string; note: NoteFactor },
): Promise<void> {
  const isRecovery = code.replace(/[\s-]/g, '').length > 6
  await requireRightCode(needs, personId, async () => {
    if (isRecovery) return useRecoveryCode(needs, { personId, code, note })
    const stored = await readTotp(needs, personId)
    return stored?.isConfirmed === true && useStep(needs, { personId, code, stored })
  })
}

const FAILURES = { max: 10, seconds: 900 } as const

/** A try stands as a failure until it has proven right, so a thousand at once are a thousand. */
export async function requireRightCode(
  needs: Pick<FactorNeeds, 'database' | 'codeKeys'>,
  personId: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const failures = failureCounters(needs.database, needs.codeKeys)
  if (!(await failures.reserve('wrong factor', personId, FAILURES))) {
    const { secondsLeft } = await failures.read('wrong factor', personId)
    throw new Rejection('too_many_requests', 'Too many failed attempts. Please try again later.', {
      retryAfterSeconds: secondsLeft,
    })
  }
  if (!(await isRight())) throw new Rejection('wrong_code', 'This code is not right.')
  await failures.clear('wrong factor', personId)
}

type StoredTotp = { secret: Buffer; lastStep: number; isConfirmed: boolean }

async function readTotp(needs: FactorNeeds, personId: string): Promise<StoredTotp | null> {
  const { rows } = await needs.database.query<{
    sealed: Buffer
    key_id: string
    last_step: number
    confirmed_at: Date | null
  }>({
    name: 'totp_read',
    text: `select sealed, key_id, last_step, confirmed_at from staff_totp where person_id = $1`,
    values: [personId],
  })
  const [row] = rows
  if (row === undefined) return null
  const key = needs.factorKeys.find(({ kid }) => kid === row.key_id)
  // Its secret was taken out before what lay under it was sealed anew (`sealed-totp.ts`).
  if (key === undefined)
    throw new Rejection(
      'factor_unreadable',
      'Your code app can no longer be checked. Use a passkey or a recovery code, or contact us.',
    )
  return {
    secret: open(key.bytes, personId, row.sealed),
    lastStep: row.last_step,
    isConfirmed: row.confirmed_at !== null,
  }
}

/** Uses the step up in the statement that checks it: two calls with one code are one proof. */
async function useStep(
  needs: FactorNeeds,
  { personId, code, stored }: { personId: string; code: string; stored: StoredTotp },
): Promise<boolean> {
  const step = matchingStep(stored.secret, {
    code: code.replace(/\s/g, ''),
    now: needs.now(),
    lastStep: stored.lastStep,
  })
  if (step === null) return false
  const { rowCount } = await needs.database.query({
    name: 'totp_use_step',
    text: 'update staff_totp set last_step = $2 where person_id = $1 and last_step < $2',
    values: [personId, step],
  })
  return rowCount === 1
}

/**
 * One change of a person's factors at a time, and its fact before its commit: whoever dies in
 * between leaves the factor as it was, and does it again.
 */
export function changingFactors<Result>(
  { database }: Pick<FactorNeeds, 'database'>,
  personId: string,
  act: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.query({
      name: 'factors_lock',
      text: 'select from people where person_id = $1 for no key update',
      values: [personId],
    })
    return act(tx)
  })
}

/** Whose last factor it is cannot take it away, where he needs one. */
export type Removing = { personId: string; note: NoteFactor; keepsOne?: boolean }

export function requireOneLeft({ keepsOne = false }: Removing, left: number): void {
  if (keepsOne && left <= 0)
    throw new Rejection('last_factor', 'Set up another second factor before you remove this one.')
}

/** By the person, or by an owner for who has lost the phone. */
export async function removeTotp(
  needs: Pick<FactorNeeds, 'database'>,
  removing: Removing,
): Promise<boolean> {
  const { personId, note } = removing
  return changingFactors(needs, personId, async (tx) => {
    const { hasTotp, passkeys } = await factorsOf(tx, personId)
    if (hasTotp) {
      requireOneLeft(removing, passkeys)
      await note({ act: 'removed', kind: 'totp' })
    }
    // One that never gave its first code was no second factor.
    await tx.query({
      name: 'totp_remove',
      text: 'delete from staff_totp where person_id = $1',
      values: [personId],
    })
    return hasTotp
  })
}
