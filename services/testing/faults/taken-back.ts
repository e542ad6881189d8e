// PostgreSQL takes back what it is asked to write, as often as a test wants: by a trigger, so that
// the refusal comes from where a real one would, in the middle of the product's own statement.
import type { Queryable } from '../../io/database.ts'

export type Conflict = {
  state: string
  /** The next so many statements that write to one of these fail. */
  times: number
  tables: readonly Written[]
}

/** While `act` goes on; answers how often each of the tables was tried. */
export async function takingBack(
  owner: Queryable,
  { tables, state, times }: Conflict,
  act: () => Promise<void>,
): Promise<number[]> {
  try {
    for (const table of tables) await begin(owner, { table, state, times })
    await act()
    return await Promise.all(tables.map((table) => attempts(owner, table)))
  } finally {
    for (const table of tables) await end(owner, table)
  }
}

type TakenBack = { table: Written; state: string; times: number }

const counterOf = (table: Written) => `public.taken_back_${table}`

async function begin(owner: Queryable, { table, state, times }: TakenBack): Promise<void> {
  // A sequence is the one thing that is not undone with the rest.
  await owner.query(`create sequence ${counterOf(table)}`)
  await owner.query(`
    create or replace function public.take_back() returns trigger
      language plpgsql
      security definer
    as $$
    begin
      if nextval('public.taken_back_' || tg_table_name) <= tg_argv[1]::bigint then
        raise exception 'taken back by a test' using errcode = tg_argv[0];
      end if;
      return null;
    end
    $$`)
  await owner.query(`
    create trigger take_back before ${writes[table]} on ${table}
       for each statement execute function public.take_back('${state}', ${times})`)
}

async function attempts(owner: Queryable, table: Written): Promise<number> {
  const { rows } = await owner.query<{ attempts: number }>(
    `select case when is_called then last_value else 0 end as attempts from ${counterOf(table)}`,
  )
  return rows[0]?.attempts ?? 0
}

async function end(owner: Queryable, table: Written): Promise<void> {
  await owner.query(`drop trigger if exists take_back on ${table}`)
  await owner.query(`drop sequence if exists ${counterOf(table)}`)
}

/**
 * By the statement that opens a purchase, a raffle's writer, the writer of the shop's log, and
 * whoever asks for a code or uses one.
 */
const writes = {
  purchases: 'insert',
  logs: 'update',
  events: 'insert',
  sign_in_codes: 'insert or update',
} as const
export type Written = keyof typeof writes
