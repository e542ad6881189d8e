// Lines of the audit trail as they are shown: the fact itself, whose it is, and what was noted
// beside it when staff acted.
import { canonicalJson } from '#events/ledger/canonical-json.ts'
import { trailAfter, trailCount, trailPage } from '#projections/audit-trail/queries.ts'
import type { TrailFilter, TrailPlace } from '#projections/audit-trail/queries.ts'
import { beirutDayEnd, beirutDayStart } from '#events/kernel/beirut-day.ts'

import { TRAIL_LINES_MAX } from '../contract/admin-audit.ts'
import type { AuditEntry, AuditFilter, AuditPage, FoundSubject } from '../contract/admin-audit.ts'
import { notesOf } from '../commands/audit.ts'
import { ask, askOne } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { findSubject, nameKey, namesOfAll, partsOf } from './audit-names.ts'
import type { Named } from './audit-names.ts'
import type { Row } from './csv.ts'

export type Found = { filter: TrailFilter; subject: FoundSubject | null; isNobody: boolean }

/** From what was typed to what is asked; `isNobody`: it names nothing, so there is nothing. */
export async function trailFilterOf(database: Queryable, given: AuditFilter): Promise<Found> {
  const times = { from: startOf(given.from), to: endOf(given.to) }
  const actor =
    given.actor === undefined
      ? undefined
      : await findSubject(database, { kind: 'staff', called: given.actor, field: 'actor' })
  const subject =
    given.subject === undefined || given.subject === ''
      ? undefined
      : await findSubject(database, { kind: given.subjectKind ?? 'order', called: given.subject })
  return {
    subject: subject ?? null,
    isNobody: actor === null || subject === null,
    filter: {
      ...times,
      type: given.type,
      ...(actor && { actor: `staff:${actor.id}` }),
      ...(subject && (await streamsOf(database, subject))),
    },
  }
}

/** What an export was asked for, as it is noted: by ids, for what was typed may name a person. */
export function notedOf({ type, from, to }: AuditFilter, { filter, subject, isNobody }: Found) {
  return {
    ...(subject !== null && { about: `${subject.kind}/${subject.id}` }),
    ...(filter.actor !== undefined && { by: filter.actor }),
    ...(isNobody && { isNobody }),
    type,
    from,
    to,
  }
}

/** A customer's orders are his too; what staff did stands beside what was done to them. */
async function streamsOf(database: Queryable, { kind, id }: FoundSubject) {
  if (kind === 'raffle' || kind === 'order') {
    const own = kind === 'raffle' ? [`raffle/${id}`, `raffle-page/${id}`] : [`order/${id}`]
    return { subjects: [...own, ...(await approvalsOf(database, [`${kind}/${id}`]))] }
  }
  if (kind === 'staff') return { subjects: [`staff/${id}`], orActor: `staff:${id}` }
  if (kind !== 'customer') return { subjects: [`${kind}/${id}`] }
  const { rows } = await database.query<{ order_id: string }>({
    name: 'audit_customer_orders',
    text: `select order_id from customer_orders where coalesce(claimed_by, placed_by) = $1`,
    values: [id],
  })
  const own = [`customer/${id}`, ...rows.map(({ order_id }) => `order/${order_id}`)]
  return { subjects: [...own, ...(await approvalsOf(database, own))] }
}

/** Who was asked to agree to what is done to it, and who did. */
async function approvalsOf(database: Queryable, subjects: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ approval_id: string }>({
    name: 'audit_approvals',
    text: 'select approval_id from approvals where subject = any($1)',
    values: [subjects],
  })
  return rows.map(({ approval_id }) => `approval/${approval_id}`)
}

const isDay = (given: string) => given.length === 10

function startOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  return isDay(given) ? beirutDayStart(given) : new Date(given).toISOString()
}

/** The end excluded: of a day, the beginning of the next. */
function endOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  if (!isDay(given)) return new Date(given).toISOString()
  return new Date(Date.parse(beirutDayEnd(given)) + 1).toISOString()
}

export async function readTrailPage(
  database: Queryable,
  given: AuditFilter & { page: number; limit: number },
): Promise<AuditPage> {
  const { filter, subject, isNobody } = await trailFilterOf(database, given)
  const offset = (given.page - 1) * given.limit
  if (isNobody || offset >= TRAIL_LINES_MAX)
    return {
      data: [],
      pagination: { hasMore: false, total: 0 },
      isCapped: false,
      subject,
      isNobody,
    }
  const [places, counted = 0] = await Promise.all([
    ask(database, trailPage({ ...filter, limit: given.limit, offset })),
    askOne(database, trailCount({ ...filter, most: TRAIL_LINES_MAX + 1 })),
  ])
  const total = Math.min(counted, TRAIL_LINES_MAX)
  return {
    data: await entriesOf(database, places),
    pagination: { hasMore: offset + places.length < total, total },
    isCapped: counted > TRAIL_LINES_MAX,
    subject,
    isNobody,
  }
}

type FactRow = {
  log_id: string
  position: number
  stream_id: string
  type: string
  payload: string
  meta: string
  leaf: Buffer | null
  recorded_at: Date
}

export async function entriesOf(
  database: Queryable,
  places: readonly TrailPlace[],
): Promise<AuditEntry[]> {
  if (places.length === 0) return []
  const { rows } = await database.query<FactRow>({
    name: 'audit_facts',
    text: `select fact.log_id, fact.position, fact.stream_id, fact.type, fact.payload, fact.meta,
                  fact.leaf, fact.recorded_at
             from unnest($1::text[], $2::bigint[]) with ordinality as place (log_id, position, n)
             join events as fact using (log_id, position)
            order by place.n`,
    values: [places.map(({ logId }) => logId), places.map(({ position }) => position)],
  })
  const facts = rows.map((row) => ({ row, subject: subjectOf(row), meta: metaOf(row.meta) }))
  const actors = facts.map(({ meta }) => meta.actor.replace(':', '/'))
  const [names, acts] = await Promise.all([
    namesOfAll(database, [...facts.map(({ subject }) => subject), ...actors]),
    actsOf(
      database,
      facts.flatMap(({ meta }) => [meta.commandId, meta.correlationId]),
    ),
  ])
  return facts.map((fact) => entryOf(fact, names, acts))
}

/** As the trail has it: what staff did to something without changing it is about that. */
function subjectOf({ type, payload, stream_id: streamId }: FactRow): string {
  if (type !== 'StaffActed') return streamId
  const { subject } = JSON.parse(payload) as { subject: string }
  return subject === '-' ? streamId : subject
}

type FactMeta = { actor: string; commandId: string; correlationId: string }

/** `encodeMeta` wrote it. */
const metaOf = (text: string): FactMeta => ({
  actor: '',
  commandId: '',
  correlationId: '',
  ...(JSON.parse(text) as Partial<FactMeta>),
})

type Act = {
  command_id: string
  actor_id: string
  address: string | null
  act: string
  details: Record<string, unknown>
}
type ActOf = ReturnType<typeof notesOf<Act>>

async function actsOf(database: Queryable, commandIds: readonly string[]): Promise<ActOf> {
  const ids = [...new Set(commandIds)].filter((id) => id.length === 36)
  const { rows } = await database.query<Act>({
    name: 'audit_acts',
    text: `select command_id, actor_id, address, act, details from audit_details
            where command_id = any($1::uuid[])
            order by created_at, audit_id`,
    values: [ids],
  })
  return notesOf(rows)
}

function entryOf(
  { row, subject: stream, meta }: { row: FactRow; subject: string; meta: FactMeta },
  names: ReadonlyMap<string, Named>,
  actOf: ActOf,
): AuditEntry {
  const subject = partsOf(stream)
  const payload = JSON.parse(row.payload) as Record<string, unknown>
  const act = actOf(meta.commandId, meta.actor) ?? actOf(meta.correlationId, meta.actor)
  return {
    logId: row.log_id,
    position: row.position,
    at: row.recorded_at.toISOString(),
    type: row.type,
    subject: {
      kind: subject.kind === 'raffle-page' ? 'raffle' : subject.kind,
      id: subject.id,
      name: names.get(nameKey(subject))?.name ?? null,
    },
    actor: actorOf(meta.actor, names),
    address: act?.address ?? null,
    details: act === undefined ? null : { act: act.act, ...act.details },
    // A leaf's payload is the whole entry, whose `data` is the fact's.
    data: row.leaf === null ? payload : (payload.data as Record<string, unknown>),
    leaf: row.leaf?.toString('hex') ?? null,
  }
}

function actorOf(actor: string, names: ReadonlyMap<string, Named>): AuditEntry['actor'] {
  const at = actor.indexOf(':')
  const [kind, id] = [actor.slice(0, at), actor.slice(at + 1)]
  if (kind !== 'staff' && kind !== 'customer' && kind !== 'guest')
    return { kind: 'system', id: null, name: id === '' ? null : id, role: null }
  const named = names.get(`person/${id}`)
  const role = kind === 'staff' ? (named?.role ?? null) : null
  return { kind, id: kind === 'guest' ? null : id, name: named?.name ?? null, role }
}

const EXPORT_PAGE = 1_000

export const auditHeader = [
  'Time (Beirut)',
  'Time (UTC)',
  'Event',
  'Subject',
  'Subject id',
  'Subject name',
  'Actor',
  'Actor id',
  'Actor name',
  'Role',
  'Address',
  'Act',
  'Facts',
  'Notes',
  'Log',
  'Position',
  'Leaf',
] as const

/** Every line that fits, in pages: nothing is held but the page under way. */
export async function* trailRows(
  database: Queryable,
  { filter, isNobody }: Found,
): AsyncGenerator<readonly Row[]> {
  let last: TrailPlace | null = null
  while (!isNobody) {
    const places: TrailPlace[] = await ask(
      database,
      trailAfter({ ...filter, last, limit: EXPORT_PAGE }),
    )
    last = places.at(-1) ?? null
    if (last === null) return
    yield (await entriesOf(database, places)).map(rowOf)
  }
}

const beirut = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Beirut',
  dateStyle: 'short',
  timeStyle: 'medium',
})

function rowOf(entry: AuditEntry): Row {
  const { act = null, ...notes } = entry.details ?? {}
  return [
    beirut.format(new Date(entry.at)),
    entry.at,
    entry.type,
    entry.subject.kind,
    entry.subject.id,
    entry.subject.name,
    entry.actor.kind,
    entry.actor.id,
    entry.actor.name,
    entry.actor.role,
    entry.address,
    typeof act === 'string' ? act : null,
    canonicalJson(entry.data),
    entry.details === null ? null : JSON.stringify(notes),
    entry.logId,
    entry.position,
    entry.leaf,
  ]
}
