// How many codes may be sent to a phone, to its neighbours and at all (docs/security.md, K8, K9).
// Counted from the codes themselves, in the transaction that writes the next one, so that two
// requests at once cannot both be the last.
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import { phonePrefix } from './sign-in-phone.ts'

export const RESEND_SECONDS = 60
export const CODES_PER_HOUR_MAX = 5
export const CODES_PER_DAY_MAX = 10
const PREFIX_PER_HOUR_MAX = 300
const PREFIX_PER_DAY_MAX = 1_500
const EVERYBODY_PER_HOUR_MAX = 3_000
/** What texts may cost in a day when whoever pumps stays just below each hour's limit. */
const EVERYBODY_PER_DAY_MAX = 15_000
/** A prefix is stopped when of its last 50 codes fewer than one in five was used. */
const USE_SAMPLE = 50
const USE_RATE_MIN = 0.2

type Sent = {
  since_last: number | null
  phone_hour: number
  phone_day: number
  prefix_hour: number
  prefix_day: number
  everybody_hour: number
  everybody_day: number
  sampled: number
  used: number
}

const countSent = `
with mine as (
  select created_at from sign_in_codes
   where phone = $1 and created_at > (select clock_now()) - interval '1 day'
), sample as (
  select used_at from sign_in_codes
   where prefix = $2
     and created_at between (select clock_now()) - interval '1 day'
                        and (select clock_now()) - interval '10 minutes'
   order by created_at desc limit ${USE_SAMPLE}
)
select (select extract(epoch from clock_now() - max(created_at))::float8 from mine) as since_last,
       (select count(*) from mine
         where created_at > (select clock_now()) - interval '1 hour') as phone_hour,
       (select count(*) from mine) as phone_day,
       (select count(*) from sign_in_codes
         where prefix = $2
           and created_at > (select clock_now()) - interval '1 hour') as prefix_hour,
       (select count(*) from sign_in_codes
         where prefix = $2
           and created_at > (select clock_now()) - interval '1 day') as prefix_day,
       (select count(*) from sign_in_codes
         where created_at > (select clock_now()) - interval '1 hour') as everybody_hour,
       (select count(*) from sign_in_codes
         where created_at > (select clock_now()) - interval '1 day') as everybody_day,
       (select count(*) from sample) as sampled,
       (select count(used_at) from sample) as used`

/** Throws `too_many_requests`; the caller holds the phone's lock. */
export async function requireMaySend(tx: Queryable, phone: string): Promise<void> {
  const { rows } = await tx.query<Sent>({
    name: 'codes_count',
    text: countSent,
    values: [phone, phonePrefix(phone)],
  })
  const [sent] = rows
  if (sent === undefined) return
  const waitSeconds = secondsToWait(sent)
  if (waitSeconds > 0)
    throw new Rejection('too_many_requests', waitMessage(waitSeconds), {
      retryAfterSeconds: waitSeconds,
    })
}

function secondsToWait(sent: Sent): number {
  if (sent.since_last !== null && sent.since_last < RESEND_SECONDS)
    return Math.ceil(RESEND_SECONDS - sent.since_last)
  if (sent.phone_day >= CODES_PER_DAY_MAX) return 6 * 3_600
  if (sent.phone_hour >= CODES_PER_HOUR_MAX) return 1_800
  if (sent.prefix_day >= PREFIX_PER_DAY_MAX) return 6 * 3_600
  if (sent.prefix_hour >= PREFIX_PER_HOUR_MAX) return 1_800
  if (sent.everybody_day >= EVERYBODY_PER_DAY_MAX) return 3_600
  if (sent.everybody_hour >= EVERYBODY_PER_HOUR_MAX) return 600
  const isPumped = sent.sampled >= USE_SAMPLE && sent.used / sent.sampled < USE_RATE_MIN
  return isPumped ? 3_600 : 0
}

function waitMessage(seconds: number): string {
  if (seconds <= RESEND_SECONDS) return `Please wait ${seconds} seconds before asking again.`
  return 'Too many codes were asked for. Please try again later or contact us on WhatsApp.'
}

/** Wrong codes of everybody within an hour: from here on guessing is made dearer (K10). */
export const WRONG_PER_HOUR_MAX = 1_000
const TRIES_MAX = 5

/**
 * How many wrong tries a code survives. Under attack it dies with the first one: who guesses on
 * many phones at once needs a text for each guess, while who types his code right still gets in.
 * To close sign-in altogether would hand the attacker a switch.
 */
export async function triesPerCode(tx: Queryable): Promise<number> {
  return (await wrongCodesOfHour(tx)) >= WRONG_PER_HOUR_MAX ? 1 : TRIES_MAX
}

/** Alert at 200 (docs/security.md, K10). */
export async function wrongCodesOfHour(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ failures: number }>({
    name: 'wrong_codes_sum',
    text: `select coalesce(sum(failures), 0)::bigint as failures
             from wrong_codes where at_minute > (select clock_now()) - interval '1 hour'`,
  })
  return rows[0]?.failures ?? 0
}

export async function countWrongCode(tx: Queryable): Promise<void> {
  await tx.query({
    name: 'wrong_codes_add',
    text: `insert into wrong_codes as minute (at_minute, failures)
           values (date_trunc('minute', clock_now()), 1)
           on conflict (at_minute) do update set failures = minute.failures + 1`,
  })
}
