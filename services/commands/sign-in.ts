// A customer signs in or up with a code. The person's row comes first, then the facts: a crash
// between the two is mended at the next sign-in, because the facts are decided from the stream.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import type { Message } from '../providers/messages/port.ts'
import { changeStream } from './change-stream.ts'
import { makeCode, tryCode } from './sign-in-codes.ts'
import type { Asking, CodeNeeds } from './sign-in-codes.ts'
import { codeText } from './sign-in-texts.ts'
import type { Language } from './sign-in-texts.ts'

export type SignInNeeds = CodeNeeds & {
  store: Pick<EventStore, 'append' | 'readStream'>
  /** Hands the text to the gateway; rejects when it is known not to go out. */
  sendMessage: (message: Message) => Promise<unknown>
}

/** The same for a known and an unknown phone, in answer and in time (docs/security.md, K1). */
export async function sendCode(
  needs: SignInNeeds,
  asking: Asking & { language: Language },
): Promise<void> {
  const { id, code } = await makeCode(needs, asking)
  const isMissed = await wasMissed(needs.database, { phone: asking.phone, id })
  await needs.sendMessage({
    to: asking.phone,
    text: codeText(code, asking.language),
    ref: `code:${id}`,
    purpose: 'sign_in_code',
    language: asking.language,
    ...(isMissed && { channel: 'sms' }),
  })
}

/**
 * The code before this one was not used and is asked for again, or the last one over WhatsApp did
 * not arrive: WhatsApp takes texts for phones that it does not reach, and its words are not kept to
 * be sent another way. There is a gateway for SMS in every shop (`config-messages.ts`).
 */
async function wasMissed(
  database: Queryable,
  { phone, id }: { phone: string; id: string },
): Promise<boolean> {
  const { rows } = await database.query<{ is_missed: boolean }>({
    name: 'code_was_missed',
    text: `
      with before as (
        select code_id, used_at, created_at from sign_in_codes
         where phone = $1 and code_id <> $2
         order by created_at desc
         limit $4
      )
      select coalesce((select used_at is null
                              and created_at > clock_now() - make_interval(secs => $3)
                         from before order by created_at desc limit 1), false)
             or coalesce((select text.state = 'failed'
                            from before join messages as text on text.ref = 'code:' || code_id
                           where text.gateway_id like 'whatsapp:%'
                           order by before.created_at desc limit 1), false) as is_missed`,
    values: [phone, id, ASKED_AGAIN_SECONDS, LOOKED_AT_MAX],
  })
  return rows[0]?.is_missed ?? false
}

const ASKED_AGAIN_SECONDS = 600
const LOOKED_AT_MAX = 100

export async function isKnownPhone({ database }: CodeNeeds, phone: string): Promise<boolean> {
  return (await findPerson(database, phone)) !== null
}

export type SignIn = Asking & { code: string; fullName: string | null }

/** Answers the person whose phone the code has proven. */
export async function signInWithCode(needs: SignInNeeds, signIn: SignIn): Promise<string> {
  const { phone, fullName } = signIn
  const outcome = await tryCode(
    needs,
    signIn,
    async (tx) => isNamed(fullName) || (await findPerson(tx, phone)) !== null,
  )
  if (outcome !== 'right') throw refusalOf(outcome)

  const { personId, isDisabled } = await findOrCreatePerson(needs, signIn)
  if (isDisabled) throw new Rejection('not_allowed', 'This account is closed. Please contact us.')
  await recordSignIn(needs, { personId, phone })
  return personId
}

function refusalOf(outcome: 'wrong' | 'expired' | 'refused'): Rejection {
  switch (outcome) {
    case 'wrong':
      return new Rejection('wrong_code', 'Invalid OTP code')
    case 'expired':
      return new Rejection('code_expired', 'This code has expired. Please ask for a new one.')
    case 'refused': {
      const message = 'Please enter your full name'
      return new Rejection('invalid_request', message, { fields: [{ path: 'fullName', message }] })
    }
  }
}

const isNamed = (fullName: string | null): fullName is string =>
  fullName !== null && fullName.trim() !== ''

type FoundPerson = { personId: string; isDisabled: boolean }

async function findPerson(database: Queryable, phone: string): Promise<FoundPerson | null> {
  const { rows } = await database.query<{ person_id: string; is_disabled: boolean }>({
    name: 'person_by_phone',
    text: `select person_id, disabled_at is not null as is_disabled
             from people where phone = $1`,
    values: [phone],
  })
  const [row] = rows
  return row === undefined ? null : { personId: row.person_id, isDisabled: row.is_disabled }
}

/** A name given for a phone that is known is ignored. */
async function findOrCreatePerson(needs: SignInNeeds, signIn: SignIn): Promise<FoundPerson> {
  const { database } = needs
  await database.query({
    name: 'person_sign_up',
    text: `insert into people (person_id, full_name, phone, phone_verified_at, created_at)
           values ($1, $2, $3, clock_now(), clock_now())
           on conflict (phone) do update set phone_verified_at = clock_now()`,
    values: [newId<string>(), signIn.fullName, signIn.phone],
  })
  const person = await findPerson(database, signIn.phone)
  if (person === null) throw new Error('a person was written and is not there')
  return person
}

type Proven = { personId: string; phone: string }

/**
 * Guest orders with the phone that is proven now become the customer's. Their rows are locked until
 * the fact is durable: staff who correct the phone of one of them meanwhile find it claimed.
 */
async function recordSignIn({ store, database }: SignInNeeds, proven: Proven): Promise<void> {
  const found = await unclaimedOrders(database, proven.phone)
  if (found.length === 0) return recordFacts(store, proven, [])
  await database.transaction(async (tx) => {
    await recordFacts(store, proven, await claimOrders(tx, { ...proven, found }))
    // The fact is durable here; without the commit the orders are claimed once more next time.
  })
}

async function recordFacts(
  store: SignInNeeds['store'],
  { personId }: Proven,
  orderIds: readonly OrderId[],
): Promise<void> {
  await changeStream(store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: `customer:${personId}`,
    commands: (customer): CustomerCommand[] => [
      ...(customer.status === 'none'
        ? [{ type: 'RegisterCustomer', via: 'sign_up' } as const]
        : []),
      { type: 'VerifyPhone' },
      { type: 'ClaimOrders', orderIds },
    ],
  })
}

/** Of those found only what still stands by this phone: staff may have corrected it since. */
async function claimOrders(
  tx: Queryable,
  { personId, phone, found }: Proven & { found: readonly OrderId[] },
): Promise<OrderId[]> {
  const { rows } = await tx.query<{ order_id: OrderId }>({
    name: 'orders_claim',
    text: `update order_contacts set customer_id = $1
            where order_id = any($2::uuid[]) and phone = $3 and customer_id is null
           returning order_id`,
    values: [personId, found, phone],
  })
  return rows.map((row) => row.order_id)
}

const CLAIM_DAYS_MAX = 90
const CLAIMED_MAX = 500

async function unclaimedOrders(database: Queryable, phone: string): Promise<OrderId[]> {
  const { rows } = await database.query<{ order_id: OrderId }>({
    name: 'orders_unclaimed',
    text: `select order_id from order_contacts
            where phone = $1 and customer_id is null
              and created_at > (select clock_now()) - make_interval(days => $2)
            order by created_at desc
            limit $3`,
    values: [phone, CLAIM_DAYS_MAX, CLAIMED_MAX],
  })
  return rows.map((row) => row.order_id)
}
