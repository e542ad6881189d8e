// What providers say in settlement statements, held against the facts of the orders. A line that
// the money desk shows as matched is looked at by nobody any more: its payment or its refund must
// stand in the facts, of that provider and of that sum, and each payment is counted by one line.
// So the matched sales of a provider add up to the payments that they tell. What the desk shows as
// a difference is a matter for people and breaks nothing. Checks I7 of statements.
import type { OnlineMethod } from '../commands/purchase-rows.ts'
import { handMethod } from '../commands/statement-hands.ts'
import { JUDGED_LINES, VERDICT } from '../commands/statement-verdicts.ts'
import { pages } from './audit.ts'
import type { Audit } from './audit.ts'
import { moneyOfOrders } from './stated-money.ts'
import type { StatedMoney } from './stated-money.ts'

type Statement = { statement_id: string; provider: OnlineMethod }

/** How staff take and give money by a provider's means; the rule stands here a second time. */
const byHand: Record<OnlineMethod, string> = { whishpay: 'whish', montypay: 'card' }

/** Read models, by which the desk knows money by hand and refunds, may lag behind so long. */
const READ_WITHIN_MS = 60_000

export async function checkStatements(audit: Audit): Promise<void> {
  const statement = {
    name: 'verify_statements',
    text: `select statement_id, provider from settlement_statements
            where statement_id > $1 order by statement_id limit $2`,
  }
  const start = ['00000000-0000-0000-0000-000000000000']
  const next = (row: Statement) => [row.statement_id]
  for await (const rows of pages<Statement>(audit, statement, start, next))
    for (const row of rows) await checkStatement(audit, row)
}

type Line = {
  line: number
  kind: 'sale' | 'refund'
  amount_cents: number
  currency: string
  /** Null: money by hand. */
  attempt_id: string | null
  /** Of its payment. Null: a refund that names none of ours. */
  order_id: string | null
  /** Of a refund: orders of which a proof by hand names the line. */
  given_by_hand: string[]
  /** Of a sale: the lines of this provider that tell its payment and are counted in the sums. */
  counted: number
}

const matchedLines = `
  select line.line, line.kind, line.amount_cents, line.currency, attempt.attempt_id,
         coalesce(attempt.order_id, hand.order_id) as order_id,
         array(
           select distinct proof.order_id::text
             from refund_payments as proof
            where line.kind = 'refund' and proof.method = ${handMethod('statement.provider')}
              and proof.reference = any (array[line.attempt_ref, line.provider_ref])
         ) as given_by_hand,
         (select count(*)
            from settlement_lines as other
            join settlement_statements as theirs on theirs.statement_id = other.statement_id
           where line.kind = 'sale' and other.kind = 'sale' and not other.is_repeated
             and theirs.provider = statement.provider
             and (other.attempt_ref = coalesce(attempt.ref, hand.reference)
               or other.provider_ref = hand.reference)) as counted
    ${JUDGED_LINES}
     and line.line > $2 and (${VERDICT}) = 'matched'
   order by line.line limit $3`

async function checkStatement(audit: Audit, statement: Statement): Promise<void> {
  const { statement_id, provider } = statement
  const lines = { name: 'verify_matched_lines', text: matchedLines }
  const next = (row: Line) => [statement_id, row.line]
  const givenBack: GivenBack = new Map()
  for await (const rows of pages<Line>(audit, lines, [statement_id, 0], next)) {
    const orders = await moneyOfOrders(audit, rows.flatMap(ordersOf))
    for (const line of rows) {
      audit.examined('I7')
      const what =
        line.kind === 'sale'
          ? wrongInSale({ audit, provider, orders }, line)
          : wrongInRefund({ audit, provider, orders }, line, givenBack)
      if (what !== null)
        audit.violated('I7', `statement ${statement_id}, line ${line.line}: ${what}`)
    }
  }
}

const ordersOf = ({ order_id, given_by_hand }: Line): string[] =>
  order_id === null ? given_by_hand : [order_id, ...given_by_hand]

type Known = { audit: Audit; provider: OnlineMethod; orders: ReadonlyMap<string, StatedMoney> }

function wrongInSale({ audit, provider, orders }: Known, line: Line): string | null {
  const { attempt_id, order_id, amount_cents, currency, counted } = line
  const money = orders.get(order_id ?? '')
  if (attempt_id === null && isFresh(audit, money)) return null
  const payment = attempt_id === null ? money?.byHand : money?.confirmed.get(attempt_id)
  const name = `order ${order_id}`
  if (payment == null) return `${name}: matched, and the facts know no such payment`
  const method = attempt_id === null ? byHand[provider] : provider
  if (payment.method !== method) return `${name}: matched with ${method}, paid by ${payment.method}`
  // The facts do not say for how many pounds a sale was taken.
  const isSum = payment.amountCents === amount_cents && payment.currency === currency
  if (!isSum && (attempt_id !== null || currency === 'USD'))
    return `${name}: ${amount_cents} ${currency} cents matched, ${payment.amountCents} were paid`
  return counted === 1 ? null : `${name}: its payment is counted by ${counted} lines`
}

/** What lines of one statement have given back so far, by order and method. */
type GivenBack = Map<string, number>

/** It tells a refund, or several that went back in one transfer; all lines no more than those. */
function wrongInRefund(
  { audit, provider, orders }: Known,
  line: Line,
  givenBack: GivenBack,
): string | null {
  const { order_id, given_by_hand, amount_cents, currency } = line
  if (ordersOf(line).some((orderId) => isFresh(audit, orders.get(orderId)))) return null
  const ways = given_by_hand.map((orderId) => ({ orderId, method: byHand[provider] }))
  if (order_id !== null) ways.push({ orderId: order_id, method: provider })
  const way = ways.find(({ orderId, method }) =>
    transfersOf(orders.get(orderId), method).has(amount_cents),
  )
  const name = `order ${ways.map(({ orderId }) => orderId).join(', ')}`
  if (way === undefined || currency !== 'USD')
    return `${name}: ${amount_cents} ${currency} cents went back, and no such refund was paid`
  const key = `${way.orderId} ${way.method}`
  const sumCents = (givenBack.get(key) ?? 0) + amount_cents
  givenBack.set(key, sumCents)
  const paidCents = sumOf(refundedBy(orders.get(way.orderId), way.method))
  if (sumCents <= paidCents) return null
  return `order ${way.orderId}: ${sumCents} cents went back, refunds of ${paidCents} were paid`
}

const isFresh = ({ now }: Audit, money: StatedMoney | undefined): boolean =>
  money !== undefined && now.getTime() - money.newestAt.getTime() < READ_WITHIN_MS

const refundedBy = (money: StatedMoney | undefined, wanted: string) =>
  [...(money?.refunds.values() ?? [])].filter(({ method }) => method === wanted)

const sumOf = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Sums of each refund by itself, and of those with one reference. */
function transfersOf(money: StatedMoney | undefined, method: string): Set<number> {
  const refunds = refundedBy(money, method)
  const sums = new Set(refunds.map(({ amountCents }) => amountCents))
  const byReference = new Map<string, number>()
  for (const { refundId, amountCents } of refunds) {
    const reference = money?.references.get(`${method} ${refundId}`)
    if (reference !== undefined)
      byReference.set(reference, (byReference.get(reference) ?? 0) + amountCents)
  }
  for (const sumCents of byReference.values()) sums.add(sumCents)
  return sums
}
