// What a case has left behind, read from the tables with the owner's eyes and judged without a
// line of the code that wrote it.
import type { OrderEvent } from '#events/order/events.ts'

import type { Queryable } from '../../io/database.ts'
import type { Case, Ending, Scenario } from './scenarios.ts'

export type Evidence = {
  orders: { orderId: string; facts: OrderEvent[] }[]
  /** Numbers per order line, `first` to `last`. */
  issues: { line: string; n: number }[]
  attempts: { state: string }[]
  holds: number
  /** Raffles whose counters are not the sums of their rows. */
  miscounted: number
}

export async function gather(owner: Queryable, { sessionId }: Case): Promise<Evidence> {
  const { rows: orderRows } = await owner.query<{ id: string }>(
    `select order_id as id from purchases where session_id = $1
     union select order_id from order_contacts where session_id = $1
     union select order_id from order_openings where session_id = $1`,
    [sessionId],
  )
  const ids = orderRows.map(({ id }) => id)
  const { rows: facts } = await owner.query<{ stream_id: string; type: string; payload: string }>(
    `select stream_id, type, payload from events
      where stream_id = any(select 'order/' || id from unnest($1::text[]) as id)
      order by stream_id, stream_version`,
    [ids],
  )
  const { rows: issues } = await owner.query<{ line: string; n: number }>(
    `select order_line_id as line, (last - first + 1)::int as n
       from issues where order_id = any($1::uuid[])`,
    [ids],
  )
  const { rows: attempts } = await owner.query<{ state: string }>(
    'select state from payment_attempts where order_id = any($1::uuid[])',
    [ids],
  )
  return {
    orders: ids
      .map((orderId) => ({ orderId, facts: factsOf(facts, `order/${orderId}`) }))
      .filter((order) => order.facts.length > 0),
    issues,
    attempts,
    ...(await counters(owner, ids)),
  }
}

type FactRow = { stream_id: string; type: string; payload: string }

/** Type and payload were checked against the catalogue before they were stored. */
const factsOf = (rows: readonly FactRow[], streamId: string) =>
  rows
    .filter(({ stream_id }) => stream_id === streamId)
    .map(({ type, payload }) => ({ type, data: JSON.parse(payload) }) as OrderEvent)

async function counters(owner: Queryable, orderIds: readonly string[]) {
  const { rows } = await owner.query<{ holds: number; miscounted: number }>(
    `select (select count(*)::int from holds where order_id = any($1::uuid[])) as holds,
            (select count(*)::int
               from raffle_state as state
              where state.held <> (select coalesce(sum(n), 0) from holds
                                    where holds.log_id = state.log_id)
                 or state.issued <> (select coalesce(sum(last - first + 1), 0) from issues
                                      where issues.log_id = state.log_id)) as miscounted`,
    [orderIds],
  )
  return rows[0] ?? { holds: -1, miscounted: -1 }
}

const none = { isPaid: true, cancelled: 0, completed: 0, due: 0, refunded: 0 }
const unpaid = { ...none, isPaid: false, cancelled: 1 }
const endings: Record<Ending, typeof none> = {
  paid: none,
  // Late, with tickets left: the reservation has ended, and the order lives again.
  'paid late': { ...none, cancelled: 1 },
  completed: { ...none, completed: 1 },
  expired: unpaid,
  'never placed or expired': unpaid,
  cancelled: unpaid,
  'refund owed': { ...none, cancelled: 1, due: 1 },
  refunded: { ...none, cancelled: 1, due: 1, refunded: 1 },
}

/** Empty: everything is as it must be. */
export function problemsOf(
  { orders, issues, attempts, holds, miscounted }: Evidence,
  { end, attempts: attemptsWanted }: Pick<Scenario, 'end' | 'attempts'>,
): string[] {
  const problems: string[] = []
  const expect = (isTrue: boolean, problem: string) => {
    if (!isTrue) problems.push(problem)
  }
  expect(miscounted === 0, `${miscounted} raffles are miscounted`)
  expect(holds === 0, `${holds} holds are left`)
  if (end === 'never placed or expired' && orders.length === 0) {
    expect(issues.length === 0, 'tickets without an order')
    return problems
  }

  expect(orders.length === 1, `${orders.length} orders`)
  expect(attempts.length === attemptsWanted, `${attempts.length} payment attempts`)
  const facts = orders.flatMap((order) => order.facts)
  const count = (type: OrderEvent['type']) => facts.filter((fact) => fact.type === type).length
  expect(count('OrderPlaced') === 1, `placed ${count('OrderPlaced')} times`)
  const wanted = endings[end]
  expect(count('OrderCancelled') === wanted.cancelled, `ended ${count('OrderCancelled')} times`)
  expect(count('OrderCompleted') === wanted.completed, `done ${count('OrderCompleted')} times`)
  expect(count('RefundDue') === wanted.due, `${count('RefundDue')} refund duties`)
  expect(count('RefundPaid') === wanted.refunded, `refunded ${count('RefundPaid')} times`)
  if (!wanted.isPaid) {
    expect(count('PaymentConfirmed') === 0, 'charged')
    expect(issues.length === 0, 'tickets without payment')
    return problems
  }
  expect(count('PaymentConfirmed') === 1, `charged ${count('PaymentConfirmed')} times`)
  expect(attempts.filter(({ state }) => state === 'settled').length === 1, 'attempt not settled')
  for (const line of linesOf(facts)) {
    const issued = issues.filter((issue) => issue.line === line.lineId)
    const granted = grantsOf(facts).filter(({ lineId }) => lineId === line.lineId)
    const wanted = line.quantity * line.ticketsPerUnit
    expect(issued.length === 1 && issued[0]?.n === wanted, `${issued[0]?.n ?? 0} of ${wanted}`)
    expect(granted.length === 1, `granted ${granted.length} times`)
  }
  return problems
}

const linesOf = (facts: readonly OrderEvent[]) =>
  facts.flatMap((fact) => (fact.type === 'OrderPlaced' ? fact.data.lines : []))

const grantsOf = (facts: readonly OrderEvent[]) =>
  facts.flatMap((fact) => (fact.type === 'TicketsGranted' ? fact.data.grants : []))
