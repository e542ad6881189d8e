// Erasing a person. Facts and proofs stay: the orders and tickets of a pseudonym. What could name
// anybody goes: the fact that it was asked for comes first, then the list outside the database,
// then in one transaction the rows beside the orders, the openings of their tickets, the person.
// What a process that dies between two of them leaves undone is done by the reactor `erasures`;
// what comes up later, by `eraseLeftovers`. Every step may be done twice.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { rafflePhase } from '#events/raffle/phase.ts'
import { customerOrders } from '#projections/customer-orders/projection.ts'
import { customerOrdersPage } from '#projections/customer-orders/queries.ts'
import { orderStatus } from '#projections/order-status/projection.ts'
import type { OrderStatusRow } from '#projections/order-status/queries.ts'
import { raffleEntries } from '#projections/raffle-entries/projection.ts'
import { raffleEntriesPage } from '#projections/raffle-entries/queries.ts'
import type { RaffleEntryRow } from '#projections/raffle-entries/queries.ts'

import { ask } from '../io/ask.ts'
import type { Database, Queryable } from '../io/database.ts'
import { requireRight } from './account-phone.ts'
import { changeStream } from './change-stream.ts'
import { eraseApprovals, eraseOrders } from './erase-orders.ts'
import { readModelsCaughtUp } from './read-models-caught-up.ts'
import { tryCode } from './sign-in-codes.ts'
import type { SignInNeeds } from './sign-in.ts'

export type ErasureNeeds = SignInNeeds & {
  now: () => Date
  /**
   * Keeps outside of the database that this person was erased, for the day a backup brings him
   * back; called right behind the fact, and by the reactor again.
   */
  remember: (personId: string) => Promise<void>
}

type Erasure = {
  personId: string
  phone: string
  sessionId: string
  code: string
  giveUpTickets: boolean
}

const ROWS_MAX = 10_000
/** A paid order that nobody has marked as handed over is still expected for this long. */
const HANDOVER_DAYS = 30
/** A projector that is further behind is not waited for: whoever asks comes again. */
const JUDGED_WITHIN_MS = 4_000

export async function eraseAccount(needs: ErasureNeeds, erasure: Erasure): Promise<void> {
  const { database, store, remember } = needs
  const { personId, phone, sessionId, code } = erasure
  await requireErasable(needs, erasure)
  requireRight(await tryCode(needs, { phone, sessionId, code }, async () => true))

  await changeStream(store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: `customer:${personId}`,
    commands: (): CustomerCommand[] => [{ type: 'ErasePerson' }],
  })
  await remember(personId)
  await finishErasure(database, personId)
}

/**
 * Nothing is owed to him any more, and no raffle can still draw him unless he gives that up. Judged
 * by all that was recorded before this was asked; `busy` where the read models do not come to it in
 * time. A raffle's own state may be older: it only ever goes from live to over.
 */
export async function requireErasable(
  { database, now }: Pick<ErasureNeeds, 'database' | 'now'>,
  { personId, giveUpTickets }: Pick<Erasure, 'personId' | 'giveUpTickets'>,
): Promise<void> {
  const projections = [customerOrders.name, orderStatus.name, raffleEntries.name]
  if (!(await readModelsCaughtUp(database, { projections, timeoutMs: JUDGED_WITHIN_MS })))
    throw new Rejection('busy', 'Your latest orders are still being read. Please try again.', {
      retryAfterSeconds: 5,
    })
  const page = { customerId: personId, limit: ROWS_MAX, offset: 0 }
  const [orders, entries] = await Promise.all([
    ask(database, customerOrdersPage(page)),
    ask(database, raffleEntriesPage(page)),
  ])
  requireNothingOwed(orders, now())
  if (!giveUpTickets) requireNoLiveTickets(entries, now())
}

/**
 * The fact stands. Nothing of the person is left when this is over, his sessions included; of his
 * orders, of those that the read model `customer-orders` knows.
 */
export async function finishErasure(database: Database, personId: string): Promise<void> {
  const { rows } = await database.query<{ order_id: string }>({
    name: 'orders of erased person',
    text: `select order_id from customer_orders where coalesce(claimed_by, placed_by) = $1`,
    values: [personId],
  })
  const orderIds = rows.map(({ order_id }) => order_id)
  await database.transaction((tx) => eraseRows(tx, { personId, orderIds }))
}

function requireNothingOwed(orders: readonly OrderStatusRow[], now: Date): void {
  const handoverSince = now.getTime() - HANDOVER_DAYS * 86_400_000
  const isOpen = ({ status, refundStatus, placedAt }: OrderStatusRow) =>
    status === 'pending' ||
    refundStatus === 'due' ||
    (status === 'paid' && Date.parse(placedAt) > handoverSince)
  if (!orders.some(isOpen)) return
  throw new Rejection(
    'account_in_use',
    'An order is still open: we need your number until it is handed over or paid back.',
  )
}

function requireNoLiveTickets(entries: readonly RaffleEntryRow[], now: Date): void {
  const isLive = (entry: RaffleEntryRow) => {
    const phase = rafflePhase(
      {
        status: entry.raffleStatus,
        opensAt: entry.raffleOpensAt,
        closesAt: entry.raffleClosesAt,
        ticketsMax: entry.raffleTicketsMax,
        issued: entry.raffleIssued,
      },
      now.toISOString(),
    )
    return phase !== 'drawn' && phase !== 'cancelled'
  }
  if (!entries.some(isLive)) return
  throw new Rejection(
    'account_in_use',
    'You hold tickets of a raffle that is not drawn yet. Without your number nobody could tell ' +
      'you of a prize: please confirm that you give them up.',
    { field: 'giveUpTickets' },
  )
}

type Rows = { personId: string; orderIds: readonly string[] }

/**
 * The limits stay: they stand by a keyed hash and protect who set them. So does an exclusion, of
 * which nobody can say any more whose it is.
 */
async function eraseRows(tx: Queryable, { personId, orderIds }: Rows): Promise<void> {
  await eraseOrders(tx, { orderIds, personId })
  const owned = [
    'saved_addresses',
    'message_choices',
    'carts',
    'raffle_alerts',
    'staff_totp',
    'staff_passkeys',
    'staff_recovery_codes',
    'pending_sign_ins',
  ]
  for (const table of owned)
    await tx.query({
      name: `erase ${table}`,
      text: `delete from ${table} where person_id = $1`,
      values: [personId],
    })
  const byPhone = { messages: 'to_phone', sign_in_codes: 'phone', raffle_alerts: 'phone' }
  for (const [table, column] of Object.entries(byPhone))
    await tx.query({
      name: `erase ${table} by phone`,
      text: `delete from ${table}
              where ${column} = (select phone from people where person_id = $1)`,
      values: [personId],
    })
  await tx.query({
    name: 'erase subject of exclusions',
    text: `update buying_limits set excluded_subject = null
            where excluded_subject = 'customer/' || $1`,
    values: [personId],
  })
  await eraseActs(tx, personId)
  await tx.query({
    name: 'erase sessions',
    text: `update sessions set revoked_at = coalesce(revoked_at, clock_now()), device = null
            where person_id = $1`,
    values: [personId],
  })
  await tx.query({
    name: 'erase person',
    text: `update people
              set full_name = null, email = null, phone = null, phone_verified_at = null,
                  disabled_at = coalesce(disabled_at, clock_now())
            where person_id = $1`,
    values: [personId],
  })
}

/** What staff wrote about him, and showed to a second person, even if nothing came of it. */
async function eraseActs(tx: Queryable, personId: string): Promise<void> {
  const byPhone = `
    (select phone from people where person_id = $1)
      in (details ->> 'customer', details ->> 'from', details ->> 'to')`
  const erasing = {
    'notes about person': `
      update audit_details set details = details - 'note' - 'before' - 'after'
       where subject = 'customer/' || $1`,
    'approvals by phone': eraseApprovals(byPhone),
    'acts by phone': `
      update audit_details
         set details = details - 'customer' - 'from' - 'to'
             - case when act = 'correct_holder' then array['before', 'after'] else '{}' end
       where ${byPhone}`,
  }
  for (const [what, text] of Object.entries(erasing))
    await tx.query({ name: `erase ${what}`, text, values: [personId] })
  // Exports of before their words were left out of the trail: whoever they were looking for.
  await tx.query({
    name: 'erase words of exports',
    text: `update audit_details set details = details - array['search', 'subject', 'actor']
            where act in ('customers exported', 'trail exported')
              and details ?| array['search', 'subject', 'actor']`,
    values: [],
  })
}
