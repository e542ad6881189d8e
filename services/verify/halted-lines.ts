// What a halted raffle means for the orders in it. A paid line waits with its order until the
// raffle is resumed, however long that takes; and what was refused must not have numbers that can
// win. Checks I4 of lines that were found not issuable.
import type { OrderEvent } from '#events/order/events.ts'

import { broken } from './audit.ts'
import type { Audit } from './audit.ts'

/** The ids of raffles that sell nothing until a person has looked. */
export async function haltedRaffles({ tx }: Audit): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ log_id: string }>('select log_id from raffle_halts')
  return new Set(rows.map(({ log_id }) => log_id.slice('raffle/'.length)))
}

/** A line of it has neither been granted its numbers nor been refused, and its raffle is halted. */
export function isWaiting(facts: readonly OrderEvent[], halted: ReadonlySet<string>): boolean {
  const [placed] = facts
  if (halted.size === 0 || placed?.type !== 'OrderPlaced') return false
  const settled = new Set<string | null>()
  for (const { type, data } of facts) {
    if (type === 'RefundDue') settled.add(data.lineId)
    if (type === 'TicketsGranted') for (const { lineId } of data.grants) settled.add(lineId)
  }
  return placed.data.lines.some(
    ({ lineId, raffleId }) => raffleId !== null && halted.has(raffleId) && !settled.has(lineId),
  )
}

type Walked = { orderId: string; facts: readonly OrderEvent[]; isSettling: boolean }
type IssuedLines = ReadonlyMap<string, { first: number; last: number } | null>

/** Its money is owed back because there were no numbers: then it has none that are valid. */
export async function checkNotIssuable(
  audit: Audit,
  { orderId, facts, isSettling }: Walked,
  issued: IssuedLines,
): Promise<void> {
  const [placed] = facts
  if (placed?.type !== 'OrderPlaced' || isSettling) return
  for (const { type, data } of facts) {
    if (type !== 'RefundDue' || data.cause !== 'not_issuable' || data.lineId === null) continue
    audit.examined('I4')
    const numbers = issued.get(data.lineId)
    const line = placed.data.lines.find(({ lineId }) => lineId === data.lineId)
    if (numbers == null || line?.raffleId == null) continue
    if (await areVoid(audit, line.raffleId, numbers)) continue
    const name = `order ${orderId}, line ${data.lineId}`
    broken(audit, 'I4', `${name}: not issuable, yet ${numbers.first}-${numbers.last} are valid`)
  }
}

type Leaf = { data: { ranges?: [number, number][] } }

/** Asked seldom: who was refused has no numbers. In a cancelled raffle none is worth anything. */
async function areVoid(
  { tx }: Audit,
  raffleId: string,
  { first, last }: { first: number; last: number },
): Promise<boolean> {
  const { rows } = await tx.query<{ type: string; payload: string }>({
    name: 'verify_voids',
    text: `select type, payload from events
            where log_id = $1 and leaf is not null and type <> 'TicketsIssued'
              and type in ('TicketsVoided', 'RaffleCancelled')`,
    values: [`raffle/${raffleId}`],
  })
  if (rows.some(({ type }) => type === 'RaffleCancelled')) return true
  const ranges = rows.flatMap(({ payload }) => (JSON.parse(payload) as Leaf).data.ranges ?? [])
  let voided = 0
  for (const [from, to] of ranges)
    voided += Math.max(0, Math.min(to, last) - Math.max(from, first) + 1)
  return voided === last - first + 1
}
