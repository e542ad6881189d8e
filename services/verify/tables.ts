// Invariants that one statement can decide over the tables beside the logs. Each statement
// answers how many rows it looked at, and the wrong ones in words.
import type { Audit, InvariantId } from './audit.ts'

type Check = { id: InvariantId; text: string }

/** Every statement yields (what text or null): null for a row that was looked at and is right. */
const checks: readonly Check[] = [
  {
    id: 'I8',
    text: `select case when issued > tickets_max
                  then log_id || ' product ' || product_id || ': ' || issued
                       || ' tickets of ' || tickets_max end as what
             from raffle_products`,
  },
  {
    id: 'I9',
    text: `select case when facts.times is distinct from 1
                  then 'purchase of order ' || purchases.order_id || ': placed '
                       || coalesce(facts.times, 0) || ' times' end as what
             from purchases
             left join lateral (
               select count(*) as times from events
                where events.leaf is null
                  and events.log_id in (select log_id from logs where log_id like 'shop/%')
                  and events.stream_id = 'order/' || purchases.order_id
                  and events.type = 'OrderPlaced') as facts on true
            where purchases.state <> 'running'`,
  },
  {
    id: 'I13',
    text: `select case when projections.position > logs.head or logs.head is null
                  then projections.name || ' on ' || projections.log_id || ' stands at '
                       || projections.position || ', the log ends at ' || coalesce(logs.head, 0)
             end as what
             from projections left join logs using (log_id)
            where projections.log_id <> ''`,
  },
  {
    id: 'I13',
    text: `select case when max(checkpoints.size) > coalesce(max(logs.head), 0)
                  then log_id || ': a checkpoint of ' || max(checkpoints.size)
                       || ' leaves was signed, the log ends at ' || coalesce(max(logs.head), 0)
             end as what
             from checkpoints left join logs using (log_id)
            group by log_id`,
  },
  {
    id: 'I17',
    text: `select case
               when state.issued + state.held > state.cap then
                 state.log_id || ': ' || state.issued || ' issued and ' || state.held
                 || ' held of ' || state.cap
               when state.held <> coalesce(sums.n, 0) then
                 state.log_id || ': held says ' || state.held || ', the holds add up to '
                 || coalesce(sums.n, 0)
             end as what
             from raffle_state as state
             left join (select log_id, sum(n)::integer as n from holds group by log_id) as sums
               using (log_id)`,
  },
]

export async function checkTables(audit: Audit): Promise<void> {
  for (const check of checks) await runCheck(audit, check)
}

async function runCheck(audit: Audit, { id, text }: Check): Promise<void> {
  const { rows } = await audit.tx.query<{ looked: number; wrong: string[] | null }>(
    `select count(*)::integer as looked, array_agg(what) filter (where what is not null) as wrong
       from (${text}) as examined`,
  )
  const [answer] = rows
  if (answer === undefined) return
  audit.progress(answer.looked)
  audit.examined(id, answer.looked)
  for (const what of answer.wrong ?? []) audit.violated(id, what)
}
