// What staff may do to an order, as forms: which fields an act asks for, what it becomes on the
// wire, and who may do it. Pure.
import { holderReasons, manualMethods, paymentMethods, staffReasons } from '#events/order/words.ts'
import type { AdminOrderDetail, StaffMayDo } from '#services/contract/admin-order-acts.ts'
import type { ChangeOrderRequest } from '#services/contract/admin-orders.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { typedRate } from '../../lib/admin/pounds.ts'
import { isDollars } from '../../lib/admin/received.ts'
import type { OrderActPath } from './api/order.ts'

export type ActField =
  | 'method'
  | 'refundMethod'
  | 'reference'
  | 'collector'
  | 'currency'
  | 'rate'
  | 'hours'
  | 'reason'
  | 'phone'
  | 'cause'
  | 'name'
  | 'email'
  | 'address'
  | 'amount'
  | 'line'
  | 'restock'
  | 'code'
  | 'words'
  | 'why'
  | 'note'

type RefundAct = 'pay_refund' | 'withdraw_refund' | 'withdraw_refund_payment'

/** An act that was chosen; some concern one refund, one payment or one request. */
export type ChosenAct =
  | { kind: Exclude<StaffMayDo, 'issue_invoice'> }
  | { kind: RefundAct; refundId: string }
  | { kind: 'refund_mismatch'; attemptId: string; received: string | null; currency: string | null }
  | { kind: 'accept' | 'decline'; requestId: string }

type Refund = Extract<ChosenAct, { kind: RefundAct }>
type Mismatch = Extract<ChosenAct, { kind: 'refund_mismatch' }>
export type ActKind = ChosenAct['kind']
export type ActValues = Readonly<Record<ActField, string>>

const proofFields = ['reference', 'collector', 'currency', 'rate'] as const

const fieldsOfAct: Record<ActKind, readonly ActField[]> = {
  mark_paid: ['method', ...proofFields, 'note'],
  extend_hold: ['hours', 'note'],
  cancel: ['reason', 'restock', 'note'],
  correct_holder: ['phone', 'cause', 'note'],
  correct_contact: ['name', 'email', 'address', 'note'],
  owe_refund: ['amount', 'note'],
  return_line: ['line', 'restock', 'note'],
  refund_mismatch: ['amount', 'note'],
  resend_receipt: [],
  prove_payment: ['method', ...proofFields, 'note'],
  check_payment: [],
  ready: [],
  sent_out: [],
  handed_over: ['code', 'note'],
  came_back: ['why'],
  pay_refund: ['refundMethod', 'reference', 'currency', 'rate', 'note'],
  withdraw_refund: ['why'],
  withdraw_refund_payment: ['why'],
  accept: ['restock', 'words'],
  decline: ['words'],
}

/** None: the act is done at one press. */
export function fieldsOf(act: ChosenAct, order: AdminOrderDetail): readonly ActField[] {
  const isAsked: Partial<Record<ActField, boolean>> = {
    code: order.shippingMethod === 'pickup',
    restock: act.kind === 'return_line' || isRestockable(act, order),
    address: order.shippingMethod === 'delivery' && !hasLeft(order),
  }
  return fieldsOfAct[act.kind].filter((field) => isAsked[field] ?? true)
}

/** Credit ends no order: its goods stay where they are. */
const isRestockable = (act: ChosenAct, order: AdminOrderDetail): boolean =>
  order.restockable.length > 0 && !isAboutCredit(act, order)

/** An answer to a buyer who wants to keep his money as store credit. */
export const isAboutCredit = (act: ChosenAct, { requests }: AdminOrderDetail): boolean =>
  (act.kind === 'accept' || act.kind === 'decline') &&
  requests.some(({ id, kind }) => id === act.requestId && kind === 'credit')

/** How this refund may be paid. */
export const wayOf = (act: ChosenAct, { refunds }: AdminOrderDetail) =>
  act.kind === 'pay_refund'
    ? (refunds.find(({ id }) => id === act.refundId)?.payableIn ?? 'any')
    : 'any'

/** Why this refund may be withdrawn; of one that is owed the server refuses any reason. */
const withdrawalOf = ({ refundId }: Pick<Refund, 'refundId'>, { refunds }: AdminOrderDetail) =>
  refunds.find(({ id }) => id === refundId)?.withdrawable ?? 'mistake'

export type RefundMethod = (typeof paymentMethods)[number] | 'credit'
const refundMethods: Record<ReturnType<typeof wayOf>, readonly RefundMethod[]> = {
  any: [...paymentMethods, 'credit'],
  money: paymentMethods,
  credit: ['credit'],
}
export const refundMethodsOf = (act: ChosenAct, order: AdminOrderDetail) =>
  refundMethods[wayOf(act, order)]

/**
 * By what was chosen so far: only pounds have a rate, of a refund only cash has a currency, and
 * credit has no number.
 */
export function isAskedNow(
  field: ActField,
  { kind }: ChosenAct,
  values: ActValues,
  order: Pick<AdminOrderDetail, 'returnable'>,
): boolean {
  if (kind === 'return_line' && field === 'restock')
    return lineOf(values, order)?.isCounted === true
  if (field === 'reference') return kind !== 'pay_refund' || values.refundMethod !== 'credit'
  const isCounted = kind !== 'pay_refund' || values.refundMethod === 'cash'
  if (field === 'currency') return isCounted
  return field !== 'rate' || (isCounted && values.currency === 'LBP')
}

/** After the order was read anew: a line that cannot come back any more is chosen no longer. */
export const stillChosen = (
  values: ActValues,
  order: Pick<AdminOrderDetail, 'returnable'>,
): ActValues => (lineOf(values, order) === undefined ? { ...values, line: '' } : values)

/** The line that is chosen to come back. */
export const lineOf = ({ line }: ActValues, { returnable }: Pick<AdminOrderDetail, 'returnable'>) =>
  returnable.find(({ lineId }) => lineId === line)

/** As `events/order` has it: where the goods went stays as it is. */
const hasLeft = ({ status, handover }: Pick<AdminOrderDetail, 'status' | 'handover'>) =>
  status === 'completed' || handover === 'sent_out'

/** Paid, and neither handed over nor out for delivery: its goods can be put back at once. */
export const isStillHere = (order: Pick<AdminOrderDetail, 'status' | 'handover'>): boolean =>
  order.status === 'paid' && !hasLeft(order)

/** Money that went back has its proof; credit is its own. */
export const isProofMissing = ({ kind }: ChosenAct, values: ActValues): boolean =>
  kind === 'pay_refund' && values.refundMethod !== 'credit' && values.reference.trim() === ''

const yes = 'yes'
export const isYes = (value: string): boolean => value === yes
export const yesOrNot = (isSo: boolean): string => (isSo ? yes : '')

export function firstValues(act: ChosenAct, order: AdminOrderDetail): ActValues {
  const manual = manualMethods.find((known) => known === order.paymentMethod) ?? 'cash'
  const received = act.kind === 'refund_mismatch' ? receivedOf(act) : ''
  const came = act.kind === 'pay_refund' ? cameAs(act, order) : null
  const written = act.kind === 'prove_payment' ? order.proof : null
  return {
    method: manual,
    refundMethod:
      wayOf(act, order) === 'credit' ? 'credit' : (came?.refundMethod ?? order.paymentMethod),
    reference: written?.reference ?? '',
    collector: written?.collector ?? '',
    currency: came?.currency ?? written?.currency ?? '',
    rate: came?.rate ?? written?.rate ?? '',
    hours: '72',
    reason: act.kind === 'withdraw_refund' ? withdrawalOf(act, order) : 'customer_asked',
    // Most often one digit of it is wrong.
    phone: order.userPhone ?? '',
    cause: 'mistyped',
    name: order.userName ?? '',
    email: order.userEmail ?? '',
    address: hasLeft(order) ? '' : (order.deliveryAddress ?? ''),
    // Of the sale how much is said by who promises it: all of it is most often a cancellation.
    amount: received,
    // Never undone: it is chosen, and stands for nothing else when another came back meanwhile.
    line: '',
    restock: yesOrNot(
      act.kind !== 'return_line' && isRestockable(act, order) && isStillHere(order),
    ),
    code: '',
    words: '',
    why: '',
    note: '',
  }
}

/** What came in another currency is no sum of dollars: how many of them go back is typed. */
const receivedOf = ({ received, currency }: Mismatch): string =>
  isDollars(currency) ? (received ?? '') : ''

/**
 * Money goes back as it came, which need not be as the buyer had meant to pay: in dollars, unless
 * somebody said otherwise. What came on top, or did not fit, has an attempt of its own.
 */
function cameAs({ refundId }: Refund, order: AdminOrderDetail) {
  const attempt = order.attempts.find(({ id }) =>
    onTop.some((cause) => refundId.startsWith(cause + id)),
  )
  const dollars = { currency: 'USD', rate: '' }
  if (attempt !== undefined) return { refundMethod: attempt.method, ...dollars }
  const refundMethod = order.payments.find(({ isSale }) => isSale)?.method ?? order.paymentMethod
  return { refundMethod, ...dollars, ...said(order) }
}

const onTop = ['paid_late:', 'paid_twice:', 'mismatch:']

function said({ proof }: AdminOrderDetail) {
  const isInPounds = proof?.currency === 'LBP'
  return isInPounds ? { currency: 'LBP', rate: proof.rate ?? '' } : {}
}

export type ActCall =
  | { via: 'change'; body: ChangeOrderRequest }
  | { via: 'act'; path: OrderActPath; body: object }

export function callOf(act: ChosenAct, values: ActValues): ActCall {
  const note = textOf('note', values)
  const to = (path: OrderActPath, body: object): ActCall => ({ via: 'act', path, body })
  switch (act.kind) {
    case 'mark_paid': {
      const paid = { status: 'paid' as const, paymentMethod: manualOf(values) }
      return { via: 'change', body: { ...paid, ...proofOf(values), ...note } }
    }
    case 'cancel': {
      const reason = staffReasons.find((known) => known === values.reason) ?? 'other'
      const restock = restockOf(values)
      return { via: 'change', body: { status: 'cancelled', reason, ...restock, ...note } }
    }
    case 'extend_hold':
      return to('hold', { hours: Number(values.hours), ...note })
    case 'correct_holder': {
      const cause = holderReasons.find((known) => known === values.cause) ?? 'other'
      return to('holder', { phone: values.phone, cause, ...note })
    }
    case 'correct_contact': {
      const { name, email } = values
      const right = { name: name.trim(), email: email.trim() || null }
      return to('contact', { ...right, ...textOf('address', values), ...note })
    }
    case 'owe_refund':
      return to('refund-duties', { amount: values.amount.trim(), ...note })
    case 'return_line':
      return to('returns', { lineId: values.line, ...restockOf(values), ...note })
    case 'refund_mismatch':
      return to('refund-duties', {
        amount: values.amount.trim(),
        attemptId: act.attemptId,
        ...note,
      })
    case 'resend_receipt':
      return to('receipt', {})
    case 'check_payment':
      return to('check', {})
    case 'prove_payment':
      return to('proof', { method: manualOf(values), ...wholeProof(values), ...note })
    case 'ready':
    case 'sent_out':
      return to('handover', { step: act.kind })
    case 'handed_over':
      return to('handover', { step: 'handed_over', ...textOf('code', values), ...note })
    case 'came_back':
      return to('handover', { step: 'came_back', note: values.why.trim() })
    case 'pay_refund':
      return to('refunds', {
        refundId: act.refundId,
        method: values.refundMethod,
        ...(values.refundMethod !== 'credit' && textOf('reference', values)),
        ...(values.refundMethod === 'cash' && moneyOf(values)),
        ...note,
      })
    case 'withdraw_refund': {
      const { refundId } = act
      return to('refund-withdrawals', { refundId, reason: values.reason, note: values.why.trim() })
    }
    case 'withdraw_refund_payment': {
      const { refundId } = act
      return to('refund-payment-withdrawals', { refundId, note: values.why.trim() })
    }
    case 'accept':
    case 'decline':
      return to('answers', {
        requestId: act.requestId,
        answer: act.kind === 'accept' ? 'accepted' : 'declined',
        ...(act.kind === 'accept' && restockOf(values)),
        ...textOf('words', values),
      })
  }
}

const manualOf = ({ method }: ActValues) =>
  manualMethods.find((known) => known === method) ?? 'cash'

const restockOf = ({ restock }: ActValues) => (isYes(restock) ? { restock: true } : {})

type Proof = Pick<ChangeOrderRequest, 'reference' | 'collector' | 'currency' | 'rate'>

const proofOf = (values: ActValues) =>
  ({
    ...textOf('reference', values),
    ...textOf('collector', values),
    ...moneyOf(values),
  }) as Proof // each part is text, or left out

/** As the form shows it: what was taken out of it is nothing from then on. */
function wholeProof(values: ActValues): { [Part in keyof Proof]-?: string | null } {
  const { reference = null, collector = null, currency = null, rate = null } = proofOf(values)
  return { reference, collector, currency, rate }
}

const moneyOf = (values: ActValues): Record<string, string> => ({
  ...textOf('currency', values),
  ...(values.currency === 'LBP' && textOf('rate', values)),
})

/** What is left empty is left out. */
const textOf = (field: ActField, values: ActValues): Record<string, string> =>
  sentAs(field, values) === '' ? {} : { [field]: sentAs(field, values) }

/** A rate may be typed, or copied, with commas of thousands. */
export const sentAs = (field: ActField, values: ActValues): string =>
  field === 'rate' ? typedRate(values.rate) : values[field].trim()

/**
 * Why a paid order cannot be cancelled at present; null: nothing stands against it. One whose
 * tickets are on their way is shown as pending still; one that is pending may be cancelled.
 */
export function heldBy({ status, drawStanding, mayDo }: AdminOrderDetail) {
  if (drawStanding !== null && drawStanding !== 'drawn') return drawStanding
  return status === 'pending' && !mayDo.includes('cancel') ? 'settling' : null
}

const sellers: readonly string[] = ['owner', 'manager', 'cashier'] satisfies StaffRole[]
const packing: readonly ActKind[] = ['ready', 'sent_out', 'handed_over', 'came_back']

/** The server decides; this only spares staff buttons that would be refused. */
export function mayAct(role: string | null | undefined, kind: ActKind): boolean {
  if (role === null || role === undefined) return false
  return sellers.includes(role) || (role === 'fulfilment' && packing.includes(kind))
}
