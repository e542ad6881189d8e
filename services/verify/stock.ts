// Counted goods, told a second time from the facts: what staff counted, which lines hold pieces and
// which have taken them. Check I22.
import type { OrderEvent } from '#events/order/events.ts'
import type { ProductEvent } from '#events/product/events.ts'

import { pages } from './audit.ts'
import type { Audit } from './audit.ts'

/** What the rows say, and since when each variant is counted by the facts. */
export type Goods = {
  lines: ReadonlyMap<string, 'held' | 'taken'>
  countedSince: ReadonlyMap<string, Date>
}

type Counted = { counted: number; since: Date; productId: string }

export async function checkStock(audit: Audit): Promise<Goods> {
  const counted = await countedByFacts(audit)
  await checkRows(audit, counted)
  const { rows } = await audit.tx.query<{ order_line_id: string; state: 'held' | 'taken' }>(
    'select order_line_id, state from stock_holds',
  )
  return {
    lines: new Map(rows.map(({ order_line_id, state }) => [order_line_id, state])),
    countedSince: new Map([...counted].map(([variantId, { since }]) => [variantId, since])),
  }
}

type Fact = {
  log_id: string
  position: number
  stream_id: string
  type: string
  payload: string
  recorded_at: Date
}

async function countedByFacts(audit: Audit): Promise<Map<string, Counted>> {
  const counted = new Map<string, Counted>()
  const statement = {
    name: 'verify_stock_facts',
    text: `select log_id, position, stream_id, type, payload, recorded_at
             from events
            where leaf is null
              and type in ('StockTracked', 'StockAdjusted', 'StockUntracked', 'VariantRemoved',
                           'ProductRemoved')
              and (log_id, position) > ($1, $2)
            order by log_id, position limit $3`,
  }
  const next = ({ log_id, position }: Fact) => [log_id, position]
  for await (const facts of pages<Fact>(audit, statement, ['', 0], next))
    for (const fact of facts) tell(audit, counted, fact)
  return counted
}

function tell(audit: Audit, counted: Map<string, Counted>, fact: Fact): void {
  const productId = fact.stream_id.slice('product/'.length)
  // The type and the data were checked against the catalogue before they were stored.
  const event = { type: fact.type, data: JSON.parse(fact.payload) } as ProductEvent
  switch (event.type) {
    case 'StockTracked': {
      const known = counted.get(event.data.variantId)
      const begun = { counted: 0, since: fact.recorded_at, productId }
      counted.set(event.data.variantId, known ?? begun)
      return
    }
    case 'StockAdjusted': {
      const { variantId, change } = event.data
      const known = counted.get(variantId)
      if (known !== undefined) known.counted += change
      if (known?.counted !== event.data.counted)
        audit.violated(
          'I22',
          `variant ${variantId}: ${event.data.counted} counted, changes of ${known?.counted}`,
        )
      return
    }
    case 'StockUntracked':
    case 'VariantRemoved':
      counted.delete(event.data.variantId)
      return
    default:
      for (const [variantId, known] of counted)
        if (known.productId === productId) counted.delete(variantId)
  }
}

async function checkRows(audit: Audit, counted: ReadonlyMap<string, Counted>): Promise<void> {
  const { rows } = await audit.tx.query<StockRow>(
    `select variant_id::text, counted, held, taken,
            coalesce(sums.held_lines, 0) as held_lines,
            coalesce(sums.taken_lines, 0) as taken_lines
       from variant_stock
       left join (
         select variant_id,
                coalesce(sum(n) filter (where state = 'held'), 0)::bigint as held_lines,
                coalesce(sum(n) filter (where state = 'taken'), 0)::bigint as taken_lines
           from stock_holds
          group by variant_id
       ) as sums using (variant_id)`,
  )
  for (const row of rows) {
    audit.examined('I22')
    for (const what of wrongIn(row, counted.get(row.variant_id)?.counted))
      audit.violated('I22', `variant ${row.variant_id}: ${what}`)
  }
  const known = new Set(rows.map(({ variant_id }) => variant_id))
  for (const variantId of counted.keys())
    if (!known.has(variantId)) audit.violated('I22', `variant ${variantId}: counted, without a row`)
}

type StockRow = {
  variant_id: string
  counted: number
  held: number
  taken: number
  held_lines: number
  taken_lines: number
}

function wrongIn(row: StockRow, byFacts: number | undefined): string[] {
  const { counted, held, taken, held_lines, taken_lines } = row
  return [
    counted !== byFacts && `${counted} counted, the facts say ${byFacts ?? 'nobody counts'}`,
    held !== held_lines && `held says ${held}, the lines add up to ${held_lines}`,
    taken !== taken_lines && `taken says ${taken}, the lines add up to ${taken_lines}`,
    held + taken > counted && `${held} held and ${taken} taken of ${counted}`,
    (held < 0 || taken < 0) && 'fewer than none',
  ].filter((what) => what !== false)
}

type Walked = { orderId: string; facts: OrderEvent[]; placedAt: Date; isSettling: boolean }

/** A paid line has taken its pieces, one that was never paid has not. */
export function checkGoods(audit: Audit, { orderId, facts, ...at }: Walked, goods: Goods): void {
  const [placed] = facts
  if (placed?.type !== 'OrderPlaced') return
  const isPaid = facts.some((fact) => fact.type === 'PaymentConfirmed' && fact.data.sale !== null)
  const refunded = new Set<string | null>()
  for (const fact of facts) if (fact.type === 'RefundDue') refunded.add(fact.data.lineId)
  for (const line of placed.data.lines) {
    audit.examined('I22')
    const state = goods.lines.get(line.lineId)
    const name = `order ${orderId}, line ${line.lineId}`
    if (state === 'taken' && !isPaid) audit.violated('I22', `${name}: took pieces, never paid`)
    if (state !== undefined && line.holdsStock !== true)
      audit.violated('I22', `${name}: holds pieces that were not counted`)
    const since = goods.countedSince.get(line.variantId ?? '')
    const isDue = line.holdsStock === true && since !== undefined && since <= at.placedAt
    if (isPaid && isDue && !at.isSettling && !refunded.has(line.lineId) && state !== 'taken')
      audit.violated('I22', `${name}: paid, and has not taken its pieces`)
  }
}
