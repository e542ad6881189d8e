// Who of the staff signed in, or tried to, from where and with what: kept for a year, shown to the
// person and to owners. A try on an e-mail nobody has writes no row, by the same statement, so that
// its time tells nothing (docs/security.md, K19).
import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'

export const signInOutcomes = [
  'signed_in',
  'wrong_password',
  'closed',
  'proven',
  'wrong_proof',
] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

export type SeenAt = { address: string; device: string }

export async function noteSignIn(
  database: Queryable,
  {
    who,
    outcome,
    seen,
    sessionId = null,
  }: {
    who: { email: string } | { personId: string }
    outcome: SignInOutcome
    seen: SeenAt
    sessionId?: string | null
  },
): Promise<void> {
  const byEmail = 'email' in who
  await database.query({
    name: byEmail ? 'sign_in_note_email' : 'sign_in_note',
    text: `insert into staff_sign_ins
             (sign_in_id, person_id, session_id, outcome, address, device, at)
           select $2, person_id, $3, $4, $5, $6, clock_now()
             from people
            where ${byEmail ? 'lower(email) = $1' : 'person_id = $1'} and role is not null`,
    values: [
      byEmail ? who.email.trim().toLowerCase() : who.personId,
      newId<string>(),
      sessionId,
      outcome,
      seen.address.slice(0, 100),
      seen.device.slice(0, 200),
    ],
  })
}
