// I18: the register that people are shown, range by range, holds every ticket of the log once.
import type { Audit } from './audit.ts'

type Row = { log_id: string; issued: number; listed: number; missing: number[] | null }

export async function checkRegister(audit: Audit): Promise<void> {
  const { rows } = await audit.tx.query<Row>(
    `select leaf.log_id,
            sum(leaf.last - leaf.first + 1)::integer as issued,
            coalesce(sum(register.last - register.first + 1), 0)::integer as listed,
            array_agg(leaf.first) filter (where register.first is null) as missing
       from (select log_id, position,
                    (payload::json -> 'data' ->> 'first')::integer as first,
                    (payload::json -> 'data' ->> 'last')::integer as last
               from events where log_id like 'raffle/%' and type = 'TicketsIssued') as leaf
       join projections as checkpoint
         on checkpoint.log_id = leaf.log_id and checkpoint.name = 'ticket-register'
       join projection_builds as build using (name, version, generation)
       left join ticket_register as register
         on register.raffle_id = substr(leaf.log_id, 8)::uuid and register.first = leaf.first
      where build.status = 'live' and leaf.position <= checkpoint.position
      group by leaf.log_id`,
  )
  for (const { log_id, issued, listed, missing } of rows) {
    audit.examined('I18', issued)
    audit.progress(issued)
    // The read model's own line would only say it again.
    for (const first of missing ?? [])
      audit.blamed.add(`ticket_register ${log_id.slice('raffle/'.length)} ${first}`)
    if (issued !== listed)
      audit.violated('I18', `${log_id}: ${issued} tickets issued, ${listed} in the register`)
  }
}
