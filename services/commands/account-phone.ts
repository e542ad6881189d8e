// Changing the number of an account: both numbers must prove themselves, so that neither a stolen
// browser nor a mistyped number takes an account away.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { sqlState } from '../io/database.ts'
import { carryLimits } from './account-limits.ts'
import { changeStream } from './change-stream.ts'
import { tryCode } from './sign-in-codes.ts'
import type { Outcome } from './sign-in-codes.ts'
import { sendCode } from './sign-in.ts'
import type { SignInNeeds } from './sign-in.ts'
import type { Language } from './sign-in-texts.ts'

export type PhoneNeeds = SignInNeeds & { personKeyOf: (phone: string) => string }

type Holder = { personId: string; sessionId: string; phone: string }

const UNIQUE_VIOLATION = '23505'

export async function sendPhoneCodes(
  needs: PhoneNeeds,
  { holder, newPhone, language }: { holder: Holder; newPhone: string; language: Language },
): Promise<void> {
  if (newPhone === holder.phone)
    throw new Rejection('invalid_request', 'This is your number already.')
  const { sessionId } = holder
  await sendCode(needs, { phone: newPhone, sessionId, language })
  await sendCode(needs, { phone: holder.phone, sessionId, language })
}

export async function changePhone(
  needs: PhoneNeeds,
  change: { holder: Holder; newPhone: string; currentCode: string; newCode: string },
): Promise<void> {
  const { holder, newPhone } = change
  await requireBothCodes(needs, change)
  await needs.database
    .transaction(async (tx) => {
      await carryLimits(tx, {
        fromKey: needs.personKeyOf(holder.phone),
        toKey: needs.personKeyOf(newPhone),
        subject: `customer/${holder.personId}`,
      })
      await tx.query({
        name: 'account_phone',
        text: `update people set phone = $2, phone_verified_at = clock_now()
                where person_id = $1`,
        values: [holder.personId, newPhone],
      })
    })
    .catch((error: unknown) => {
      // Said only to who has proven the number: nobody learns here which numbers have accounts.
      if (sqlState(error) === UNIQUE_VIOLATION)
        throw new Rejection('phone_taken', 'This number belongs to another account.')
      throw error
    })
  await changeStream(needs.store, {
    streamId: `customer/${holder.personId}`,
    decider: customerDecider,
    actor: `customer:${holder.personId}`,
    commands: (): CustomerCommand[] => [{ type: 'ChangePhone' }],
  })
}

/** A wrong code of the one leaves the code of the other unused. */
async function requireBothCodes(
  needs: PhoneNeeds,
  {
    holder,
    newPhone,
    currentCode,
    newCode,
  }: { holder: Holder; newPhone: string; currentCode: string; newCode: string },
): Promise<void> {
  const { sessionId } = holder
  let current: Outcome = 'wrong'
  const outcome = await tryCode(needs, { phone: newPhone, sessionId, code: newCode }, async () => {
    // Used up by a transaction of its own: not asked again when the one around it starts anew.
    if (current !== 'right')
      current = await tryCode(
        needs,
        { phone: holder.phone, sessionId, code: currentCode },
        async () => true,
      )
    return current === 'right'
  })
  requireRight(outcome === 'refused' ? current : outcome)
}

export function requireRight(outcome: Outcome): void {
  if (outcome === 'right') return
  if (outcome === 'expired')
    throw new Rejection('code_expired', 'This code has expired. Please ask for a new one.')
  throw new Rejection('wrong_code', 'Invalid OTP code')
}
