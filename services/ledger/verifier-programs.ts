// The verifiers that draws have named, in the database: with it they come back from any backup.
import type { Queryable } from '../io/database.ts'
import { hexSha256 } from './bundle-story.ts'

export const noSoftware = '0'.repeat(64)

/** Kept for good, under its own hash; a second time it changes nothing. */
export async function keepProgram(on: Queryable, program: Buffer): Promise<void> {
  await on.query({
    name: 'keep_verifier_program',
    text: `insert into verifier_programs (sha256, program) values ($1, $2)
           on conflict (sha256) do nothing`,
    values: [hexSha256(program), program],
  })
}

export async function keptProgram(on: Queryable, named: string): Promise<Buffer | null> {
  const { rows } = await on.query<{ program: Buffer }>({
    name: 'read_verifier_program',
    text: 'select program from verifier_programs where sha256 = $1',
    values: [named],
  })
  return rows[0]?.program ?? null
}

/** Hashes that draws name and nothing is kept of: their bundles cannot hold the very program. */
export async function missingPrograms(on: Queryable): Promise<string[]> {
  const { rows } = await on.query<{ named: string }>(
    `select distinct drawn.named
       from (select payload::json -> 'data' ->> 'softwareSha256' as named
               from events
              where log_id like 'raffle/%' and leaf is not null
                and type <> 'TicketsIssued' and type = 'DrawCompleted') as drawn
      where drawn.named <> $1
        and not exists (select from verifier_programs where sha256 = drawn.named)
      order by drawn.named`,
    [noSoftware],
  )
  return rows.map(({ named }) => named)
}
