// An act of staff at one order. It stands on the version they had read: who comes second is told
// who was first. The fact says what was done and by whom; the note beside it, which can be erased,
// says what people had to say about it.
import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import type { Rejection } from '#events/kernel/rejection.ts'
import type { StaffAct } from '#events/staff/events.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { conflictWith, isNoted, noteAct } from './audit.ts'
import type { Actor } from './audit.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { recordFact } from './staff-acts.ts'

export const orderActs = [
  'mark_paid',
  'hand_over',
  'cancel',
  'extend_hold',
  'correct_holder',
  'correct_contact',
  'owe_refund',
  'return_line',
  'pay_refund',
  'withdraw_refund',
  'withdraw_refund_payment',
  'accept_request',
  'decline_request',
  'resend_receipt',
  'prove_payment',
  'correct_method',
  'issue_invoice',
] as const
export type OrderActName = (typeof orderActs)[number]

type Details = Readonly<Record<string, unknown>>

export type OrderAct<Done = unknown> = {
  orderId: OrderId
  act: OrderActName
  actor: Actor
  /** Undefined: the caller does not mind what it was. */
  ifVersion: number | undefined
  note: string | null
  /** Beside the note: how it was before and after. */
  details?: Details | ((done: Done) => Details)
  /**
   * Its name where it has one of its own, under which it is done and noted once, however often it
   * is said; a new one otherwise.
   */
  commandId?: CommandId
}

type NoteIn<Done> = (tx: Queryable, done: Done) => Promise<void>

export async function actOnOrder<Done>(
  desk: OrderDesk,
  { orderId, act, actor, ifVersion, note, details, commandId: named }: OrderAct<Done>,
  /**
   * `noteIn`: for an act that writes rows; its note is written with them then. One that is no fact
   * of the order, and noted nothing, has changed nothing.
   */
  carryOut: (guard: Guard & { commandId: CommandId }, noteIn: NoteIn<Done>) => Promise<Done>,
): Promise<Done> {
  const commandId = named ?? newId<CommandId>()
  if (ifVersion !== undefined) await requireUnchanged(desk, orderId, ifVersion)
  const subject = `order/${orderId}`
  const words = note !== null && { note }
  const noted = (done: Done) => ({
    ...words,
    ...(typeof details === 'function' ? details(done) : details),
  })
  let isWritten = false
  const done = await carryOut({ commandId, ifVersion }, async (tx, what) => {
    await noteAct(tx, { subject, commandId, actor, act, details: noted(what) })
    isWritten = true
  })
  const kind = withoutFact[act]
  if (kind !== undefined && isWritten) await recordFact(desk, { kind, subject, actor, commandId })
  if (kind !== undefined || isWritten) return done
  const noting = { subject, commandId, actor, act, details: noted(done) }
  // Who died between the fact and the note says it once more; else it is written down already.
  if (named === undefined || !(await isNoted(desk.database, noting)))
    await noteAct(desk.database, noting)
  return done
}

/** What leaves the order as it was, and would not stand in the trail by itself. */
export const withoutFact: Partial<Record<OrderActName, StaffAct>> = {
  resend_receipt: 'receipt_resent',
  prove_payment: 'payment_proven',
  issue_invoice: 'invoice_issued',
  decline_request: 'request_declined',
}

async function requireUnchanged(desk: OrderDesk, orderId: OrderId, ifVersion: number) {
  const facts = await desk.store.readStream(`order/${orderId}`)
  if (facts.length === 0 || facts.length === ifVersion) return
  throw await changedMeanwhile(desk.database, facts)
}

/** By whom: the last of these facts of an order is what was not seen. */
export async function changedMeanwhile(
  database: Queryable,
  facts: readonly { meta: { actor: string } }[],
): Promise<Rejection> {
  const actor = facts.at(-1)?.meta.actor ?? ''
  return conflictWith((await namesOf(database, [actor])).get(actor) ?? roughly(actor))
}

const roughly = (actor: string) => (/^(customer|guest):/.test(actor) ? 'the customer' : 'the shop')

/** Names of the staff among these actors (`staff:<id>`). */
export async function namesOf(
  database: Queryable,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(actors)].flatMap((actor) =>
    actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : [],
  )
  if (ids.length === 0) return new Map()
  const { rows } = await database.query<{ person_id: string; name: string | null }>({
    name: 'names_of_staff',
    text: `select person_id, coalesce(full_name, email) as name
             from people where person_id = any($1::uuid[])`,
    values: [ids],
  })
  return new Map(
    rows.flatMap(({ person_id, name }) => (name ? [[`staff:${person_id}`, name]] : [])),
  )
}
