// Where the items of the needs-attention list stand in the database. Each branch walks an index of
// its own that holds the open ones alone, so the list costs what is open, not what there ever was.
import { NOT_PAID_CODE, REFUND_CODE } from '../contract/attention.ts'
import type { AttentionKind } from '../contract/attention.ts'
import { GIVEN_UP_FOR_GOOD } from './give-up-messages.ts'
import { goneBackItem, isGoneBack } from './money-gone-back.ts'
import { callbackItem, isOurs, isSettled, lineItem } from './open-money.ts'
import { isByHand } from './statement-hands.ts'
import { isRefundUnknown } from './statement-refunds.ts'

export type StoredKind = Exclude<AttentionKind, 'writer_halted' | 'projection' | 'reactor'>

type Branch = { from: string; columns: string; since: string }

/** The provider's last word was no, or it never heard of it: a buyer has walked away. */
const REFUSED = `'failed', 'decline', 'not_found'`

const notHandled = (kind: string, item: string) => `not exists (
    select from attention_handled as done where done.kind = '${kind}' and done.item = ${item})`

const columns = (given: Partial<Record<Column, string>>) =>
  shownColumns.map((column) => `${given[column] ?? blanks[column]} as ${column}`).join(', ')

const blanks = {
  item: `''`,
  order_id: 'null::uuid',
  amount_cents: 'null::bigint',
  received_cents: 'null::bigint',
  currency: 'null::text',
  method: 'null::text',
  code: 'null::text',
  detail: 'null::text',
} as const
type Column = keyof typeof blanks
const shownColumns = Object.keys(blanks) as Column[] // its keys are its type

/**
 * Of an attempt: the provider says something that only a person can judge. In the words of the
 * index `payment_attempts_undecided`: whoever adds one makes the index anew.
 */
const isUndecided = (attempt: string) => `
  ${attempt}.state = 'attention' and coalesce(${attempt}.provider_status, '') not in (${REFUSED})`
/** And nobody has said what came of it: its item stands in the list. */
const isToDecide = (attempt: string) => `
  ${isUndecided(attempt)} and ${notHandled('undecided', `${attempt}.attempt_id::text`)}`
const hasMismatch = (attempt: string) => `exists (
  select from payment_mismatches as money where money.attempt_id = ${attempt}.attempt_id)`

/** Where a line counts in dollars nobody has to be told. */
const lineCurrency = `case when told.currency <> 'USD' then told.currency end`

const refunds = (condition: string): Branch => ({
  from: `refund_duties as duty where duty.paid_at is null and duty.due_at is not null
           and duty.amount_cents > 0 and ${condition}`,
  columns: columns({
    item: 'duty.refund_id',
    order_id: 'duty.order_id',
    amount_cents: 'duty.amount_cents',
    code: 'duty.cause',
  }),
  since: 'duty.due_at',
})

export const branches: Readonly<Record<StoredKind, Branch>> = {
  unfinished: {
    // A cancelled one waits only to give back what it occupies in a halted raffle.
    from: `order_contacts as contact
       where contact.finish_due_at is not null
         and contact.finish_due_at < (select clock_now()) + interval '1 minute'
         and contact.created_at < (select clock_now()) - interval '10 minutes'
         and not exists (
             select from order_status as placed
              where placed.order_id = contact.order_id and placed.status = 'cancelled')`,
    columns: columns({ item: 'contact.order_id::text', order_id: 'contact.order_id' }),
    since: 'contact.created_at',
  },
  mismatched: {
    from: `payment_mismatches as money
       where not exists (
             select from refund_duties as duty where duty.attempt_id = money.attempt_id)
         and ${notHandled('mismatched', 'money.attempt_id::text')}`,
    columns: columns({
      item: 'money.attempt_id::text',
      order_id: 'money.order_id',
      amount_cents: 'money.expected_cents',
      received_cents: 'money.received_cents',
      method: 'money.method',
      code: 'money.received_currency',
    }),
    since: 'money.noticed_at',
  },
  paid_late: refunds(`duty.cause = 'paid_late'`),
  paid_twice: refunds(`duty.cause = 'paid_twice'`),
  refund_due: refunds(`duty.cause not in ('paid_late', 'paid_twice')`),
  request: {
    from: `order_requests as asked where asked.state = 'open'`,
    columns: columns({
      item: 'asked.request_id::text',
      order_id: 'asked.order_id',
      code: 'asked.kind',
      detail: 'asked.note',
    }),
    since: 'asked.created_at',
  },
  undecided: {
    from: `payment_attempts as attempt
       where ${isToDecide('attempt')} and not ${hasMismatch('attempt')}`,
    columns: columns({
      item: 'attempt.attempt_id::text',
      order_id: 'attempt.order_id',
      amount_cents: 'attempt.amount_cents',
      method: 'attempt.method',
      code: 'attempt.provider_status',
      detail: 'attempt.ref',
    }),
    since: 'attempt.created_at',
  },
  unmatched: {
    // However old: the mark goes when the payment is known or dealt with (`open-money.ts`).
    from: `(select ${callbackItem('heard')} as item,
                   heard.provider as method, null::bigint as amount_cents,
                   heard.attempt_ref as detail, heard.received_at as since,
                   null::uuid as order_id, null::text as code, null::text as currency
              from provider_callbacks as heard
             where heard.is_open and heard.is_authentic and not ${isOurs('heard')}
             union all
            select ${goneBackItem('attempt')}, attempt.method,
                   attempt.amount_cents, attempt.ref || ' ' || attempt.provider_status,
                   min(heard.last_received_at), attempt.order_id, '${REFUND_CODE}', null
              from provider_callbacks as heard
              join payment_attempts as attempt on attempt.ref = heard.attempt_ref
             where heard.is_open and heard.is_authentic and ${isGoneBack('attempt')}
             group by attempt.attempt_id
             union all
            select ${lineItem('told')}, statement.provider,
                   told.amount_cents, coalesce(told.attempt_ref, told.provider_ref),
                   told.happened_at, attempt.order_id,
                   case when attempt.attempt_id is not null then '${NOT_PAID_CODE}' end,
                   ${lineCurrency}
              from settlement_lines as told
              join settlement_statements as statement using (statement_id)
              left join payment_attempts as attempt on attempt.ref = told.attempt_ref
             where told.is_open and told.kind = 'sale' and not ${isSettled('told')}
               and not coalesce(${isToDecide('attempt')} or ${hasMismatch('attempt')}, false)
               and not ${isByHand('told', 'statement.provider')}
               and not told.is_repeated
             union all
            select ${lineItem('told')}, statement.provider,
                   told.amount_cents, coalesce(told.attempt_ref, told.provider_ref),
                   told.happened_at, attempt.order_id, '${REFUND_CODE}',
                   ${lineCurrency}
              from settlement_lines as told
              join settlement_statements as statement using (statement_id)
              left join payment_attempts as attempt
                on attempt.ref = told.attempt_ref and attempt.method = statement.provider
             where told.is_open and told.kind = 'refund'
               and ${isRefundUnknown('told', 'statement.provider')}
               and not told.is_repeated
           ) as money
       where ${notHandled('unmatched', 'money.item')}`,
    columns: columns({
      item: 'money.item',
      order_id: 'money.order_id',
      amount_cents: 'money.amount_cents',
      currency: 'money.currency',
      method: 'money.method',
      code: 'money.code',
      detail: 'money.detail',
    }),
    since: 'money.since',
  },
  unproven: {
    from: `manual_payments as taken
       where taken.reference is null and (taken.method <> 'cash' or taken.collector is null)
         and exists (
             select from sales_orders as sale
              where sale.order_id = taken.order_id and sale.method = taken.method)
         and exists (
             select from order_handovers as sold
              where sold.order_id = taken.order_id and sold.paid_at is not null
                and sold.paid_version > coalesce(sold.cancelled_version, 0))`,
    columns: columns({
      item: 'taken.order_id::text',
      order_id: 'taken.order_id',
      method: 'taken.method',
    }),
    since: 'taken.created_at',
  },
  staff_bought: {
    from: `staff_purchases as bought
         join people as member using (person_id)
       where exists (
             select from order_handovers as sold
              where sold.order_id = bought.order_id and sold.paid_at is not null
                and sold.paid_version > coalesce(sold.cancelled_version, 0))
         and ${notHandled('staff_bought', 'bought.order_id::text')}`,
    columns: columns({
      item: 'bought.order_id::text',
      order_id: 'bought.order_id',
      detail: 'coalesce(member.full_name, member.email)',
    }),
    since: 'bought.created_at',
  },
  message_failed: {
    // Nearly all are handled: fenced, both indexes are read once; what they lack, for a page alone.
    // What has a next try is being asked for at this moment.
    from: `(select text.ref, text.created_at from messages as text
             where text.state in ('failed', 'unknown') and text.purpose <> 'sign_in_code'
               and ${notHandled('message_failed', 'text.ref')} offset 0) as text
       where (select coalesce(asked.next_try_at <= (select clock_now()), true)
                     and asked.failure is distinct from '${GIVEN_UP_FOR_GOOD}'
                from messages as asked where asked.ref = text.ref)`,
    columns: columns({
      item: 'text.ref',
      method: `(select 'email' from emails as email where email.ref = text.ref)`,
      code: '(select sent.failure from messages as sent where sent.ref = text.ref)',
      detail: '(select sent.to_phone from messages as sent where sent.ref = text.ref)',
    }),
    since: 'text.created_at',
  },
  stock_low: {
    from: `variant_stock as stock
        left join product_shelf as shelf using (product_id)
       where stock.low_since is not null
         and not coalesce((shelf.state ->> 'isRemoved')::boolean, false)
         and coalesce((shelf.state ->> 'isActive')::boolean, true)`,
    columns: columns({
      item: 'stock.variant_id::text',
      code: '(stock.counted - stock.held - stock.taken)::text',
      detail: `(select (shelf.state ->> 'name') || ' · ' || (variant ->> 'name')
                    || ' (' || (variant ->> 'sku') || ')'
                 from json_array_elements(shelf.state -> 'variants') as variant
                where variant ->> 'variantId' = stock.variant_id::text)`,
    }),
    since: 'stock.low_since',
  },
}

export const storedKinds = Object.keys(branches) as StoredKind[] // the record names them all
