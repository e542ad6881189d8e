// Raffle logs: `event-store/{raffle-memory,raffle-writer}.ts`, `functions/append_raffle`.
import { listed, refusal, rows, split } from './statement.ts'
import type { Answer, Obeyed, Session, Statements } from './statement.ts'
import { emptyLog } from './statements-logs.ts'
import { where } from './tables.ts'
import type { EventRow, HoldRow, IssueRow, LogRow, ProductRow, RaffleRow, Table } from './tables.ts'

type Line = { log_id: string; order_id: string; order_line_id: string }
type Page = { logId: string; after: string; limit: number }

function linesOf<Row extends Line>(
  table: Table<Row>,
  { logId, after, limit }: Page,
  isWanted: (row: Line) => boolean = () => true,
): Answer {
  const own = [...where(table, (row) => row.log_id === logId && row.order_line_id > after)]
  const sorted = own.toSorted((a, b) => (a.order_line_id < b.order_line_id ? -1 : 1))
  const page = sorted.filter(isWanted).slice(0, limit)
  return rows(page.map(({ order_id, order_line_id }) => ({ order_id, order_line_id })))
}

export const raffleStatements: Statements = {
  load_raffle: ({ tables }, [logId]) => rows([loadedOf({ tables }, logId)]),

  load_raffle_partly: ({ tables }, [logId]) =>
    rows([{ ...loadedOf({ tables }, logId), holds: undefined }]),

  holds_of_lines: ({ tables }, [logId, lines]) =>
    rows([
      {
        batchId: tables.logs.get(logId)?.batchId ?? null,
        holds: heldIn({ tables }, logId, (row) => isIn(lines, row.order_line_id)),
      },
    ]),

  holds_of_others: ({ tables }, [logId, personKeys, now]) => {
    const isAsked = (row: HoldRow) =>
      isIn(personKeys, row.person_key) || row.expires_at.getTime() <= (now as Date).getTime()
    const batchId = tables.logs.get(logId)?.batchId ?? null
    return rows([{ batchId, holds: heldIn({ tables }, logId, isAsked) }])
  },

  look_up_raffle: ({ tables }, [logId, lines, commandIds]) => {
    const issues = (lines as string[]).flatMap((lineId) => {
      const row = tables.issues.get(`${logId} ${lineId}`)
      if (row === undefined) return []
      const { order_id: orderId, product_id: productId, position, first, last } = row
      const { person_key: personKey } = row
      return [{ lineId, orderId, productId, position, first, last, personKey }]
    })
    const commands = (commandIds as string[]).flatMap((commandId) => {
      const row = tables.commands.get(`${logId} ${commandId}`)
      if (row === undefined) return []
      return [{ commandId, version: row.version, facts: row.facts, requestHash: row.request_hash }]
    })
    return rows([{ issues, commands }])
  },

  lines_held_in_raffle: ({ tables }, [logId, after, limit]) =>
    linesOf(tables.holds, { logId, after, limit }),

  lines_sold_in_raffle: ({ tables }, [logId, after, limit]) => {
    const duties = [...(tables.models.get('refund_duties_v1_1')?.values() ?? [])]
    const owed = new Set(duties.map(({ order_id, line_id }) => `${order_id} ${line_id}`))
    const isOpen = (row: Line) => !owed.has(`${row.order_id} ${row.order_line_id}`)
    return linesOf(tables.issues, { logId, after, limit }, isOpen)
  },

  issue_of_line: ({ tables }, [logId, lineId]) => {
    const row = tables.issues.get(`${logId} ${lineId}`)
    return rows(row === undefined ? [] : [row])
  },

  tickets_of_persons: ({ tables }, [logId, personKeys]) =>
    rows(
      [...where(tables.issues, (row) => row.log_id === logId)].flatMap((row) =>
        row.person_key !== null && (personKeys as string[]).includes(row.person_key)
          ? [{ personKey: row.person_key, first: row.first, last: row.last }]
          : [],
      ),
    ),

  raffle_fence: ({ tables, now }, [logId, at]) => {
    const isAhead = (at as Date).getTime() > now.getTime() + 2_000
    return rows([{ batchId: tables.logs.get(logId)?.batchId ?? null, isAhead }])
  },

  sold_out: ({ tables, now }, [logIds, productIds]) =>
    rows(
      (logIds as string[]).flatMap((logId, index) => {
        const raffle = tables.raffles.get(logId)
        const product = tables.products.get(`${logId} ${(productIds as string[])[index]}`)
        if (raffle === undefined || product === undefined) return []
        const isFull =
          raffle.issued + raffle.held >= raffle.cap ||
          product.issued + product.held >= product.tickets_max
        const isOver = (row: HoldRow) => row.log_id === logId && row.expires_at <= now
        const [over] = where(tables.holds, isOver)
        return isFull && over === undefined ? [{ ordinal: index + 1 }] : []
      }),
    ),

  append_raffle: (session, values) => appendRaffle(session, givenBy(values, session.text)),

  holds_of_order: ({ tables }, [orderId]) =>
    rows(
      [...where(tables.holds, ({ order_id }) => order_id === orderId)].toSorted((a, b) =>
        a.log_id < b.log_id ? -1 : 1,
      ),
    ),

  holds_expired: ({ tables, now }) =>
    rows(
      [...where(tables.holds, ({ expires_at }) => expires_at <= now)].toSorted(
        (a, b) => a.expires_at.getTime() - b.expires_at.getTime(),
      ),
    ),
}

const isIn = (list: unknown, value: string) => (list as string[]).includes(value)

const heldIn = (
  { tables }: Pick<Session, 'tables'>,
  logId: string,
  isAsked: (row: HoldRow) => boolean = () => true,
) =>
  [...where(tables.holds, (row) => row.log_id === logId && isAsked(row))].map((hold) => ({
    ...hold,
    expires_at: hold.expires_at.toISOString(),
  }))

function loadedOf({ tables }: Pick<Session, 'tables'>, logId: string) {
  const log = tables.logs.get(logId)
  const events = tables.events.get(logId) ?? []
  const terms = events.filter(({ type }) => type !== 'TicketsIssued')
  const issues = [...where(tables.issues, ({ log_id }) => log_id === logId)]
  return {
    revision: log?.revision ?? null,
    batchId: log?.batchId ?? null,
    head: log?.head ?? null,
    frontier: log?.frontier ?? null,
    state: tables.raffles.get(logId) ?? null,
    products: [...where(tables.products, ({ log_id }) => log_id === logId)],
    holds: heldIn({ tables }, logId),
    terms,
    lastIssued: issues.length === 0 ? null : Math.max(...issues.map(({ last }) => last)),
    lastAt: events.at(-1)?.recorded_at ?? null,
    haltedBy: null,
  }
}

type Rest = {
  batch: string
  after: string | null
  state?: RaffleRow
  products?: Omit<ProductRow, 'log_id'>[]
  holds?: (Omit<HoldRow, 'log_id' | 'expires_at'> & { expires_at: string })[]
  commands?: { command_id: string; version: number; facts: number; request_hash: string }[]
  persons?: { order_line_id: string; person_key: string }[]
}

type Given = {
  logId: string
  revision: number
  head: number
  at: Date
  frontier: Buffer
  facts: Pick<EventRow, 'type' | 'schema_version' | 'payload' | 'meta' | 'leaf'>[]
  issues: IssueRow[]
  dropped: string[]
  rest: Rest
  /** False: a planted bug has it written behind any batch of that revision and head. */
  isFencedByBatch: boolean
}

function givenBy(values: readonly unknown[], text: string): Given {
  // The parameters of `append_raffle`, as `batchStatement` sends them.
  const [logId, revision, head, at, frontier, ...lists] = values as [
    ...[string, number, number, string, Uint8Array],
    ...(string | Buffer | null)[],
  ]
  return {
    logId,
    revision,
    head,
    at: new Date(at),
    frontier: Buffer.from(frontier),
    facts: factsOf(lists.slice(0, 5)),
    issues: issuesOf(logId, lists.slice(5, 15)),
    dropped: listed(lists[15] as string),
    rest: JSON.parse(lists[16] as string) as Rest,
    isFencedByBatch: !text.includes('coalesce'),
  }
}

function factsOf([types, schemas, payloads, metas, leaves]: (string | Buffer | null)[]) {
  const [schemaList, payloadList] = [listed(schemas as string), split(payloads as string)]
  const metaList = split(metas as string)
  return split(types as string).map((type, index) => ({
    type,
    schema_version: Number(schemaList[index]),
    payload: payloadList[index]!,
    meta: metaList[index]!,
    leaf: Buffer.from((leaves as Buffer).subarray(32 * index, 32 * index + 32)),
  }))
}

function issuesOf(logId: string, lists: (string | Buffer | null)[]): IssueRow[] {
  const ids = lists.slice(0, 6).map((list) => listed(list as string))
  const persons = split(lists[6] as string)
  const [orders, holders] = [split(lists[8] as string), split(lists[9] as string)]
  return (ids[0] ?? []).map((line, index) => ({
    log_id: logId,
    order_line_id: line,
    order_id: ids[1]![index]!,
    product_id: ids[2]![index]!,
    position: Number(ids[3]![index]),
    first: Number(ids[4]![index]),
    last: Number(ids[5]![index]),
    person_key: persons[index] === '' ? null : persons[index]!,
    salts: Buffer.from((lists[7] as Buffer).subarray(64 * index, 64 * index + 64)),
    order_text: orders[index]!,
    holder_text: holders[index]!,
  }))
}

function appendRaffle(session: Session, given: Given): Obeyed {
  const { tables, now } = session
  const { logId, revision, head, rest } = given
  const log = tables.logs.get(logId) ?? (revision === 0 ? emptyLog : undefined)
  const isBehind = given.isFencedByBatch ? log?.batchId === rest.after : true
  if (log === undefined || log.revision !== revision || log.head !== head || !isBehind) {
    const isEarly = log !== undefined && log.revision < revision
    return isEarly ? 'later' : rows([{ is_written: false }])
  }
  const lastAt = tables.events.get(logId)?.at(-1)?.recorded_at
  const isNow = Math.abs(given.at.getTime() - now.getTime()) <= 2_000
  const isOfLast = given.at.getTime() === lastAt?.getTime() && given.at > now
  if (!isNow && !isOfLast)
    throw refusal('EV408', 'the batch is stamped with a time that is not now')
  requireNumbers(session, given)
  requireNew(session, given)
  requireRoom(given)
  session.write(() => writeBatch(session, given, log))
  return rows([{ is_written: true }])
}

function requireNumbers({ tables }: Session, { logId, issues, rest }: Given): void {
  let tickets = 0
  for (const [index, { first, last }] of issues.entries()) {
    if (index > 0 && first !== issues[index - 1]!.last + 1) throw outOfOrder()
    tickets += last - first + 1
  }
  const issued = rest.state?.issued ?? 0
  if (issues.length > 0 && issues[0]!.first !== issued - tickets + 1) throw outOfOrder()
  const before = tables.raffles.get(logId)
  if (rest.state !== undefined && before !== undefined && before.issued !== issued - tickets)
    throw refusal('EV500', 'the raffle has not issued what its writer believes')
}

const outOfOrder = () => refusal('EV500', 'ticket numbers do not follow each other')

function requireNew({ tables }: Session, { logId, issues, rest }: Given): void {
  for (const { order_line_id, first } of issues) {
    const isTaken = [...where(tables.issues, (row) => row.log_id === logId && row.first === first)]
    if (tables.issues.get(`${logId} ${order_line_id}`) !== undefined || isTaken.length > 0)
      throw refusal('23505', 'this order line has its tickets')
  }
  for (const { command_id } of rest.commands ?? [])
    if (tables.commands.get(`${logId} ${command_id}`) !== undefined)
      throw refusal('23505', 'this command was obeyed before')
  const issuedNow = new Set(issues.map(({ order_line_id }) => order_line_id))
  for (const { order_line_id } of rest.holds ?? [])
    if (
      issuedNow.has(order_line_id) ||
      tables.issues.get(`${logId} ${order_line_id}`) !== undefined
    )
      throw refusal('EV409', 'a hold for an order line that has its tickets')
}

/** The CHECK constraints of `raffle_state` and `raffle_products`. */
function requireRoom({ rest: { state, products = [] } }: Given): void {
  const isFull = state !== undefined && (state.issued + state.held > state.cap || state.held < 0)
  const isOver = products.some(
    ({ issued, held, tickets_max }) => issued + held > tickets_max || held < 0,
  )
  if (isFull || isOver) throw refusal('23514', 'no room, whatever the writer believed')
}

function writeBatch({ tables, newId }: Session, given: Given, log: LogRow): void {
  const { logId, revision, head, frontier, facts, at, rest } = given
  tables.logs.set(logId, {
    ...log,
    head: head + facts.length,
    revision: revision + 1,
    frontier,
    batchId: rest.batch,
  })
  const events = facts.map((fact, index) => ({
    log_id: logId,
    position: head + index + 1,
    stream_id: logId,
    stream_version: head + index + 1,
    event_id: newId(),
    ...fact,
    recorded_at: at,
  }))
  if (events.length > 0) tables.events.set(logId, [...(tables.events.get(logId) ?? []), ...events])
  writeCounts({ tables }, given)
  for (const issue of given.issues) tables.issues.set(`${logId} ${issue.order_line_id}`, issue)
}

function writeCounts({ tables }: Pick<Session, 'tables'>, { logId, dropped, rest }: Given): void {
  for (const lineId of dropped) tables.holds.delete(`${logId} ${lineId}`)
  for (const hold of rest.holds ?? []) {
    const key = `${logId} ${hold.order_line_id}`
    const expires_at = new Date(hold.expires_at)
    const known = tables.holds.get(key)
    const { person_key } = hold
    tables.holds.set(key, { ...(known ?? { log_id: logId, ...hold }), person_key, expires_at })
  }
  for (const { order_line_id, person_key } of rest.persons ?? []) {
    const key = `${logId} ${order_line_id}`
    const issue = tables.issues.get(key)
    if (issue !== undefined) tables.issues.set(key, { ...issue, person_key })
  }
  if (rest.state !== undefined) tables.raffles.set(logId, rest.state)
  for (const product of rest.products ?? [])
    tables.products.set(`${logId} ${product.product_id}`, { log_id: logId, ...product })
  for (const { command_id, version, facts, request_hash } of rest.commands ?? [])
    tables.commands.set(`${logId} ${command_id}`, {
      stream_id: logId,
      version,
      position: version,
      facts,
      request_hash,
    })
}
