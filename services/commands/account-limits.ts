// Limits that customers set on themselves: the most they spend in a month, and pauses in which
// nothing is sold to them; and the exclude list of staff (`exclude-customer.ts`). They stand by the
// keyed hash of the phone: they hold for a guest with that number and outlive the account.
import * as z from 'zod/mini'

import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { RAISE_DAYS } from '../contract/account.ts'
import type { BuyingLimits } from '../contract/account.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { moneyOf } from './price-purchase.ts'
import { openRowBatcher } from './row-batcher.ts'
import type { RowBatcher } from './row-batcher.ts'

export type LimitNeeds = { database: Database; personKeyOf: (phone: string) => string }

const limitRow = z.object({
  person_key: z.string(),
  cap_cents: z.nullable(z.int()),
  next_cap_cents: z.nullable(z.int()),
  next_cap_from: z.nullable(z.date()),
  paused_until: z.nullable(z.date()),
  excluded_by_staff_at: z.nullable(z.date()),
})
export type LimitRow = z.infer<typeof limitRow>

/** The cap that counts now; a change whose day has come is the cap. */
const COLUMNS = `
  person_key,
  case when next_cap_from <= clock_now() then next_cap_cents else monthly_cap_cents end
    as cap_cents,
  case when next_cap_from > clock_now() then next_cap_cents end as next_cap_cents,
  case when next_cap_from > clock_now() then next_cap_from end as next_cap_from,
  case when excluded_until > clock_now() then excluded_until end as paused_until,
  excluded_by_staff_at`

/** Buyers at the same moment share a statement; hardly any of them has a limit. */
export type LimitReads = RowBatcher<string, LimitRow | null>

export const openLimitReads = (database: Queryable): LimitReads =>
  openRowBatcher({ name: 'read buying limits', run: (keys) => readRows(database, keys) })

async function readRows(
  database: Queryable,
  keys: readonly string[],
): Promise<(LimitRow | null)[]> {
  const { rows } = await database.query({
    name: 'buying_limits',
    text: `select ${COLUMNS} from buying_limits where person_key = any($1)`,
    values: [keys],
  })
  const known = new Map(
    rows.map((row) => limitRow.parse(row)).map((row) => [row.person_key, row] as const),
  )
  return keys.map((key) => known.get(key) ?? null)
}

export async function readLimits(
  { database, personKeyOf }: LimitNeeds,
  { personId, phone }: { personId: string; phone: string },
): Promise<BuyingLimits> {
  const [[row], spentCents] = await Promise.all([
    readRows(database, [personKeyOf(phone)]),
    spentThisMonth(database, { phones: [phone], customerId: personId }),
  ])
  const money = (cents: number | null | undefined) => (cents == null ? null : moneyOf(cents))
  const from = row?.next_cap_from ?? null
  return {
    monthlyCap: money(row?.cap_cents),
    next:
      from === null ? null : { monthlyCap: money(row?.next_cap_cents), from: from.toISOString() },
    spentThisMonth: moneyOf(spentCents),
    pausedUntil: row?.paused_until?.toISOString() ?? null,
  }
}

/** What keeps a number from buying; null: nothing does. */
export type Bars = { excludedSince: Date | null; pausedUntil: Date | null }

export async function readBars(
  { database, personKeyOf }: LimitNeeds,
  phone: string,
): Promise<Bars> {
  const [row] = await readRows(database, [personKeyOf(phone)])
  return {
    excludedSince: row?.excluded_by_staff_at ?? null,
    pausedUntil: row?.paused_until ?? null,
  }
}

/** Nothing is sold to this number at present, whether its holder wished it so or the staff. */
export async function isBarred(needs: LimitNeeds, phone: string): Promise<boolean> {
  const { excludedSince, pausedUntil } = await readBars(needs, phone)
  return excludedSince !== null || pausedUntil !== null
}

/** Nor do tickets go to whom staff have excluded. */
export async function requireNotExcluded(needs: LimitNeeds, phone: string): Promise<void> {
  const { excludedSince } = await readBars(needs, phone)
  if (excludedSince !== null) throw excluded()
}

const excluded = () =>
  new Rejection(
    'buying_excluded',
    'Nothing is sold to this number at present. Please contact the shop.',
  )

/** Of the account, as it is now; null: nobody has it any more. */
export async function phoneOfCustomer(
  database: Queryable,
  customerId: string,
): Promise<string | null> {
  const { rows } = await database.query<{ phone: string | null }>({
    name: 'phone_of_customer',
    text: 'select phone from people where person_id = $1',
    values: [customerId],
  })
  return rows[0]?.phone ?? null
}

export type Spender = {
  /** Of the order, and of the account it is placed with. */
  phones: readonly string[]
  customerId: string | null
  totalCents: number
  /** Of an order that is paid or taken up anew: what was to be paid for it does not count twice. */
  orderId?: OrderId
  /** Signed in with the number of the order, and with no other: he is told the amounts. */
  isHimself: boolean
}

/**
 * What a person has forbidden himself is refused, whoever types whichever of his numbers. Answers
 * the cap that he has, null where there is none.
 */
export async function requireMayBuy(
  needs: LimitNeeds & { limitReads: LimitReads },
  spender: Spender,
): Promise<number | null> {
  const { phones } = spender
  const keys = phones.map((phone) => needs.personKeyOf(phone))
  const rows = await Promise.all(keys.map((key) => needs.limitReads.add(key)))
  if (rows.some((row) => (row?.excluded_by_staff_at ?? null) !== null)) throw excluded()
  if (rows.some((row) => (row?.paused_until ?? null) !== null))
    throw new Rejection(
      'buying_paused',
      'Buying is paused for this number. Nothing is sold to it until the pause is over.',
    )
  const caps = rows.flatMap((row) => (row?.cap_cents == null ? [] : [row.cap_cents]))
  if (caps.length === 0) return null
  const capCents = Math.min(...caps)
  await requireUnderCap(needs, { ...spender, capCents })
  return capCents
}

/**
 * Of two purchases at once neither sees the other before its own attempt to pay is written: asked
 * again then, with the order's id, whichever comes second does, and often both do. So whoever is
 * refused then gives way and comes once more (`place-order.ts`).
 */
export async function requireUnderCap(
  { database }: Pick<LimitNeeds, 'database'>,
  { capCents, phones, customerId, orderId, totalCents, isHimself }: Spender & { capCents: number },
): Promise<void> {
  const spentCents = await spentThisMonth(database, {
    phones,
    customerId,
    ...(orderId !== undefined && { orderId }),
  })
  if (spentCents + totalCents > capCents) throw overCap({ capCents, spentCents, isHimself })
}

type Over = { capCents: number; spentCents: number; isHimself: boolean }

/** The amounts are for the person alone: buyers and staff may type anybody's number. */
function overCap({ capCents, spentCents, isHimself }: Over): Rejection {
  if (!isHimself)
    return new Rejection('monthly_cap', 'This is more than the monthly limit set for this number.')
  const [monthlyCap, left] = [moneyOf(capCents), moneyOf(Math.max(0, capCents - spentCents))]
  const words = `You have limited yourself to $${monthlyCap} a month; $${left} are left.`
  return new Rejection('monthly_cap', words, { monthlyCap, left })
}

type Spending = { phones: readonly string[]; customerId: string | null; orderId?: OrderId }

/**
 * Paid or still to be paid, in the present month of Beirut, but for `orderId`. Counted by the
 * attempts to pay, which are written before an order is. Orders of the counter have none; they
 * count once they are listed, which staff are answered after.
 */
async function spentThisMonth(
  database: Queryable,
  { phones, customerId, orderId }: Spending,
): Promise<number> {
  const { rows } = await database.query<{ spent: number }>({
    name: 'spent_this_month',
    text: `
      with mine as (
        select order_id from order_contacts
         where (phone = any($1) or customer_id = $2)
           and order_id is distinct from $3
           and created_at >= date_trunc('month', (select clock_now()) at time zone 'Asia/Beirut')
                             at time zone 'Asia/Beirut'
      )
      select coalesce(sum(amount_cents), 0)::bigint as spent
        from (select coalesce(max(attempt.amount_cents), max(known.total_cents)) as amount_cents
                from mine
                left join payment_attempts as attempt
                  on attempt.order_id = mine.order_id
                 and attempt.state in ('opened', 'started', 'settled', 'attention')
                left join order_status as known on known.order_id = mine.order_id
               where known.status is distinct from 'cancelled'
                 and (attempt.order_id is not null or known.order_type = 'offline')
               group by mine.order_id) as orders`,
    values: [phones, customerId, orderId ?? null],
  })
  return rows[0]?.spent ?? 0
}

/** Lower counts at once; higher, or none, in a week, so that nobody lifts it in a weak hour. */
export async function capSpending(
  { database, personKeyOf }: LimitNeeds,
  { phone, capCents }: { phone: string; capCents: number | null },
): Promise<void> {
  const key = personKeyOf(phone)
  await database.transaction(async (tx) => {
    await lockLimits(tx, key)
    const [row] = await readRows(tx, [key])
    const nowCents = row?.cap_cents ?? null
    const isStricter = capCents !== null && (nowCents === null || capCents <= nowCents)
    const isSame = capCents === nowCents
    await tx.query({
      name: 'buying_limit_cap',
      text: `update buying_limits
                set monthly_cap_cents = $2, next_cap_cents = $3,
                    next_cap_from = case when $4 then clock_now() + make_interval(days => $5) end,
                    changed_at = clock_now()
              where person_key = $1`,
      values: [
        key,
        isStricter ? capCents : nowCents,
        isStricter || isSame ? null : capCents,
        !isStricter && !isSame,
        RAISE_DAYS,
      ],
    })
  })
}

export async function pauseBuying(
  { database, personKeyOf }: LimitNeeds,
  { phone, days }: { phone: string; days: number },
): Promise<void> {
  const key = personKeyOf(phone)
  await database.transaction(async (tx) => {
    await lockLimits(tx, key)
    const { rowCount } = await tx.query({
      name: 'buying_limit_pause',
      text: `update buying_limits
                set excluded_until = clock_now() + make_interval(days => $2),
                    changed_at = clock_now()
              where person_key = $1
                and (excluded_until is null
                     or excluded_until <= clock_now() + make_interval(days => $2))`,
      values: [key, days],
    })
    if (rowCount === 0)
      throw new Rejection('limit_is_stricter', 'A longer pause is running. It cannot be shortened.')
  })
}

/** `subject`: the person, whose number the other one is from now on. */
type Carried = { fromKey: string; toKey: string; subject: string }

/**
 * The limits of a number follow its person to the next number, which may have some already: then
 * the stricter ones count, at any time. A raise that waits stays as far as both rows allow it, and
 * where both wait, until the later day. Of two exclusions the earlier one counts, with what it
 * says; one that is carried along is another one, which is lifted by itself.
 */
export async function carryLimits(
  tx: Queryable,
  { fromKey, toKey, subject }: Carried,
): Promise<void> {
  const [carried] = await readRows(tx, [fromKey])
  if (carried == null) return
  // Always in the same order: two changes at once must not wait for each other.
  for (const key of [fromKey, toKey].toSorted()) await lockLimits(tx, key)
  await tx.query({
    name: 'buying_limits_carry',
    text: `
      with both_rows as (
        select ${COLUMNS}, exclusion_id, excluded_subject, excluded_by, excluded_reason
          from buying_limits
         where person_key in ($1, $2)
      ), stricter as (
        select min(cap_cents) as cap_cents,
               min(case when next_cap_from is null then cap_cents else next_cap_cents end)
                 as later_cents,
               max(next_cap_from) as later_from,
               max(paused_until) as paused_until
          from both_rows
      ), earlier as (
        select excluded_by_staff_at, exclusion_id, excluded_subject, excluded_by, excluded_reason,
               person_key = $1 as is_carried
          from both_rows
         where excluded_by_staff_at is not null
         order by excluded_by_staff_at, person_key = $1
         limit 1
      )
      update buying_limits as own
         set monthly_cap_cents = cap_cents,
             next_cap_cents = case when later_cents is distinct from cap_cents then later_cents end,
             next_cap_from = case when later_cents is distinct from cap_cents then later_from end,
             excluded_until = greatest(own.excluded_until, paused_until),
             excluded_by_staff_at = earlier.excluded_by_staff_at,
             exclusion_id = case when is_carried then $3::uuid else earlier.exclusion_id end,
             excluded_subject = case when is_carried then $4 else earlier.excluded_subject end,
             excluded_by = earlier.excluded_by,
             excluded_reason = earlier.excluded_reason
        from stricter
        left join earlier on true
       where own.person_key = $2`,
    values: [fromKey, toKey, newId<string>(), subject],
  })
}

/** The row is there and ours until the transaction ends. */
async function lockLimits(tx: Queryable, key: string): Promise<void> {
  await tx.query({
    name: 'buying_limit_lock',
    text: `insert into buying_limits (person_key, changed_at) values ($1, clock_now())
           on conflict (person_key) do update set changed_at = clock_now()`,
    values: [key],
  })
}
