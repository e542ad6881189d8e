// I14: no job is both done and waiting, no log waits more than 30 s for a projection, and none for
// one that stands still before it: nobody but an operator ends that. Nor does a reactor fail at a
// fact for longer: what comes again and again is no passing trouble any more.
import { reactorReads } from '../workers/reactors/reads.ts'
import type { Audit } from './audit.ts'

const WAITING_SECONDS_MAX = 30

export async function checkJobs(audit: Audit): Promise<void> {
  await checkBossJobs(audit)
  await checkWaitingLogs(audit)
  await checkFailingReactors(audit)
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

/** One that fails and has nothing to act on any more has failed at something that is over. */
async function checkFailingReactors(audit: Audit): Promise<void> {
  for (const [name, reads] of Object.entries(reactorReads)) {
    const { rows } = await audit.tx.query<{ log_id: string; error: string | null; s: number }>({
      name: 'verify_failing_reactors',
      text: `
        select marks.log_id, marks.last_error as error,
               coalesce(extract(epoch from $2::timestamptz - waiting.since), 0)::integer as s
          from reactors as marks
          left join lateral (
               select min(recorded_at) as since from events
                where marks.last_error is not null and events.log_id = marks.log_id
                  and events.position > marks.position and events.type = any($3)) as waiting on true
         where marks.name = $1 and marks.log_id <> ''`,
      values: [name, audit.now, Object.values(reads).flat()],
    })
    audit.examined('I14', rows.length)
    for (const { log_id, error, s } of rows)
      if (error !== null && s > WAITING_SECONDS_MAX)
        audit.violated('I14', `${name} fails at a fact of ${log_id} since ${s} s: ${error}`)
  }
}
