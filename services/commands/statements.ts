// Settlement statements: imported once for each file, then held against our books whenever somebody
// looks, so that a payment that is settled later leaves the differences by itself.
import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { Rejection } from '#events/kernel/rejection.ts'

import { DIFFERENCES_MAX, differenceKinds } from '../contract/money-desk.ts'
import type { Statement, StatementDetail, StatementDifference } from '../contract/money-desk.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import type { Actor } from './audit.ts'
import { askAgain, isSettled, reopenRefunds } from './open-money.ts'
import { moneyOf } from './price-purchase.ts'
import type { OnlineMethod } from './purchase-rows.ts'
import { actWithRows } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'
import { readStatement } from './statement-csv.ts'
import { lockStatements, markRepeated } from './statement-lines.ts'
import { JUDGED_LINES, VERDICT } from './statement-verdicts.ts'

type Import = { provider: OnlineMethod; fileName: string; text: string; actor: Actor }

type Imported = { statementId: string; isNew: boolean }

export async function importStatement(
  needs: ActNeeds & { database: Database },
  { provider, fileName, text, actor }: Import,
): Promise<Imported> {
  const lines = readStatement(text)
  if (lines.length === 0)
    throw new Rejection('invalid_request', 'The statement has no payment in it.')
  const digest = createHash('sha256').update(`${provider}\n${text}`).digest('hex')
  const statementId = newId<string>()
  return actWithRows(needs, { kind: 'statement_imported', actor }, async (tx, note) => {
    await lockStatements(tx)
    const { rows } = await tx.query<{ firstDay: string; lastDay: string }>({
      name: 'statement_insert',
      text: `
        insert into settlement_statements
          (statement_id, provider, file_name, file_sha256, lines, first_day, last_day,
           imported_by, imported_at)
        select $1, $2, $3, $4, $5, min(day), max(day), $6, clock_now()
          from (select (at at time zone 'Asia/Beirut')::date as day
                  from unnest($7::timestamptz[]) as at) as days
        on conflict (file_sha256) do nothing
        returning first_day::text as "firstDay", last_day::text as "lastDay"`,
      values: [
        statementId,
        provider,
        fileName,
        digest,
        lines.length,
        actor.personId,
        lines.map(({ happenedAt }) => happenedAt),
      ],
    })
    const [days] = rows
    if (days === undefined) return { statementId: await knownStatement(tx, digest), isNew: false }
    await tx.query({
      name: 'statement_lines_insert',
      text: `
        insert into settlement_lines
          (statement_id, line, kind, attempt_ref, provider_ref, amount_cents, fee_cents, currency,
           happened_at, is_open)
        select $1, told.line, told.kind, told.attempt_ref, told."providerRef",
               told."amountCents", told."feeCents", told.currency, told."happenedAt",
               told.kind = 'refund' or not ${isSettled('told')}
          from json_to_recordset($2) as told (
                 line integer, kind text, attempt_ref text, "providerRef" text,
                 "amountCents" bigint, "feeCents" bigint, currency text, "happenedAt" timestamptz
               )`,
      values: [
        statementId,
        JSON.stringify(
          lines.map(({ attemptRef, ...line }) => ({ ...line, attempt_ref: attemptRef })),
        ),
      ],
    })
    await markRepeated(tx, { provider, ...days })
    await reopenRefunds(tx, statementId)
    await askAgain(tx, statementId)
    await note({ provider, fileName, statementId })
    return { statementId, isNew: true }
  })
}

async function knownStatement(tx: Queryable, digest: string): Promise<string> {
  const { rows } = await tx.query<{ statement_id: string }>(
    'select statement_id from settlement_statements where file_sha256 = $1',
    [digest],
  )
  const id = rows[0]?.statement_id
  if (id === undefined) throw new Error('a statement was there and is gone')
  return id
}

const statementRow = z.object({
  statement_id: z.string(),
  provider: z.enum(['whishpay', 'montypay']),
  file_name: z.string(),
  lines: z.int(),
  first_day: z.string(),
  last_day: z.string(),
  imported_at: z.date(),
  name: z.nullable(z.string()),
  repeated: z.int(),
  sums: z.array(
    z.object({ currency: z.string(), sales: z.int(), refunds: z.int(), fees: z.int() }),
  ),
})

/** Newest first. */
export async function listStatements(
  database: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: Statement[]; total: number }> {
  const { rows } = await database.query<{ total: number }>({
    name: 'statements count',
    text: 'select count(*) as total from settlement_statements',
  })
  return {
    data: await readStatements(database, null, { limit, offset }),
    total: rows[0]?.total ?? 0,
  }
}

async function readStatements(
  database: Queryable,
  statementId: string | null,
  { limit, offset } = { limit: 1, offset: 0 },
): Promise<Statement[]> {
  const { rows } = await database.query({
    name: 'statements',
    text: `
      select known.statement_id, known.provider, known.file_name, known.lines,
             known.first_day::text as first_day, known.last_day::text as last_day,
             known.imported_at, coalesce(person.full_name, person.email) as name,
             known.lines - coalesce(told.lines, 0)::integer as repeated,
             coalesce(told.sums, '[]') as sums
        from (select * from settlement_statements
               where $1::uuid is null or statement_id = $1
               order by imported_at desc, statement_id limit $2 offset $3) as known
        left join people as person on person.person_id = known.imported_by
        left join lateral (
          select sum(lines) as lines,
                 json_agg(json_build_object('currency', currency, 'sales', sales,
                            'refunds', refunds, 'fees', fees) order by currency) as sums
            from (select line.currency, count(*) as lines,
                         coalesce(sum(line.amount_cents) filter (where line.kind = 'sale'), 0)
                           as sales,
                         coalesce(sum(line.amount_cents) filter (where line.kind = 'refund'), 0)
                           as refunds,
                         sum(line.fee_cents) as fees
                    from settlement_lines as line
                   where line.statement_id = known.statement_id and not line.is_repeated
                   group by line.currency) as money
        ) as told on true
       order by known.imported_at desc, known.statement_id`,
    values: [statementId, limit, offset],
  })
  return rows.map((row) => onWire(statementRow.parse(row)))
}

function onWire(row: z.infer<typeof statementRow>): Statement {
  const others = row.sums.filter(({ currency }) => currency !== 'USD')
  return {
    id: row.statement_id,
    provider: row.provider,
    fileName: row.file_name,
    lines: row.lines,
    repeated: row.repeated,
    firstDay: row.first_day,
    lastDay: row.last_day,
    ...sumsOnWire(row.sums.find(({ currency }) => currency === 'USD') ?? nothing),
    ...(others.length > 0 && {
      others: others.map((sums) => ({ currency: sums.currency, ...sumsOnWire(sums) })),
    }),
    importedBy: row.name,
    importedAt: row.imported_at.toISOString(),
  }
}

type Sums = { sales: number; refunds: number; fees: number }

const nothing: Sums = { sales: 0, refunds: 0, fees: 0 }

const sumsOnWire = ({ sales, refunds, fees }: Sums) => ({
  sales: moneyOf(sales),
  refunds: moneyOf(refunds),
  fees: moneyOf(fees),
  net: signed(sales - refunds - fees),
})

const signed = (cents: number) => (cents < 0 ? `-${moneyOf(-cents)}` : moneyOf(cents))

const differenceRow = z.object({
  kind: z.enum(differenceKinds),
  attempt_ref: z.nullable(z.string()),
  provider_ref: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  stated: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  ours: z.nullable(z.int()),
  at: z.date(),
})

/** Null: there is no such statement. */
export async function readDifferences(
  database: Queryable,
  statementId: string,
  page = 1,
): Promise<StatementDetail | null> {
  const [statement] = await readStatements(database, statementId)
  if (statement === undefined) return null
  // One row at least, with the counts: each line is judged once.
  const { rows } = await database.query<{ matched: number; different: number; kind: unknown }>({
    name: 'statement_differences',
    text: `
      with told as materialized (${TOLD}), ${MISSING},
           judged as materialized (select * from told union all select * from missing),
           counted as (
             select count(*) filter (where kind = 'matched') as matched,
                    count(*) filter (where kind <> 'matched') as different
               from judged)
      select counted.*, shown.*, orders.reference
        from counted
        left join (select * from judged
                    where kind <> 'matched'
                    order by at, attempt_ref, provider_ref, order_id
                    limit ${DIFFERENCES_MAX} offset $2) as shown on true
        left join lateral (
          select reference from order_status as known
           where known.order_id = shown.order_id limit 1) as orders on true
       order by shown.at, shown.attempt_ref, shown.provider_ref, shown.order_id`,
    values: [statementId, (page - 1) * DIFFERENCES_MAX],
  })
  const { matched = 0, different = 0 } = rows[0] ?? {}
  const differences = rows
    .filter(({ kind }) => kind !== null)
    .map((row) => differenceOf(differenceRow.parse(row)))
  return { statement, matched, differences, differenceCount: different }
}

function differenceOf(row: z.infer<typeof differenceRow>): StatementDifference {
  const money = (cents: number | null) => (cents === null ? null : moneyOf(cents))
  return {
    kind: row.kind,
    attemptRef: row.attempt_ref,
    providerRef: row.provider_ref,
    orderId: row.order_id,
    reference: row.reference,
    stated: money(row.stated),
    ...(row.currency !== null && row.currency !== 'USD' && { currency: row.currency }),
    ours: money(row.ours),
    at: row.at.toISOString(),
  }
}

const TOLD = `
  select ${VERDICT} as kind,
         line.attempt_ref, line.provider_ref,
         coalesce(attempt.order_id, hand.order_id) as order_id, line.amount_cents as stated,
         line.currency,
         case when line.kind = 'sale' then coalesce(attempt.amount_cents, hand.cents) end as ours,
         line.happened_at as at
    ${JUDGED_LINES}`

/**
 * What was paid with us on the statement's days, and stands in none of its provider's: each payment
 * for itself, on the day on which we heard of it. One that came late or twice is no sale, but he
 * has its money for us like any other. The days are read from the trail's indexes by time; which of
 * its order's payments a fact is of, only where one of them may be missing.
 */
const MISSING = `
  paid as materialized (
    select trail.log_id, trail.position, trail.recorded_at, statement.provider,
           substr(trail.subject, length('order/') + 1)::uuid as order_id
      from settlement_statements as statement
      join audit_trail as trail
        on trail.type = 'PaymentConfirmed'
       and trail.recorded_at >= (statement.first_day)::timestamp at time zone 'Asia/Beirut'
       and trail.recorded_at < (statement.last_day + 1)::timestamp at time zone 'Asia/Beirut'
     where statement.statement_id = $1),
  unstated as materialized (
    select paid.*, attempt.attempt_id, attempt.ref, attempt.provider_ref, attempt.amount_cents
      from paid
     cross join lateral (
           select * from payment_attempts as known
            where known.order_id = paid.order_id
              and known.state = 'settled' and known.method = paid.provider
           offset 0) as attempt
     where (select true
              from settlement_lines as line
              join settlement_statements as theirs on theirs.statement_id = line.statement_id
             where line.kind = 'sale' and line.attempt_ref = attempt.ref
               and theirs.provider = paid.provider
             limit 1) is null),
  missing as (
    select 'missing' as kind, unstated.ref, unstated.provider_ref, unstated.order_id,
           null::bigint, null::text, unstated.amount_cents, unstated.recorded_at
      from unstated
      join events as fact using (log_id, position)
     where (fact.payload::json ->> 'attemptId')::uuid = unstated.attempt_id)`
