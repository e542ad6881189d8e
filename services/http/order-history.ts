// What has happened to an order, as staff read it: its facts and, beside them, what staff did or
// wrote down (`audit_details`), each with who and when. Oldest first.
import * as z from 'zod/mini'

import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent, OrderLine } from '#events/order/events.ts'

import { notesOf } from '../commands/audit.ts'
import { namesOf } from '../commands/order-acts.ts'
import { moneyOf } from '../commands/price-purchase.ts'
import { besideActs } from '../contract/admin-order-acts.ts'
import type { OrderHappening } from '../contract/admin-order-acts.ts'
import type { Recorded } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { goodsOf, linesIn } from './order-view.ts'

const actRow = z.object({
  command_id: z.string(),
  actor_id: z.string(),
  act: z.string(),
  details: z.looseObject({ note: z.optional(z.string()) }),
  created_at: z.date(),
})
type ActRow = z.infer<typeof actRow>

export async function historyOf(
  database: Queryable,
  orderId: OrderId,
  facts: readonly Recorded<OrderEvent>[],
): Promise<OrderHappening[]> {
  const acts = await actsOf(database, orderId)
  const actors = [
    ...facts.map(({ meta }) => meta.actor),
    ...acts.map(({ actor_id }) => `staff:${actor_id}`),
  ]
  const names = await namesOf(database, actors)
  const noteOf = notesOf(acts)
  const lines = linesIn(facts)
  const recorded = facts.map((fact) => ({
    ...happeningOf(fact, lines),
    who: whoIs(fact.meta.actor, names),
    note: noteOf(fact.meta.commandId, fact.meta.actor)?.details.note ?? null,
  }))
  const commands = new Set<string>(facts.map(({ meta }) => meta.commandId))
  const beside = acts.flatMap((act) =>
    commands.has(act.command_id) ? [] : besideHappening(act, names),
  )
  return [...recorded, ...beside].toSorted((a, b) => a.at.localeCompare(b.at))
}

async function actsOf(database: Queryable, orderId: OrderId): Promise<ActRow[]> {
  const { rows } = await database.query({
    name: 'acts_at_order',
    text: `select command_id, actor_id, act, details, created_at
             from audit_details where subject = $1 order by created_at`,
    values: [`order/${orderId}`],
  })
  return rows.map((row) => actRow.parse(row))
}

const blank = {
  amount: null,
  goods: null,
  method: null,
  code: null,
  reference: null,
  tickets: null,
  until: null,
  isRestocked: false,
} as const

type Told = Omit<OrderHappening, 'who' | 'note'>

function happeningOf(
  { event, recordedAt }: Recorded<OrderEvent>,
  lines: readonly OrderLine[],
): Told {
  const told = { ...blank, at: recordedAt.toISOString(), what: event.type }
  const { type, data } = event
  switch (type) {
    case 'OrderPlaced':
      return {
        ...told,
        amount: moneyOf(data.totalCents),
        method: data.paymentMethod,
        reference: data.reference,
      }
    case 'PaymentAttempted':
      return {
        ...told,
        amount: moneyOf(data.amountCents),
        method: data.method,
        reference: data.ref,
      }
    case 'PaymentDeclined':
      return { ...told, code: data.providerStatus }
    case 'PaymentConfirmed':
      return {
        ...told,
        amount: moneyOf(data.amountCents),
        method: data.method,
        reference: data.providerRef,
        code: data.sale === null ? 'on_top' : data.isRevival ? 'revival' : null,
      }
    case 'PaymentMismatched':
      return {
        ...told,
        amount: data.receivedCents === null ? null : moneyOf(data.receivedCents),
        method: data.method,
        code: data.receivedCurrency,
      }
    case 'TicketsGranted':
      return {
        ...told,
        tickets: data.grants.reduce((sum, one) => sum + one.last - one.first + 1, 0),
      }
    case 'RefundDue':
      return {
        ...told,
        amount: moneyOf(data.amountCents),
        goods: goodsOf({ lines }, data.lineId),
        code: data.cause,
        isRestocked: data.restock === true,
      }
    case 'RefundPaid':
    case 'RefundPaymentWithdrawn':
      return { ...told, amount: moneyOf(data.amountCents), method: data.method }
    case 'RefundWithdrawn':
      return {
        ...told,
        amount: moneyOf(data.amountCents),
        method: data.method,
        code: data.reason === 'never_paid' ? 'never_paid' : data.cause,
      }
    case 'PaymentMethodCorrected':
      return { ...told, amount: moneyOf(data.amountCents), method: data.to }
    case 'HoldExtended':
      return { ...told, until: data.holdUntil }
    case 'HolderCorrected':
      return { ...told, code: data.cause }
    case 'ContactCorrected':
      return { ...told, code: data.fields.join(' ') }
    case 'OrderCancelled':
      return {
        ...told,
        code: data.staffReason ?? data.reason,
        isRestocked: data.restock === true,
      }
    default:
      return told
  }
}

function besideHappening(act: ActRow, names: ReadonlyMap<string, string>): OrderHappening[] {
  const what = besideActs.find((known) => known === act.act)
  if (what === undefined) return []
  const at = act.created_at.toISOString()
  const who = whoIs(`staff:${act.actor_id}`, names)
  return [{ ...blank, at, what, who, note: act.details.note ?? null }]
}

function whoIs(actor: string, names: ReadonlyMap<string, string>): OrderHappening['who'] {
  if (actor.startsWith('staff:')) return { kind: 'staff', name: names.get(actor) ?? null }
  const isBuyer = /^(customer|guest):/.test(actor)
  return { kind: isBuyer ? 'customer' : 'system', name: null }
}
