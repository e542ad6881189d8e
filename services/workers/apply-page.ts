// Folds a page into the tables of one build, inside the caller's transaction.
import { logKind, rowKey } from '#projections/projection.ts'
import type {
  Load,
  Part,
  Previous,
  Projection,
  Recorded,
  Row,
  Table,
} from '#projections/projection.ts'
import { copyOf } from '#projections/copy-text.ts'
import { mergeParts, put, select, type Build } from '#projections/sql.ts'

import { sqlState, type Queryable, type Transaction } from '../io/database.ts'
import { inChildSpan } from '../io/tracing.ts'
import type { KeyFilter } from './key-filter.ts'
import { PoisonFact } from './read-page.ts'

export type Target = {
  projection: Projection
  build: Build
  /**
   * Present while a rebuild, the only writer, fills tables that were empty at its start: what it
   * has written, per table. Tables that are written once need no filter, and have no key yet.
   */
  written?: ReadonlyMap<Table, KeyFilter>
}

/** `facts` of one log, ascending. Facts that the projection does not read are passed over. */
export async function applyPage(
  tx: Transaction,
  target: Target,
  facts: readonly Recorded[],
): Promise<void> {
  const { projection } = target
  const wanted = wantedBy(projection, facts)
  const [first] = wanted
  if (first === undefined) return
  await inChildSpan(FOLD, async ({ say }) => {
    say({ 'qura.projection': projection.name, 'qura.facts': wanted.length })
    const loads = folding(first, () => projection.loads?.(wanted) ?? [])
    const known: Known = new Map()
    const previous: Previous = (table, ...key) => known.get(table)?.get(rowKey(key))
    await loadRows(tx, { loads, target, known })
    const more = folding(first, () => projection.loadsMore?.(wanted, previous) ?? [])
    await loadRows(tx, { loads: more, target, known })
    const parts = folding(first, () => mergeParts(projection.fold(wanted, previous)))
    for (const part of parts) await writePart(tx, { part, target, first })
  })
}

const FOLD = { name: 'fold' }

function wantedBy(projection: Projection, facts: readonly Recorded[]): readonly Recorded[] {
  const [first] = facts
  if (first === undefined) return facts
  const types = new Set<string>(projection.reads[logKind(first.logId)])
  return facts.filter(({ event }) => types.has(event.type))
}

type Known = Map<Table, Map<string, Row>>
type Loading = { loads: readonly Load[]; target: Target; known: Known }

async function loadRows(tx: Queryable, { loads, target, known }: Loading): Promise<void> {
  for (const load of loads) {
    const values = worthAsking(load, target)
    if (values.length === 0) continue
    const { rows } = await tx.query<Row>(select({ ...load, values }, target.build))
    const own = known.get(load.table) ?? new Map<string, Row>()
    known.set(load.table, own)
    for (const row of rows) own.set(rowKey(load.table.key.map((column) => row[column])), row)
  }
}

/** Without those that were surely never written. */
function worthAsking({ table, column, values }: Load, { written }: Target): readonly string[] {
  const filter = written?.get(table)
  const isWholeKey = table.key.length === 1 && table.key[0] === column
  return filter === undefined || !isWholeKey ? values : values.filter(filter.has)
}

async function writePart(
  tx: Transaction,
  { part, target, first }: { part: Part; target: Target; first: Recorded },
): Promise<void> {
  const { build, written } = target
  try {
    if (written === undefined) return void (await tx.query(put(part, build)))
    const { added, others } = divide(part, written.get(part.table))
    if (added.length > 0) await tx.copyIn(copyOf({ ...part, rows: added }, build))
    if (others.length > 0) await tx.query(put({ ...part, rows: others }, build))
  } catch (error) {
    throw isDataError(error) ? new PoisonFact(first.position, error) : error
  }
}

/** Rows whose keys are new can be added; the others may meet a row that is there. */
function divide({ table, rows }: Part, filter: KeyFilter | undefined) {
  if (filter === undefined) return { added: rows, others: [] }
  const added: Part['rows'][number][] = []
  const others: Part['rows'][number][] = []
  const width = table.key.length
  for (const row of rows) {
    const key = width === 1 ? String(row[0]) : rowKey(row.slice(0, width))
    if (filter.has(key)) others.push(row)
    else {
      filter.add(key)
      added.push(row)
    }
  }
  return { added, others }
}

/** A pure function that throws was given a fact it cannot take. */
function folding<Result>(first: Recorded, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw new PoisonFact(first.position, error)
  }
}

/** 22: a value does not fit. 23: a constraint refuses it. 42: the table is another one. */
function isDataError(error: unknown): boolean {
  return /^(22|23|42)/.test(sqlState(error) ?? '')
}
