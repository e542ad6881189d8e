// The raffles that sell out while the weather is at its worst: one after the other, each over as
// many storms as it takes.
import type { RaffleOnSale } from '../../bench/raffle-on-sale.ts'
import type { Queryable } from '../../io/database.ts'

/** Somewhat fewer than are asked for in a storm of 15 s. */
export const SCARCE_TICKETS = 40

/** How much of a raffle is gone, sold or reserved. */
export type Gone = { raffleId: string; issued: number; held: number }

export const isSoldOut = ({ issued, held }: Gone): boolean => issued + held === SCARCE_TICKETS

export async function goneOf(
  owner: Queryable,
  { raffleId }: Pick<RaffleOnSale, 'raffleId'>,
): Promise<Gone> {
  const { rows } = await owner.query<{ issued: number; held: number }>(
    'select issued, held from raffle_state where log_id = $1',
    [`raffle/${raffleId}`],
  )
  const [state] = rows
  if (state === undefined) throw new Error(`raffle ${raffleId} is not there`)
  return { raffleId, ...state }
}

/** The first that is not sold out; where all are, the last goes on refusing people. */
export async function nextToSellOut<Raffle extends Pick<RaffleOnSale, 'raffleId'>>(
  owner: Queryable,
  raffles: readonly Raffle[],
): Promise<Raffle> {
  for (const raffle of raffles) if (!isSoldOut(await goneOf(owner, raffle))) return raffle
  const last = raffles.at(-1)
  if (last === undefined) throw new Error('no raffle is there to sell out')
  return last
}
