// The auditor's working paper: a sample of tickets that anybody who has the seed can draw again,
// each walked to its order, payment and leaf, with the auditor's notes. The numbers follow from the
// seed, the raffle and the tree it was drawn from; nothing of it can be chosen afterwards.
import { createHash, randomBytes } from 'node:crypto'

import type { RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { ticketRegister } from '#projections/ticket-register/projection.ts'

import type { NotePaper, Paper } from '../contract/admin-audit.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { conflictWith } from './audit.ts'
import type { Actor } from './audit.ts'
import { readModelsCaughtUp } from './read-models-caught-up.ts'
import { actWithRows } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'
import { readTree, walkTicket } from './ticket-walk.ts'
import type { RaffleTree, WalkViewer } from './ticket-walk.ts'

export type PaperRow = {
  paper_id: string
  raffle_id: RaffleId
  raffle_name: string | null
  seed: string
  tree_size: number
  tickets_issued: number
  numbers: number[]
  notes: Record<string, string>
  conclusion: string
  made_by_name: string | null
  made_at: Date
  changed_at: Date
}

const columns = `
  paper.paper_id, paper.raffle_id, page.words ->> 'name' as raffle_name, paper.seed,
  paper.tree_size, paper.tickets_issued, paper.numbers, paper.notes, paper.conclusion,
  coalesce(person.full_name, person.email) as made_by_name, paper.made_at,
  paper.changed_at`

const from = `
  from audit_papers as paper
  left join raffle_board_page as page using (raffle_id)
  left join people as person on person.person_id = paper.made_by`

/**
 * SHA-256 over seed, raffle, tree and a counter, 48 bits of it each, those refused that would make
 * some numbers likelier than others. A number comes once. Ascending.
 */
export function sampleNumbers({
  seed,
  raffleId,
  treeSize,
  issued,
  tickets,
}: {
  seed: string
  raffleId: string
  treeSize: number
  issued: number
  tickets: number
}): number[] {
  const wanted = Math.min(tickets, issued)
  const fair = RANGE - (RANGE % issued)
  const numbers = new Set<number>()
  for (let counter = 0; numbers.size < wanted; counter++) {
    const text = ['qura audit sample', seed, raffleId, treeSize, counter].join('\n')
    const value = createHash('sha256').update(text).digest().readUIntBE(0, 6)
    if (value < fair) numbers.add((value % issued) + 1)
  }
  return [...numbers].toSorted((a, b) => a - b)
}

const RANGE = 2 ** 48

type PaperNeeds = ActNeeds & { database: Database }

export async function makePaper(
  needs: PaperNeeds,
  wanted: { raffleId: RaffleId; tickets: number; seed?: string | undefined; actor: Actor },
): Promise<string> {
  const { raffleId, tickets, actor } = wanted
  const { database } = needs
  const seed = wanted.seed ?? randomBytes(12).toString('hex')
  const { treeSize, issued } = await readIssued(database, raffleId)
  if (issued === 0) throw new Rejection('no_tickets', 'This raffle has issued no ticket yet')
  await requireRegister(database, { raffleId, size: treeSize })
  const paperId = newId<string>()
  const numbers = sampleNumbers({ seed, raffleId, treeSize, issued, tickets })
  const act = { kind: 'sample_drawn', subject: `raffle/${raffleId}`, actor } as const
  await actWithRows(needs, act, async (tx, note) => {
    await tx.query({
      name: 'paper_make',
      text: `insert into audit_papers (paper_id, raffle_id, seed, tree_size, tickets_issued,
                                     numbers, notes, conclusion, made_by, made_at, changed_at)
           values ($1, $2, $3, $4, $5, $6, '{}', '', $7, clock_now(), clock_now())`,
      values: [paperId, raffleId, seed, treeSize, issued, numbers, actor.personId],
    })
    await note({ paperId, seed, treeSize, tickets: numbers.length })
  })
  return paperId
}

/** From what is written with the facts, at one moment: as many as this very tree has issued. */
async function readIssued(database: Queryable, raffleId: RaffleId) {
  const { rows } = await database.query<{ head: number; issued: number | null }>({
    name: 'paper_issued',
    text: `select logs.head,
                  (select issue.last from issues as issue
                    where issue.log_id = logs.log_id
                    order by issue.first desc limit 1) as issued
             from logs where log_id = 'raffle/' || $1::uuid`,
    values: [raffleId],
  })
  const [row] = rows
  if (row === undefined) throw new Rejection('not_found', 'There is no such raffle')
  return { treeSize: row.head, issued: row.issued ?? 0 }
}

/** A projector that is further behind is not waited for: whoever asks comes again. */
const REGISTER_WITHIN_MS = 4_000

/** Tickets are walked in the register, which may know less than the tree they were drawn from. */
async function requireRegister(
  database: Queryable,
  { raffleId, size }: Pick<RaffleTree, 'raffleId' | 'size'>,
): Promise<void> {
  const isThere = await readModelsCaughtUp(database, {
    projections: [ticketRegister.name],
    upTo: { logId: `raffle/${raffleId}`, position: size },
    timeoutMs: REGISTER_WITHIN_MS,
  })
  if (!isThere)
    throw new Rejection('busy', 'The newest tickets are still being read. Please try again.', {
      retryAfterSeconds: 5,
    })
}

export async function listPapers(
  database: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PaperRow[]; total: number }> {
  const { rows } = await database.query<PaperRow>({
    name: 'papers_list',
    text: `select ${columns} ${from} order by paper.made_at desc, paper.paper_id
            limit $1 offset $2`,
    values: [limit, offset],
  })
  const counted = await database.query<{ n: number }>('select count(*) as n from audit_papers')
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export async function readPaper(database: Queryable, paperId: string): Promise<PaperRow | null> {
  const { rows } = await database.query<PaperRow>({
    name: 'paper_read',
    text: `select ${columns} ${from} where paper.paper_id = $1`,
    values: [paperId],
  })
  return rows[0] ?? null
}

export const paperHead = (row: PaperRow) => ({
  id: row.paper_id,
  raffleId: row.raffle_id,
  raffleName: row.raffle_name,
  seed: row.seed,
  treeSize: row.tree_size,
  ticketsIssued: row.tickets_issued,
  madeBy: row.made_by_name,
  madeAt: row.made_at.toISOString(),
  tickets: row.numbers.length,
})

/**
 * Walked anew at each reading, in the tree the sample was drawn from. A ticket that was issued and
 * is not in the register is what an auditor looks for: it is shown as that.
 */
export async function wholePaper(
  database: Queryable,
  row: PaperRow,
  viewer: WalkViewer,
): Promise<Paper> {
  const tree = await readTree(database, row.raffle_id, row.tree_size)
  const walks: Paper['walks'] = []
  const notInRegister: Paper['notInRegister'] = []
  if (tree !== null) {
    await requireRegister(database, tree)
    for (const number of row.numbers) {
      const walk = await walkTicket(database, tree, { number, ...viewer })
      const ticket = ticketOf(number)
      const note = row.notes[ticket] ?? ''
      if (walk === null) notInRegister.push({ number: ticket, note })
      else walks.push({ walk, note })
    }
  }
  const { conclusion } = row
  return { ...paperHead(row), walks, notInRegister, conclusion, version: paperVersion(row) }
}

const ticketOf = (number: number) => String(number).padStart(6, '0')

/** When it was last changed, in milliseconds: each change moves it on by one at least. */
export const paperVersion = ({ changed_at: at }: PaperRow) => String(at.getTime())

type Noting = {
  paper: PaperRow
  noted: NotePaper
  actor: Actor
  /** Of the paper that was read; left out: whatever stands there now. */
  ifVersion: string | undefined
}

/**
 * Only tickets of the sample have notes. What an auditor has written is never lost to another's
 * save: a newer version is refused, and the act says what stood there before.
 */
export async function notePaper(
  needs: PaperNeeds,
  { paper, noted, actor, ifVersion }: Noting,
): Promise<void> {
  const version = paperVersion(paper)
  if (ifVersion !== undefined && ifVersion !== version)
    throw await paperConflict(needs, paper.paper_id)
  const known = new Set(paper.numbers.map(ticketOf))
  const notes = Object.fromEntries(
    Object.entries(noted.notes).filter(([number, note]) => known.has(number) && note !== ''),
  )
  const changed = changedWords(
    { ...paper.notes, conclusion: paper.conclusion },
    { ...notes, conclusion: noted.conclusion },
  )
  if (changed === null) return
  const act = { kind: 'paper_noted', subject: `raffle/${paper.raffle_id}`, actor } as const
  await actWithRows(needs, act, async (tx, note) => {
    const { rowCount } = await tx.query({
      name: 'paper_note',
      text: `update audit_papers
              set notes = $2, conclusion = $3, changed_by = $5,
                  changed_at = greatest(clock_now(), changed_at + interval '1 millisecond')
            where paper_id = $1 and date_trunc('milliseconds', changed_at) = $4`,
      values: [
        paper.paper_id,
        JSON.stringify(notes),
        noted.conclusion,
        paper.changed_at,
        actor.personId,
      ],
    })
    if (rowCount === 0) throw await paperConflict(needs, paper.paper_id)
    await note({ paperId: paper.paper_id, ...changed })
  })
}

type Words = Readonly<Record<string, string>>

/** By ticket number, and the conclusion: those that differ, before and after. Null: none does. */
function changedWords(before: Words, after: Words): { before: Words; after: Words } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => (before[name] ?? '') !== (after[name] ?? ''),
  )
  if (names.length === 0) return null
  const ofThem = (words: Words) =>
    Object.fromEntries(names.map((name) => [name, words[name] ?? '']))
  return { before: ofThem(before), after: ofThem(after) }
}

async function paperConflict({ database }: ActNeeds, paperId: string): Promise<Rejection> {
  const { rows } = await database.query<{ name: string | null }>({
    name: 'paper_changed_by',
    text: `select coalesce(person.full_name, person.email) as name
             from audit_papers as paper
             join people as person
               on person.person_id = coalesce(paper.changed_by, paper.made_by)
            where paper.paper_id = $1`,
    values: [paperId],
  })
  return conflictWith(rows[0]?.name)
}
