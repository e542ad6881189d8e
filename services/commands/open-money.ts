// Money that providers told us of and nobody knows: authentic callbacks without an attempt of ours,
// or of one whose money went back (`money-gone-back.ts`), lines of settlement statements without a
// match. Each row is open until its payment is known or staff have dealt with it, however old it
// is; the list of what needs attention reads the open ones alone and looks at each again. So a mark
// that stands too long hides nothing: what is stored by older code has it, and the sweep takes it
// away. One that went too early would hide money: sales and callbacks stay known for good, refunds
// are opened again when their order's change, and money by hand when its proof does
// (`statement-hands.ts`).
import type { OrderId } from '#events/kernel/ids.ts'

import type { Database, Queryable } from '../io/database.ts'
import { goneBackItem, isGoneBack, isUnasked } from './money-gone-back.ts'
import { lockStatements } from './statement-lines.ts'
import { withHands } from './statement-hands.ts'
import { isRefundUnknown, refundLinesOf } from './statement-refunds.ts'

/** Items as the list of what needs attention names them. */
export const callbackItem = (heard: string) =>
  `'callback:' || ${heard}.provider || ':' || ${heard}.dedupe_key`
export const lineItem = (told: string) =>
  `'statement:' || ${told}.statement_id || ':' || ${told}.line`

/** A condition, for a callback or a line of a statement: we have asked for this payment. */
export const isOurs = (told: string) =>
  `exists (select from payment_attempts as ours where ours.ref = ${told}.attempt_ref)`

/** The same, and it has come: nothing else accounts for a line that says it did. */
export const isSettled = (told: string) => `exists (
  select from payment_attempts as ours
   where ours.ref = ${told}.attempt_ref and ours.state = 'settled')`

const isHandled = (item: string) => `exists (
  select from attention_handled as done where done.kind = 'unmatched' and done.item = ${item})`

/**
 * A condition, for a callback: it is of a payment of ours, and there is nothing more to it. What a
 * paid refund accounts for stays so: if that was not paid after all, its duty is on the list.
 */
const isOver = (heard: string) => `exists (
  select from payment_attempts as ours
   where ours.ref = ${heard}.attempt_ref
     and not ${isUnasked(heard, 'ours')}
     and (not ${isGoneBack('ours')} or ${isHandled(goneBackItem('ours'))}))`

/** The payment that a refund line is about, one of its statement's provider. */
const withAttempt = `
  join settlement_statements as statement using (statement_id)
  left join payment_attempts as attempt
    on attempt.ref = told.attempt_ref and attempt.method = statement.provider`
const isUnknown = isRefundUnknown('told', 'statement.provider')

/** What one statement settles at most. */
const ROWS_MAX = 2_000

/** Rows that another process is settling or storing at the moment are left to the next turn. */
const settledCallbacks = `
  update provider_callbacks as heard
     set is_open = false
    from (select heard.provider, heard.dedupe_key
            from provider_callbacks as heard
           where heard.is_open and heard.is_authentic
             and (${isOver('heard')} or ${isHandled(callbackItem('heard'))})
           limit $1
             for update of heard skip locked) as known
   where heard.provider = known.provider and heard.dedupe_key = known.dedupe_key`

const settledLines = (from: string, isKnown: string, locked = 'told') => `
  update settlement_lines as line
     set is_open = false
    from (select told.statement_id, told.line
            from settlement_lines as told ${from}
           where told.is_open and ${isKnown}
           limit $1
             for update of ${locked} skip locked) as known
   where line.statement_id = known.statement_id and line.line = known.line`

const settledSales = settledLines(
  '',
  `told.kind = 'sale' and (${isSettled('told')} or ${isHandled(lineItem('told'))})`,
)

/** The proofs are locked as well: of one that changes at this moment the line stays open. */
const settledHands = settledLines(
  `join settlement_statements as statement using (statement_id)
   ${withHands('told', 'statement.provider')}`,
  `told.kind = 'sale'`,
  'told, taken',
)

const settledRefunds = settledLines(
  withAttempt,
  `told.kind = 'refund' and (${isHandled(lineItem('told'))} or not ${isUnknown})`,
)

/** A statement, $1 being the order. */
export const refundsAnew = `
  update settlement_lines as line
     set is_open = true
    from (select told.statement_id, told.line
            from (${refundLinesOf}) as known
            join settlement_lines as told using (statement_id, line) ${withAttempt}
           where not told.is_open
             and ${isUnknown} and not ${isHandled(lineItem('told'))}) as unknown
   where line.statement_id = unknown.statement_id and line.line = unknown.line`

/** Takes the mark from a page of what is settled; answers how many rows, 0 when none is left. */
export async function closeSettledMoney(database: Database, rowsMax = ROWS_MAX): Promise<number> {
  const close = async (on: Queryable, name: string, text: string) =>
    (await on.query({ name, text, values: [rowsMax] })).rowCount
  const callbacks = await close(database, 'settled callbacks', settledCallbacks)
  const sales = await close(database, 'settled sales', settledSales)
  const hands = await close(database, 'settled by hand', settledHands)
  const refunds = await database.transaction(async (tx) => {
    // A statement that comes now may make unknown what was read as known.
    await lockStatements(tx)
    return close(tx, 'settled refunds', settledRefunds)
  })
  return callbacks + sales + hands + refunds
}

/**
 * Opens those refund lines of an order that became unknown with a payment of its refunds; answers
 * how many. To be called once `refund_duties` knows of that payment, or that it is withdrawn.
 */
export function openUnknownRefunds(database: Database, orderId: OrderId): Promise<number> {
  return database.transaction(async (tx) => {
    await lockStatements(tx)
    const opening = { name: 'refunds unknown anew', text: refundsAnew, values: [orderId] }
    return (await tx.query(opening)).rowCount
  })
}

/**
 * A provider that says in a statement what he did not say when he was asked is asked once more:
 * what he knows by now settles by itself, with its tickets or its refund.
 */
export async function askAgain(tx: Queryable, statementId: string): Promise<void> {
  await tx.query({
    name: 'statement_ask_again',
    text: `
      update payment_attempts as attempt
         set next_check_at = least(attempt.next_check_at, clock_now())
        from settlement_lines as told
        join settlement_statements as statement using (statement_id)
       where told.statement_id = $1 and told.kind = 'sale'
         and attempt.ref = told.attempt_ref and attempt.method = statement.provider
         and attempt.state <> 'settled'`,
    values: [statementId],
  })
}

/**
 * Before a statement goes, or when it has come: every refund line about one of its orders is open
 * until it is looked at again, since they are counted together.
 */
export async function reopenRefunds(tx: Queryable, statementId: string): Promise<void> {
  await tx.query({
    name: 'statement_refunds_reopen',
    text: `
      update settlement_lines as line
         set is_open = true
       where line.kind = 'refund' and not line.is_open
         and line.attempt_ref in (
             select theirs.ref
               from settlement_lines as told
               join payment_attempts as attempt on attempt.ref = told.attempt_ref
               join payment_attempts as theirs on theirs.order_id = attempt.order_id
              where told.statement_id = $1 and told.kind = 'refund')`,
    values: [statementId],
  })
}

/**
 * A refund of the order is none any more: its lines are open until they are looked at again. To be
 * carried out while its proof stands: lines are found by the reference as well.
 */
export async function reopenRefundsOf(tx: Queryable, orderId: OrderId): Promise<void> {
  await tx.query({
    name: 'order_refunds_reopen',
    text: `
      update settlement_lines as line
         set is_open = true
        from (${refundLinesOf}) as known
       where line.statement_id = known.statement_id and line.line = known.line
         and not line.is_open`,
    values: [orderId],
  })
}
