// Limits that customers set on themselves: the most they spend in a month, and pauses in which
// nothing is sold to them; and the exclude list of staff (`exclude-customer.ts`). They stand by the
// keyed hash of the phone: they hold for a guest with that number and outlive the account.
import * as z from 'zod/mini'

import { Rejection } from '#events/kernel/rejection.ts'

import { RAISE_DAYS } from '../contract/account.ts'
import type { BuyingLimits } from '../contract/account.ts'
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

export type Spender = {
  /** Of the order, and of the account it is placed with. */
  phones: readonly string[]
  customerId: string | null
  totalCents: number
  /** Whoever is refused is the person himself, signed in: he is told the amounts. */
  isHimself: boolean
}

/** What a person has forbidden himself is refused, whoever types whichever of his numbers. */
export async function requireMayBuy(
  needs: LimitNeeds & { limitReads: LimitReads },
  { phones, customerId, totalCents, isHimself }: Spender,
): Promise<void> {
  const keys = phones.map((phone) => needs.personKeyOf(phone))
  const rows = await Promise.all(keys.map((key) => needs.limitReads.add(key)))
  if (rows.some((row) => (row?.excluded_by_staff_at ?? null) !== null)) throw excluded()
  if (rows.some((row) => (row?.paused_until ?? null) !== null))
    throw new Rejection(
      'buying_paused',
      'Buying is paused for this number. Nothing is sold to it until the pause is over.',
    )
  const caps = rows.flatMap((row) => (row?.cap_cents == null ? [] : [row.cap_cents]))
  if (caps.length === 0) return
  const capCents = Math.min(...caps)
  const spentCents = await spentThisMonth(needs.database, { phones, customerId })
  if (spentCents + totalCents <= capCents) return
  throw overCap({ capCents, spentCents, isHimself })
}

type Over = { capCents: number; spentCents: number; isHimself: boolean }

/** The amounts are for the person alone: guests and staff may type anybody's number. */
function overCap({ capCents, spentCents, isHimself }: Over): Rejection {
  if (!isHimself)
    return new Rejection('monthly_cap', 'This is more than the monthly limit set for this number.')
  const [monthlyCap, left] = [moneyOf(capCents), moneyOf(Math.max(0, capCents - spentCents))]
  const words = `You have limited yourself to $${monthlyCap} a month; $${left} are left.`
  return new Rejection('monthly_cap', words, { monthlyCap, left })
}

/**
 * Paid or still to be paid, in the present month of Beirut. Counted by the attempts to pay, which
 * are written before an order is: of two orders at once the second sees the first. Orders of the
 * counter have none; they count once they are listed, which staff are answered after.
 */
async function spentThisMonth(
  database: Queryable,
  { phones, customerId }: { phones: readonly string[]; customerId: string | null },
): Promise<number> {
  const { rows } = await database.query<{ spent: number }>({
    name: 'spent_this_month',
    text: `
      with mine as (
        select order_id from order_contacts
         where (phone = any($1) or customer_id = $2)
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
    values: [phones, customerId],
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

/** The limits of a number follow its person to the next number; the stricter ones win. */
export async function carryLimits(
  tx: Queryable,
  { fromKey, toKey }: { fromKey: string; toKey: string },
): Promise<void> {
  await tx.query({
    name: 'buying_limits_carry',
    text: `
      insert into buying_limits as own
             (person_key, monthly_cap_cents, next_cap_cents, next_cap_from, excluded_until,
              excluded_by_staff_at, changed_at)
      select $2, monthly_cap_cents, next_cap_cents, next_cap_from, excluded_until,
             excluded_by_staff_at, clock_now()
        from buying_limits where person_key = $1
          on conflict (person_key) do update
         set monthly_cap_cents = least(own.monthly_cap_cents, excluded.monthly_cap_cents),
             next_cap_cents = excluded.next_cap_cents,
             next_cap_from = excluded.next_cap_from,
             excluded_until = greatest(own.excluded_until, excluded.excluded_until),
             excluded_by_staff_at = least(own.excluded_by_staff_at,
                                          excluded.excluded_by_staff_at),
             changed_at = clock_now()`,
    values: [fromKey, toKey],
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
