// I14: no job is both done and waiting, no log waits more than 30 s for a projection, and none for
// one that stands still before it: nobody but an operator ends that.
import type { Audit } from './audit.ts'

const WAITING_SECONDS_MAX = 30

export async function checkJobs(audit: Audit): Promise<void> {
  await checkBossJobs(audit)
  await checkWaitingLogs(audit)
}

async function checkBossJobs(audit: Audit): Promise<void> {
  const { rows } = await audit.tx.query<{ looked: number; wrong: string[] | null }>(
    `select count(*)::integer as looked,
            array_agg(name || ' ' || id || ' is ' || state || ' and has ended')
              filter (where state < 'completed' and completed_on is not null) as wrong
       from pgboss.job`,
  )
  const [answer] = rows
  if (answer === undefined) return
  audit.examined('I14', answer.looked)
  audit.progress(answer.looked)
  for (const what of answer.wrong ?? []) audit.violated('I14', `job ${what}`)
}

async function checkWaitingLogs(audit: Audit): Promise<void> {
  const { rows } = await audit.tx.query<{
    name: string
    log_id: string
    behind: number
    s: number
    error: string | null
  }>(
    `select projections.name, logs.log_id, logs.head - projections.position as behind,
            extract(epoch from $1::timestamptz - event.recorded_at)::integer as s,
            projections.last_error as error
       from projections
       join projection_builds as build using (name, version, generation)
       join logs using (log_id)
       left join events as event
         on event.log_id = logs.log_id and event.position = projections.position + 1
      where build.status = 'live'`,
    [audit.now],
  )
  audit.examined('I14', rows.length)
  for (const { name, log_id, behind, s, error } of rows) {
    if (behind <= 0) continue
    const where = `${name} is ${behind} facts behind ${log_id} since ${s} s`
    if (error !== null) audit.violated('I14', `${where} and stands still: ${error}`)
    else if (s > WAITING_SECONDS_MAX) audit.violated('I14', where)
  }
}
