// The notes of the audit trail held against the facts they stand beside, and the facts of staff
// against their notes (docs/security.md, K22).
import type { Queryable } from '../../io/database.ts'

export type Left = { act: string; actor_id: string; address: string; has_fact: boolean }

export type Notes = {
  /** Taken away since the last time, and whether their facts are the same person's. */
  taken: () => Promise<Left[]>
  /** Facts of staff that never had a note of that person, neither of their own nor of their act. */
  missing: () => Promise<string[]>
}

type Fact = { type: string; actor: string; command_id: string; correlation_id: string }

export function openNotes(database: Queryable): Notes {
  /** `<command> staff:<person>`, of all that were ever taken. */
  const noted = new Set<string>()

  async function taken(): Promise<Left[]> {
    const { rows } = await database.query<Left & { command_id: string }>(`
      with gone as (delete from audit_details returning *)
      select act, actor_id, address, command_id,
             exists (select from events
                      where command_id::text in
                              (meta::json ->> 'commandId', meta::json ->> 'correlationId')
                        and meta::json ->> 'actor' = 'staff:' || actor_id) as has_fact
        from gone order by created_at, act`)
    for (const { command_id, actor_id } of rows) noted.add(`${command_id} staff:${actor_id}`)
    return rows
  }

  async function missing(): Promise<string[]> {
    await taken()
    const { rows } = await database.query<Fact>(`
      select type, meta::json ->> 'actor' as actor,
             meta::json ->> 'commandId' as command_id,
             meta::json ->> 'correlationId' as correlation_id
        from events
       where meta::json ->> 'actor' like 'staff:%'
       order by recorded_at, log_id, position`)
    const isNoted = ({ command_id, correlation_id, actor }: Fact) =>
      [command_id, correlation_id].some((id) => noted.has(`${id} ${actor}`))
    return rows.filter((fact) => !isNoted(fact)).map(({ type }) => type)
  }

  return { taken, missing }
}
