// Read by the staff's audit trail and its export. Each set of conditions is a statement of its own,
// so that each has the index it wants.
import type { Query } from '../sql.ts'

export type TrailFilter = {
  /** Streams, any of them: `order/<id>`. */
  subjects?: readonly string[] | undefined
  /** Beside the subjects: what this person did. */
  orActor?: string | undefined
  /** `staff:<id>`: only what this member of staff did. */
  actor?: string | undefined
  type?: string | undefined
  /** Instants, the end excluded. */
  from?: string | undefined
  to?: string | undefined
}

export type TrailPlace = { logId: string; position: number; recordedAt: Date }

export const trailPage = (
  filter: TrailFilter & { limit: number; offset: number },
): Query<TrailPlace> => {
  const { subjects, orActor, ...others } = filter
  const isEither = subjects !== undefined && orActor !== undefined
  const values: unknown[] = []
  const own = conditions({ ...others, subjects, ...(!isEither && { orActor }) }, values)
  // What he did is beside what was done to him: the newest of each, and one that is both is one.
  const acts = isEither ? conditions({ ...others, orActor }, values) : null
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`]
  const newestOf = (where: string) => `
    select log_id, position, recorded_at
      from audit_trail ${where}
     order by recorded_at desc, log_id, position desc
     limit ${limit}::bigint + ${offset}::bigint`
  // Of each stream by itself the newest, in the order of its index: a raffle has many facts.
  const ofSubjects = `
    select newest.*
      from unnest($1::text[]) as stream
     cross join lateral (${newestOf(
       own.where.replace('subject = any($1::text[])', 'subject = stream'),
     )}) as newest`
  const from = subjects === undefined ? `audit_trail ${own.where}` : `(${ofSubjects}) as told`
  const both =
    acts &&
    `(${ofSubjects}
    union (${newestOf(acts.where)})) as told`
  return {
    name: `trail page ${own.shape}${acts === null ? '' : ' or acts'}`,
    text: `select log_id, position, recorded_at
  from ${both ?? from}
 order by recorded_at desc, log_id, position desc
 limit ${limit} offset ${offset}`,
    values: [...values, filter.limit, filter.offset],
    parse,
  }
}

/** Counts to `most` and no further: an exact total of a million lines helps nobody. */
export const trailCount = (filter: TrailFilter & { most: number }): Query<number> => {
  const { where, values, shape } = conditions(filter)
  return {
    name: `trail count ${shape}`,
    text: `select count(*) as count from (
  select from audit_trail ${where} limit $${values.length + 1}) as counted`,
    values: [...values, filter.most],
    parse: (row) => row.count as number,
  }
}

/** The lines after `last` in the order of the trail: an export reads page by page. */
export const trailAfter = (
  filter: TrailFilter & { last: TrailPlace | null; limit: number },
): Query<TrailPlace> => {
  const { where, values, shape } = conditions(filter)
  const n = values.length
  const after = `(recorded_at < $${n + 1}::timestamptz or (recorded_at = $${n + 1}::timestamptz
      and (log_id > $${n + 2} or (log_id = $${n + 2} and position < $${n + 3}::bigint))))`
  const { last } = filter
  return {
    name: `trail after ${shape}`,
    text: `select log_id, position, recorded_at
  from audit_trail ${where === '' ? 'where' : `${where} and`}
       ($${n + 1}::timestamptz is null
        or (recorded_at <= $${n + 1}::timestamptz and ${after}))
 order by recorded_at desc, log_id, position desc
 limit $${n + 4}`,
    values: [
      ...values,
      last?.recordedAt.toISOString() ?? null,
      last?.logId ?? null,
      last?.position ?? null,
      filter.limit,
    ],
    parse,
  }
}

/** With subjects and `orActor` either of them, with one of them that one. */
function conditions(
  { subjects, orActor, actor, type, from, to }: TrailFilter,
  values: unknown[] = [],
) {
  const value = (given: unknown) => `$${values.push(given)}`
  const all = [
    either(
      subjects !== undefined && `subject = any(${value(subjects)}::text[])`,
      orActor !== undefined && `(actor = ${value(orActor)} and actor like 'staff:%')`,
    ),
    // Said twice for the index of what staff did.
    actor !== undefined && `actor = ${value(actor)} and actor like 'staff:%'`,
    type !== undefined && `type = ${value(type)}`,
    from !== undefined && `recorded_at >= ${value(from)}::timestamptz`,
    to !== undefined && `recorded_at < ${value(to)}::timestamptz`,
  ]
  const stated = all.filter((one) => one !== false)
  const shape = [...all, orActor !== undefined].map((one) => (one === false ? '-' : 'x')).join('')
  return { where: stated.length === 0 ? '' : `where ${stated.join(' and ')}`, values, shape }
}

function either(one: string | false, other: string | false): string | false {
  return one !== false && other !== false ? `(${one}\n        or ${other})` : one || other
}

export type RaffleChange = {
  recordedAt: Date
  /** Of `RaffleAmended`, or `extended`. */
  field: string
  /** As its leaf says it; of an extension the new end. */
  value: string
  cause: string
}

/** What was changed of a raffle since it was published, the newest first. */
export const raffleChanges = (raffleId: string): Query<RaffleChange> => ({
  name: 'raffle changes',
  text: `select changed.recorded_at,
       coalesce(leaf.data ->> 'field', 'extended') as field,
       coalesce(leaf.data ->> 'value', leaf.data ->> 'closesAt') as value,
       leaf.data ->> 'cause' as cause
  from unnest(array['RaffleAmended', 'RaffleExtended']) as kind
 cross join lateral (
       select log_id, position, recorded_at
         from audit_trail
        where type = kind and subject = $1
        order by recorded_at desc, log_id, position desc
        limit 100) as changed
  join events on events.log_id = changed.log_id and events.position = changed.position
 cross join lateral (select events.payload::json -> 'data' as data) as leaf
 order by changed.recorded_at desc, changed.position desc`,
  values: [`raffle/${raffleId}`],
  parse: (row) => ({
    recordedAt: row.recorded_at as Date,
    field: row.field as string,
    value: row.value as string,
    cause: row.cause as string,
  }),
})

const parse = (row: Record<string, unknown>): TrailPlace => ({
  logId: row.log_id as string,
  position: row.position as number,
  recordedAt: row.recorded_at as Date,
})
