// What a restored database does not know: the numbers that were given out after its backup. A
// provider answers a payment reference it has seen with what became of it then, so an order under
// it would be paid for by somebody else's money. Numbers therefore go on far beyond the backup.
import type { Queryable } from '../io/database.ts'

/**
 * `leap`: more than is given out between two backups. `perSecond`: a shop gives out fewer, so what
 * the clock says is also beyond what an earlier restore of the same backup has given out.
 */
type Reach = { leap: number; perSecond: number }

/** Of every sequence whose numbers are seen outside; a new one is refused until it stands here. */
const reaches: Readonly<Record<string, Reach>> = {
  payment_refs: { leap: 10_000_000, perSecond: 250_000 }, // enough for 126 years
  order_numbers: { leap: 1_000_000, perSecond: 1 }, // for 34 years
  raffle_numbers: { leap: 100, perSecond: 0 }, // people read them: `R-2026-104`
}

/** To be called before anything is given out. Half of what a sequence has left is always left. */
export async function passWhatWasGivenOut(owner: Queryable): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select sequencename::text as name from pg_sequences
      where schemaname = 'public' order by sequencename`,
  )
  for (const { name } of rows) {
    const reach = reaches[name]
    if (reach === undefined) throw new Error(`how far a restore moves ${name} is not said`)
    await owner.query(
      `select setval($1::regclass,
                     least(known.value + (max_value - known.value) / 2,
                           greatest(known.value + $2, start_value + floor(seconds * $3)::bigint)))
         from pg_sequences
        cross join lateral (select coalesce(last_value, start_value) as value) as known
        cross join extract(epoch from clock_timestamp() - timestamptz '2026-01-01Z') as seconds
        where schemaname = 'public' and sequencename = $4`,
      [name, reach.leap, reach.perSecond, name],
    )
  }
}
