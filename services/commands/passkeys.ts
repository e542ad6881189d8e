// Passkeys of staff and customers: made once, used to prove who is there. The browser signs random
// bytes of ours that are asked once and forgotten.
import { randomBytes } from 'node:crypto'

import { Rejection } from '#events/kernel/rejection.ts'

import { newId } from '../ids.ts'
import { sqlState } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { CborRefused } from './cbor.ts'
import { changingFactors, factorsOf, requireOneLeft, requireRightCode } from './second-factor.ts'
import type { FactorNeeds, NoteFactor, Removing } from './second-factor.ts'
import { algorithms, checkAssertion, PasskeyRefused, readRegistration } from './webauthn.ts'
import type { Algorithm, Expected } from './webauthn.ts'

export type PasskeyNeeds = FactorNeeds & { publicOrigin: string }

const CHALLENGE_SECONDS = 300
const PASSKEYS_MAX = 20
const UNIQUE_VIOLATION = '23505'

/** What the browser is to sign. One question per session: a newer one replaces it. */
export async function askPasskey(
  needs: PasskeyNeeds,
  { sessionId, personId }: { sessionId: string; personId: string },
) {
  const challenge = randomBytes(32)
  await needs.database.query({
    name: 'challenge_ask',
    text: `insert into staff_challenges (session_id, challenge, expires_at)
           values ($1, $2, clock_now() + make_interval(secs => $3))
           on conflict (session_id) do update
              set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    values: [sessionId, challenge, CHALLENGE_SECONDS],
  })
  const passkeys = await listPasskeys(needs.database, personId)
  return {
    challenge: challenge.toString('base64url'),
    rpId: rpIdOf(needs),
    rpName: needs.shopName,
    algorithms: [...algorithms],
    credentialIds: passkeys.map((passkey) => passkey.credential_id),
    timeoutMs: CHALLENGE_SECONDS * 1_000,
  }
}

const rpIdOf = ({ publicOrigin }: PasskeyNeeds) => new URL(publicOrigin).hostname

/** Gone once it is read, so an answer is heard once. */
async function expectedOf(needs: PasskeyNeeds, sessionId: string): Promise<Expected> {
  const { rows } = await needs.database.query<{ challenge: Buffer; is_live: boolean }>({
    name: 'challenge_take',
    text: `delete from staff_challenges where session_id = $1
        returning challenge, expires_at > clock_now() as is_live`,
    values: [sessionId],
  })
  const [row] = rows
  if (row === undefined || !row.is_live) throw passkeyRefused()
  return { challenge: row.challenge, origin: needs.publicOrigin, rpId: rpIdOf(needs) }
}

const passkeyRefused = (cause?: unknown) =>
  Object.assign(
    new Rejection('passkey_refused', 'This passkey was not accepted. Please try again.'),
    {
      cause,
    },
  )

export type NewPasskey = {
  sessionId: string
  personId: string
  note: NoteFactor
  name: string
  clientDataJson: Uint8Array
  attestationObject: Uint8Array
}

export async function addPasskey(needs: PasskeyNeeds, given: NewPasskey): Promise<void> {
  const { personId, note, name } = given
  const expected = await expectedOf(needs, given.sessionId)
  const key = judged(() => readRegistration(given, expected))
  await changingFactors(needs, personId, async (tx) => {
    const known = await listPasskeys(tx, personId)
    if (known.length >= PASSKEYS_MAX)
      throw new Rejection('not_allowed', `At most ${PASSKEYS_MAX} passkeys. Remove one first.`)
    await insertPasskey(tx, { personId, name, key })
    await note({ act: 'added', kind: 'passkey' })
  })
}

type Inserted = { personId: string; name: string; key: ReturnType<typeof readRegistration> }

async function insertPasskey(tx: Queryable, { personId, name, key }: Inserted): Promise<void> {
  const { credentialId, publicKey, algorithm, signCount } = key
  try {
    await tx.query({
      name: 'passkey_add',
      text: `insert into staff_passkeys (passkey_id, person_id, credential_id, public_key,
                                         algorithm, sign_count, name, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, clock_now())`,
      values: [newId<string>(), personId, credentialId, publicKey, algorithm, signCount, name],
    })
  } catch (error) {
    throw sqlState(error) === UNIQUE_VIOLATION ? passkeyRefused(error) : error
  }
}

export type PasskeyProof = {
  sessionId: string
  personId: string
  credentialId: string
  clientDataJson: Uint8Array
  authenticatorData: Uint8Array
  signature: Uint8Array
}

/** Throws `passkey_refused`; tries count with those of codes. */
export async function proveByPasskey(needs: PasskeyNeeds, given: PasskeyProof): Promise<void> {
  const expected = await expectedOf(needs, given.sessionId)
  await requireRightCode(needs, given.personId, async () => {
    const row = await findPasskey(needs.database, given)
    if (row === null) throw passkeyRefused()
    const key = {
      publicKey: row.public_key,
      algorithm: row.algorithm,
      signCount: row.sign_count,
    }
    const { signCount } = judged(() => checkAssertion(given, expected, key))
    await needs.database.query({
      name: 'passkey_used',
      text: `update staff_passkeys set sign_count = $2, last_used_at = clock_now()
              where passkey_id = $1`,
      values: [row.passkey_id, signCount],
    })
    return true
  })
}

function judged<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    // Also what node:crypto says of bytes that are no key at all.
    const isTheirs =
      error instanceof PasskeyRefused || error instanceof CborRefused || error instanceof TypeError
    throw isTheirs || isCryptoError(error) ? passkeyRefused(error) : error
  }
}

const isCryptoError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^ERR_(OSSL|CRYPTO)/.test(String(error.code))

type FoundPasskey = {
  passkey_id: string
  public_key: Buffer
  algorithm: Algorithm
  sign_count: number
}

async function findPasskey(
  database: Queryable,
  { personId, credentialId }: PasskeyProof,
): Promise<FoundPasskey | null> {
  const { rows } = await database.query<FoundPasskey>({
    name: 'passkey_find',
    text: `select passkey_id, public_key, algorithm, sign_count
             from staff_passkeys
            where person_id = $1 and credential_id = $2`,
    values: [personId, credentialId],
  })
  return rows[0] ?? null
}

export type PasskeyRow = {
  passkey_id: string
  credential_id: string
  name: string
  created_at: Date
  last_used_at: Date | null
}

export async function listPasskeys(database: Queryable, personId: string): Promise<PasskeyRow[]> {
  const { rows } = await database.query<PasskeyRow>({
    name: 'passkeys_list',
    text: `select passkey_id, credential_id, name, created_at, last_used_at
             from staff_passkeys
            where person_id = $1
            order by created_at, passkey_id`,
    values: [personId],
  })
  return rows
}

/** One of them, or with null all. Answers how many went. */
export async function removePasskeys(
  needs: Pick<FactorNeeds, 'database'>,
  { passkeyId, ...removing }: Removing & { passkeyId: string | null },
): Promise<number> {
  const { personId, note } = removing
  return changingFactors(needs, personId, async (tx) => {
    const { hasTotp, passkeys } = await factorsOf(tx, personId)
    const { rowCount } = await tx.query({
      name: 'passkeys_remove',
      text: `delete from staff_passkeys
              where person_id = $1 and ($2::uuid is null or passkey_id = $2::uuid)`,
      values: [personId, passkeyId],
    })
    if (rowCount === 0) return 0
    requireOneLeft(removing, passkeys - rowCount + (hasTotp ? 1 : 0))
    await note({ act: 'removed', kind: 'passkey' })
    return rowCount
  })
}
