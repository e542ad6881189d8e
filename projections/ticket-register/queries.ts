// Read by the entries export, the draw and the proof pages' counters.
import { isPlanted } from '#events/kernel/planted.ts'

import type { Query } from '../sql.ts'

export type RegisterRow = {
  raffleId: string
  /** Ticket numbers, both included. */
  first: number
  last: number
  orderId: string | null
  /** Null for the moment between issue and grant. */
  lineId: string | null
  channel: 'online' | 'manual'
  ticketsPerUnit: number
  issuedAt: Date
  /** Ranges inside `first` to `last` that take no part in the draw. */
  voided: [first: number, last: number][]
  /** Position of `TicketsIssued` in the raffle's log. */
  position: number
}

/** Personal, for the export alone; null once the person was erased. */
export type HolderRow = Pick<RegisterRow, 'first' | 'last' | 'channel' | 'voided'> & {
  reference: string | null
  name: string | null
  phone: string | null
  email: string | null
  /** Since 1970; what is less than a second is left away. */
  issuedAtSeconds: number
}

export type RegisterFilter = {
  raffleId: string
  /** Days in Beirut, `yyyy-MM-dd`, both included. */
  startDate?: string | undefined
  endDate?: string | undefined
}

const voided = `
  (select coalesce(json_agg(json_build_array(
            greatest(voids.first, register.first), least(voids.last, register.last))
            order by voids.first), '[]')
     from ticket_voids as voids
    where voids.raffle_id = register.raffle_id
      and voids.first <= register.last
      and voids.last >= register.first)`

const columns = `
  register.raffle_id, register.first, register.last, register.position, register.order_id,
  entry.line_id, register.channel, register.tickets_per_unit, register.issued_at,
  ${voided} as voided`

const from = `
  from ticket_register as register
  left join raffle_entries as entry
    on entry.raffle_id = register.raffle_id and entry.first = register.first`

const where = `
 where register.raffle_id = $1
   and ($2::date is null
        or register.issued_at >= ($2::date)::timestamp at time zone 'Asia/Beirut')
   and ($3::date is null
        or register.issued_at < ($3::date + 1)::timestamp at time zone 'Asia/Beirut')`

const filterValues = ({ raffleId, startDate, endDate }: RegisterFilter) => [
  raffleId,
  startDate ?? null,
  endDate ?? null,
]

export const registerOf = (filter: RegisterFilter): Query<RegisterRow> => ({
  name: 'register',
  text: `select ${columns} ${from} ${where} order by register.first`,
  values: filterValues(filter),
  parse,
})

/** Undefined while nothing was sold. */
export const lastNumberOf = (raffleId: string): Query<number> => ({
  name: 'register last number',
  text: 'select last from ticket_register where raffle_id = $1 order by first desc limit 1',
  values: [raffleId],
  parse: (row) => row.last as number,
})

/**
 * The ranges that begin above one number and not above another: an export reads page by page.
 * Written for a million of them: the page is cut out first, so that a plan made for any page costs
 * what one page costs; what few raffles have (voids) is looked for only in those; and the page
 * comes as one row of lists, which cost half of as many rows to take apart.
 */
export const registerWithHolders = (
  filter: RegisterFilter & { above: number; upTo: number },
): Query<HolderRow[]> => ({
  name: 'register with holders',
  text: `
  with register as materialized (
    select * from ticket_register as register
    ${where}
       and register.first > $4
       and register.first <= $5
     order by register.first
  )
  select json_agg(first) as first, json_agg(last) as last, json_agg(channel) as channel,
         json_agg(floor(date_part('epoch', issued_at))::bigint) as issued_at,
         json_agg(voided) filter (where (select ${hasVoids})) as voided,
         json_agg(reference) as reference, json_agg(name) as name, json_agg(phone) as phone,
         json_agg(email) as email
    from (
      select register.first, register.last, register.channel, register.issued_at,
             case when (select ${hasVoids}) then ${voided} end as voided,
             orders.reference, contact.name, contact.phone, contact.email
        from register
        left join order_status as orders on orders.order_id = register.order_id
        left join order_contacts as contact on contact.order_id = register.order_id
       order by register.first
    ) as page`,
  values: [
    ...filterValues(filter),
    isPlanted('export_skips_a_row') ? filter.above + 1 : filter.above,
    filter.upTo,
  ],
  parse: holders,
})

const hasVoids = 'exists (select from ticket_voids where raffle_id = $1)'

/** A page without a range has no lists. */
function holders(row: Record<string, unknown>): HolderRow[] {
  const list = <Value>(column: string) => (row[column] ?? []) as Value[]
  const [last, issuedAt] = [list<number>('last'), list<number>('issued_at')]
  const channel = list<'online' | 'manual'>('channel')
  const voidedOf = list<HolderRow['voided'] | null>('voided')
  const [reference, name, phone, email] = ['reference', 'name', 'phone', 'email'].map((column) =>
    list<string | null>(column),
  ) as [Texts, Texts, Texts, Texts]
  return list<number>('first').map((first, index) => ({
    first,
    last: last[index]!,
    channel: channel[index]!,
    issuedAtSeconds: issuedAt[index]!,
    voided: voidedOf[index] ?? [],
    reference: reference[index]!,
    name: name[index]!,
    phone: phone[index]!,
    email: email[index]!,
  }))
}

type Texts = (string | null)[]

/** A range as the log has it, with nothing of whose it is. */
export type RegisterEntry = Pick<HolderRow, 'first' | 'last' | 'channel' | 'issuedAtSeconds'> & {
  reference: string | null
  /** Of the leaf that issued it: the first of a log is 0. */
  leafIndex: number
  /** Hex, as that leaf has it: a hash of holder and salt. */
  holderCommit: string
  voids: {
    first: number
    last: number
    reason: string
    voidedAtSeconds: number
    leafIndex: number
  }[]
}

/** The ranges that begin above one number and not above another; voids as they were recorded. */
export const registerPage = (
  raffleId: string,
  { above, upTo }: { above: number; upTo: number },
): Query<RegisterEntry> => ({
  name: 'register page',
  text: `
  with register as materialized (
    select * from ticket_register
     where raffle_id = $1 and first > $2 and first <= $3
     order by first
  )
  select register.first, register.last, register.channel, orders.reference,
         register.position - 1 as leaf_index,
         floor(date_part('epoch', register.issued_at))::bigint as issued_at,
         (select payload::json -> 'data' ->> 'holderCommit' from events
           where log_id = 'raffle/' || $1::uuid and position = register.position)
           as holder_commit,
         case when (select ${hasVoids}) then (
           select json_agg(json_build_object(
                    'first', voids.first, 'last', voids.last, 'reason', voids.reason,
                    'voidedAtSeconds', floor(date_part('epoch', voids.voided_at))::bigint,
                    'leafIndex', voids.position - 1) order by voids.position)
             from ticket_voids as voids
            where voids.raffle_id = $1
              and voids.first <= register.last
              and voids.last >= register.first) end as voids
    from register
    left join order_status as orders on orders.order_id = register.order_id
   order by register.first`,
  values: [raffleId, above, upTo],
  parse: (row) => ({
    first: row.first as number,
    last: row.last as number,
    channel: row.channel as 'online' | 'manual',
    reference: row.reference as string | null,
    leafIndex: row.leaf_index as number,
    holderCommit: row.holder_commit as string,
    issuedAtSeconds: row.issued_at as number,
    voids: (row.voids as RegisterEntry['voids'] | null) ?? [],
  }),
})

export type TicketRun = { raffleId: string; first: number; last: number }
export type VoidRow = TicketRun & { of: number }

/**
 * What of each run is void, clipped to it; `of` is the run's place in the list. Void ranges of one
 * raffle lie apart: of those that begin before a run, only the nearest can reach into it.
 */
export const voidsAmong = (runs: readonly TicketRun[]): Query<VoidRow> => ({
  name: 'voids among',
  text: `
  select asked.of::integer - 1 as of, asked.raffle_id,
         greatest(voids.first, asked.first) as first, least(voids.last, asked.last) as last
    from unnest($1::uuid[], $2::integer[], $3::integer[])
           with ordinality as asked (raffle_id, first, last, of)
    join ticket_voids as voids
      on voids.raffle_id = asked.raffle_id
     and voids.last >= asked.first
     and voids.first <= asked.last
     and voids.first >= coalesce(
           (select max(before.first)
              from ticket_voids as before
             where before.raffle_id = asked.raffle_id and before.first < asked.first),
           asked.first)
   order by of, first`,
  values: [
    runs.map(({ raffleId }) => raffleId),
    runs.map(({ first }) => first),
    runs.map(({ last }) => last),
  ],
  parse: (row) => ({
    of: row.of as number,
    raffleId: row.raffle_id as string,
    first: row.first as number,
    last: row.last as number,
  }),
})

/** The range that holds one number: whose ticket is it? */
export const registerByNumber = (raffleId: string, number: number): Query<RegisterRow> => ({
  name: 'register by number',
  text: `
  select * from (
    select ${columns}
    ${from}
     where register.raffle_id = $1 and register.first <= $2
     order by register.first desc
     limit 1
  ) as nearest
   where last >= $2`,
  values: [raffleId, number],
  parse,
})

function parse(row: Record<string, unknown>): RegisterRow {
  return {
    raffleId: row.raffle_id as string,
    first: row.first as number,
    last: row.last as number,
    orderId: row.order_id as string | null,
    lineId: row.line_id as string | null,
    channel: row.channel as 'online' | 'manual',
    ticketsPerUnit: row.tickets_per_unit as number,
    issuedAt: row.issued_at as Date,
    voided: row.voided as [number, number][],
    position: row.position as number,
  }
}
