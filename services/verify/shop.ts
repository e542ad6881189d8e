// Walks the shop logs in order of position: no gap (I6), no step back in time (I10), and not one
// personal datum in a fact, nor anywhere of whom a fact says that he was erased (I19).
import { broken, pages } from './audit.ts'
import type { Audit } from './audit.ts'
import { checkErasures } from './erasures.ts'
import type { ErasedPerson } from './erasures.ts'

type Row = {
  position: number
  stream_id: string
  type: string
  payload: string
  meta: string
  recorded_at: Date
}

/** Phones in E.164 of any country, and e-mail addresses. Ids, hex and hyphens, match neither. */
const personal = /\+\d{8,15}\b|[\w.%-]+@[\w-]+\.[a-z]{2,}/i

export async function checkShopLogs(audit: Audit): Promise<void> {
  const { rows: logs } = await audit.tx.query<{ log_id: string; head: number }>(
    `select log_id, head from logs where log_id like 'shop/%' order by log_id`,
  )
  const erased: ErasedPerson[] = []
  for (const log of logs) await checkShopLog(audit, log, erased)
  await checkErasures(audit, erased)
}

/** Adds to `erased` whoever it meets. */
async function checkShopLog(
  audit: Audit,
  log: { log_id: string; head: number },
  erased: ErasedPerson[],
): Promise<void> {
  let expected = 1
  let lastTime = 0
  const statement = {
    name: 'verify_shop',
    text: `select position, stream_id, type, payload, meta, recorded_at
             from events where log_id = $1 and position > $2 order by position limit $3`,
  }
  const next = (row: Row) => [log.log_id, row.position]
  for await (const rows of pages<Row>(audit, statement, [log.log_id, 0], next))
    for (const row of rows) {
      const at = `${log.log_id} position ${row.position}`
      audit.examined('I6')
      audit.examined('I10')
      audit.examined('I19')
      if (row.position !== expected) broken(audit, 'I6', `${at}: ${expected} is missing`)
      if (row.recorded_at.getTime() < lastTime)
        broken(audit, 'I10', `${at}: recorded before the fact it follows`)
      if (personal.test(row.payload) || personal.test(row.meta))
        audit.violated('I19', `${at}: ${row.type} holds a phone or an e-mail address`)
      if (row.type === 'PersonErased')
        erased.push({
          personId: row.stream_id.slice('customer/'.length),
          erasedAt: row.recorded_at,
        })
      expected = row.position + 1
      lastTime = row.recorded_at.getTime()
    }
  if (expected - 1 !== log.head)
    broken(audit, 'I6', `${log.log_id}: head is ${log.head}, ${expected - 1} facts are there`)
}
