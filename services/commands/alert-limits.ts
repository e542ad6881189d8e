// How often a text about a raffle may be asked for (docs/security.md, K9). Whoever is signed in has
// proven his number. Any other number is only typed: a text to it costs money, and belongs perhaps
// to nobody who asked, so it is counted by its range and for everybody as well. Counted from the
// askings themselves, in the transaction that writes the next one and under the lock of its range:
// two requests at once cannot both be the last of a number or of a range.
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import { phonePrefix } from './sign-in-phone.ts'

/** Of one number, whoever asks: beyond it lies a stranger's patience. */
const PER_PHONE_PER_DAY_MAX = 5
const UNPROVEN_PER_PHONE_PER_DAY_MAX = 1
/** A crowd that finds a raffle sold out has hundreds of ranges, one that is pumped has one. */
const UNPROVEN_PER_RANGE_PER_HOUR_MAX = 60
const UNPROVEN_PER_RANGE_PER_DAY_MAX = 200
const UNPROVEN_PER_HOUR_MAX = 1_500
/** What such texts may cost in a day, when whoever pumps stays just below each hour's limit. */
const UNPROVEN_PER_DAY_MAX = 5_000

export type AlertAsking = {
  raffleId: string
  phone: string
  /** Null: nobody has proven that the number is his. */
  personId: string | null
}

type Asked = {
  phone_day: number
  unproven_day: number
  range_hour: number
  range_day: number
  everybody_hour: number
  everybody_day: number
}

const countAsked = `
with lately as (
  select phone,
         person_id is null as is_unproven,
         left(phone, -4) = $2 as is_of_range,
         created_at > (select clock_now()) - interval '1 hour' as is_of_hour
    from raffle_alerts
   where created_at > (select clock_now()) - interval '1 day'
)
select count(*) filter (where phone = $1) as phone_day,
       count(*) filter (where phone = $1 and is_unproven) as unproven_day,
       count(*) filter (where is_unproven and is_of_range and is_of_hour) as range_hour,
       count(*) filter (where is_unproven and is_of_range) as range_day,
       count(*) filter (where is_unproven and is_of_hour) as everybody_hour,
       count(*) filter (where is_unproven) as everybody_day
  from lately`

/** Two askings of one range come one after the other, until the transaction ends. */
export async function lockAlertRange(tx: Queryable, phone: string): Promise<void> {
  await tx.query({
    name: 'alert_lock_range',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 4205))',
    values: [phonePrefix(phone)],
  })
}

/** The same text is on its way already: to ask again costs nothing, so it is never too often. */
export async function isAlertWaiting(
  tx: Queryable,
  { raffleId, phone }: AlertAsking,
): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'alert_waiting',
    text: `select from raffle_alerts
            where raffle_id = $1 and phone = $2 and sent_at is null`,
    values: [raffleId, phone],
  })
  return rows.length > 0
}

/** Throws `too_many_requests`; the caller holds the lock of the range. */
export async function requireMayAsk(
  tx: Queryable,
  { phone, personId }: Pick<AlertAsking, 'phone' | 'personId'>,
): Promise<void> {
  const { rows } = await tx.query<Asked>({
    name: 'alerts_count',
    text: countAsked,
    values: [phone, phonePrefix(phone)],
  })
  const [asked] = rows
  if (asked === undefined) return
  if (asked.phone_day >= PER_PHONE_PER_DAY_MAX) throw enoughForToday()
  if (personId !== null) return
  if (asked.unproven_day >= UNPROVEN_PER_PHONE_PER_DAY_MAX) throw enoughForToday()
  const waitSeconds = secondsToWait(asked)
  if (waitSeconds > 0)
    throw new Rejection(
      'too_many_requests',
      'Too many such texts were asked for. Please sign in to be told, or try again later.',
      { retryAfterSeconds: waitSeconds },
    )
}

function secondsToWait(asked: Asked): number {
  if (asked.range_day >= UNPROVEN_PER_RANGE_PER_DAY_MAX) return 6 * 3_600
  if (asked.range_hour >= UNPROVEN_PER_RANGE_PER_HOUR_MAX) return 1_800
  if (asked.everybody_day >= UNPROVEN_PER_DAY_MAX) return 3_600
  return asked.everybody_hour >= UNPROVEN_PER_HOUR_MAX ? 600 : 0
}

const enoughForToday = () =>
  new Rejection('too_many_requests', 'This number is told of enough raffles for today.', {
    retryAfterSeconds: 24 * 3_600,
  })
