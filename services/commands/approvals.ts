// The two-person rule (docs/security.md, K21). Who is about to do one of these acts is refused
// until a second person has agreed to exactly that act; then the same call, made again, is let
// through once. The agreement is used up just before the act is recorded: whatever refuses the act
// before then leaves it as it was. What is asked and agreed are facts of `approval/<id>`; the table
// is the list to work from, and follows the facts wherever a process has died between the two.
import { createHash } from 'node:crypto'

import { approvalDecider } from '#events/approval/decide.ts'
import type { ApprovalCommand } from '#events/approval/decide.ts'
import type { ApprovalEvent, ApprovalKind } from '#events/approval/events.ts'
import type { Approval } from '#events/approval/evolve.ts'
import { fold } from '#events/kernel/decider.ts'
import type { CommandId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { canonicalJson } from '#events/ledger/canonical-json.ts'
import { approverRoles } from '#events/staff/roles.ts'

import type { EventStore, Recorded } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import { sqlState } from '../io/database.ts'
import type { Database, Queryable } from '../io/database.ts'
import type { ActName } from './act-names.ts'
import { isNoted, noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream } from './change-stream.ts'

export type ApprovalNeeds = {
  database: Database
  store: Pick<EventStore, 'append' | 'readStream'>
  now: () => Date
  /** False: one person is enough (`ADMIN_SECURITY=basic`). */
  isAsked: boolean
}

export type DelicateAct = {
  kind: ApprovalKind
  /** `raffle/<id>`, `order/<id>`, or `-` for what has no id yet. */
  subject: string
  /** Exactly what is to be done: another amount or number is another act. */
  request: object
  /** Shown to who decides. May be personal: it lies in an erasable table. */
  details: Readonly<Record<string, unknown>>
  actor: Actor
}

/**
 * Uses an approval up, once, however often it is called; throws if another act was faster. `of`:
 * the stream of what came to be by it, for an act whose subject had no id yet.
 */
export type Agreement = (of?: string) => Promise<void>

export type SecondPerson = {
  /** Throws `approval_required` with the id of the approval until somebody has given it. */
  require: (act: DelicateAct) => Promise<Agreement | undefined>
}

const LIFE_MS = 24 * 3_600_000
const UNIQUE_VIOLATION = '23505'

export function secondPerson(needs: ApprovalNeeds): SecondPerson {
  return {
    async require(act) {
      if (!needs.isAsked) return undefined
      const requestSha256 = hashOf(act)
      await expireOld(needs.database)
      const open = await findOpen(needs, { ...act, requestSha256 })
      if (open?.state !== 'approved')
        throw approvalRequired(open?.approvalId ?? (await request(needs, act, requestSha256)))
      const given = { ...open, requestSha256, actor: act.actor }
      let using: Promise<void> | undefined
      return (of) => (using ??= use(needs, { ...given, of }))
    },
  }
}

const approvalRequired = (approvalId: string) =>
  new Rejection('approval_required', 'A second person must approve this. It has been asked for.', {
    approvalId,
  })

function hashOf({ kind, subject, request }: DelicateAct): string {
  const text = canonicalJson(JSON.parse(JSON.stringify({ kind, subject, request })))
  return createHash('sha256').update(text).digest('hex')
}

async function expireOld(database: Queryable): Promise<void> {
  await database.query({
    name: 'approvals_expire',
    text: `update approvals set state = 'expired'
            where state in ('waiting', 'approved') and expires_at <= clock_now()`,
  })
}

type Wanted = Pick<DelicateAct, 'kind' | 'subject'> & { requestSha256: string }

type Open = { approvalId: string; state: 'waiting' | 'approved'; decision: Decided | undefined }

/**
 * As its facts have it: what was refused or used up is not open, whatever its row says. Nor is what
 * somebody agreed to who may agree no longer: it is asked for anew.
 */
async function findOpen(
  needs: ApprovalNeeds,
  { kind, subject, requestSha256 }: Wanted,
): Promise<Open | undefined> {
  const { rows } = await needs.database.query<{ approval_id: string }>({
    name: 'approvals_open_one',
    text: `select approval_id from approvals
            where kind = $1 and subject = $2 and request_sha256 = $3
              and state in ('waiting', 'approved')`,
    values: [kind, subject, requestSha256],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { approval_id: approvalId } = row
  const { status: state, decision } = await followFacts(needs, { approvalId })
  if (state === 'waiting') return { approvalId, state, decision }
  const isOpen = state === 'approved' && (await stillCounts(needs.database, approvalId, decision))
  return isOpen ? { approvalId, state, decision } : undefined
}

/** As long as whoever agreed may agree; otherwise its row ends here, for good. */
async function stillCounts(
  database: Queryable,
  approvalId: string,
  decision: Decided | undefined,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'approvals_approver',
    text: `select from people
            where person_id = $1 and role = any($2::text[]) and disabled_at is null`,
    values: [decision?.by ?? null, approverRoles],
  })
  if (rowCount === 1) return true
  await database.query({
    name: 'approvals_outlived',
    text: `update approvals set state = 'expired' where approval_id = $1 and state = 'approved'`,
    values: [approvalId],
  })
  return false
}

/** The fact first. Of two who ask at once one fact stays without a row, and nobody decides it. */
async function request(
  needs: ApprovalNeeds,
  { kind, subject, details, actor }: DelicateAct,
  requestSha256: string,
): Promise<string> {
  const approvalId = newId<string>()
  const expiresAt = new Date(needs.now().getTime() + LIFE_MS).toISOString()
  const by = actor.personId
  const command = { type: 'RequestApproval', kind, subject, requestSha256, by, expiresAt } as const
  await record(needs, { approvalId, actor, act: 'request approval', command, details })
  try {
    await needs.database.query({
      name: 'approvals_insert',
      text: `insert into approvals (approval_id, kind, subject, request_sha256, details, state,
                                    requested_by, requested_at, expires_at)
             values ($1, $2, $3, $4, $5, 'waiting', $6, clock_now(), $7)`,
      values: [approvalId, kind, subject, requestSha256, JSON.stringify(details), by, expiresAt],
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    const other = await findOpen(needs, { kind, subject, requestSha256 })
    return other?.approvalId ?? approvalId
  }
  return approvalId
}

type Using = Open & { requestSha256: string; actor: Actor; of: string | undefined }

async function use(
  needs: ApprovalNeeds,
  { approvalId, decision, requestSha256, actor, of }: Using,
): Promise<void> {
  // Between the question and the act he may have gone.
  if (!(await stillCounts(needs.database, approvalId, decision)))
    throw new Rejection('approval_required', 'A second person must approve this first.')
  const now = needs.now().toISOString()
  const command = { type: 'UseApproval', requestSha256, now } as const
  await record(needs, { approvalId, actor, act: 'use approval', command, details: {} })
  await followFacts(needs, { approvalId })
  if (of !== undefined)
    await needs.database.query({
      name: 'approvals_of_what',
      text: `update approvals set subject = $2 where approval_id = $1 and subject = '-'`,
      values: [approvalId, of],
    })
}

export type Decision = {
  approvalId: string
  isApproved: boolean
  note: string | null
  actor: Actor
}

/** By anybody but who asked; once. Who says the same again is answered with it. */
export async function decideApproval(
  needs: ApprovalNeeds,
  { approvalId, isApproved, note, actor }: Decision,
): Promise<void> {
  const type = isApproved ? 'GiveApproval' : 'RefuseApproval'
  const command = { type, by: actor.personId, now: needs.now().toISOString() } as const
  const act = isApproved ? 'approve' : 'refuse'
  const deciding = { approvalId, actor, act, command, details: { note } } as const
  try {
    await record(needs, deciding)
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'already_decided') throw error
    const { decision } = await followFacts(needs, { approvalId })
    if (decision?.isApproved !== isApproved || decision.by !== actor.personId) throw error
    await noteAgain(needs, { ...deciding, commandId: decision.commandId })
  }
  await followFacts(needs, { approvalId, note })
}

/** Who died between the fact and the note beside it left none. */
async function noteAgain(
  { database }: ApprovalNeeds,
  { approvalId, commandId, actor, act, details }: Omit<Recording, 'command'> & Known,
): Promise<void> {
  const noting = { subject: `approval/${approvalId}`, commandId, actor, act, details }
  if (!(await isNoted(database, noting))) await noteAct(database, noting)
}

type Known = { commandId: CommandId }

type Recording = {
  approvalId: string
  actor: Actor
  act: ActName
  command: ApprovalCommand
  details: Readonly<Record<string, unknown>>
}

async function record(
  { store, database }: ApprovalNeeds,
  { approvalId, actor, act, command, details }: Recording,
): Promise<void> {
  const commandId = newId<CommandId>()
  const streamId = `approval/${approvalId}`
  await changeStream(store, {
    streamId,
    decider: approvalDecider,
    actor: staffActor(actor),
    commandId,
    commands: () => [command],
  })
  await noteAct(database, { subject: streamId, commandId, actor, act, details })
}

/**
 * Sets the row to what the facts say. They are durable before it: who dies in between leaves it
 * behind. What is used up stays so, whoever read the facts before, and what nobody used in its time
 * stays expired. `note`: the first one stays.
 */
async function followFacts(
  { database, store }: ApprovalNeeds,
  { approvalId, note = null }: { approvalId: string; note?: string | null },
): Promise<{ status: Approval['status']; decision: Decided | undefined }> {
  const recorded = await store.readStream<ApprovalEvent>(`approval/${approvalId}`)
  const { status } = fold(
    approvalDecider,
    recorded.map(({ event }) => event),
  )
  const decision = decisionIn(recorded)
  if (decision !== undefined)
    await database.query({
      name: 'approvals_state',
      text: `update approvals
                set state = case
                      when state = 'used' or (state = 'expired' and $2 = 'approved') then state
                      else $2
                    end,
                    decided_by = $3, decided_at = $4, note = coalesce(note, $5)
              where approval_id = $1`,
      values: [approvalId, status, decision.by, decision.at, note],
    })
  return { status, decision }
}

type Decided = { isApproved: boolean; by: string; at: Date } & Known

function decisionIn(recorded: readonly Recorded<ApprovalEvent>[]): Decided | undefined {
  for (const { event, meta, recordedAt: at } of recorded)
    if (event.type === 'ApprovalGiven' || event.type === 'ApprovalRefused') {
      const isApproved = event.type === 'ApprovalGiven'
      return { isApproved, by: event.data.by, at, commandId: meta.commandId }
    }
  return undefined
}

export type ApprovalRow = {
  approval_id: string
  kind: ApprovalKind
  subject: string
  details: Record<string, unknown>
  state: 'waiting' | 'approved' | 'refused' | 'used' | 'expired'
  requested_by: string
  requested_by_name: string | null
  requested_at: Date
  decided_by_name: string | null
  decided_at: Date | null
  note: string | null
  expires_at: Date
}

export async function listApprovals(
  database: Queryable,
  { isOpen, limit, offset }: { isOpen: boolean; limit: number; offset: number },
): Promise<{ rows: ApprovalRow[]; total: number }> {
  await expireOld(database)
  const where = `where $1 = false or state = 'waiting'`
  const { rows } = await database.query<ApprovalRow>({
    name: 'approvals_list',
    text: `select approval.*, coalesce(asker.full_name, asker.email) as requested_by_name,
                  coalesce(decider.full_name, decider.email) as decided_by_name
             from (select * from approvals ${where}
                    order by requested_at desc, approval_id limit $2 offset $3) as approval
             left join people as asker on asker.person_id = approval.requested_by
             left join people as decider on decider.person_id = approval.decided_by
            order by approval.requested_at desc, approval.approval_id`,
    values: [isOpen, limit, offset],
  })
  const counted = await database.query<{ n: number }>({
    name: 'approvals_count',
    text: `select count(*) as n from approvals ${where}`,
    values: [isOpen],
  })
  return { rows, total: counted.rows[0]?.n ?? 0 }
}
