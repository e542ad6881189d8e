// Who changes a raffle has it to himself meanwhile. Its terms and its page are two streams, written
// one after the other, so the version of neither tells of a colleague at work on the other.
import type { RaffleId } from '#events/kernel/ids.ts'

import type { Database, Queryable } from '../io/database.ts'

const turns = new WeakMap<Database, Map<RaffleId, Promise<unknown>>>()

/**
 * One after the other: in this process by a line, which takes one connection a raffle; against
 * other processes by PostgreSQL. Who waits for those for too long is told that we are busy.
 */
export async function oneAtATime<Result>(
  database: Database,
  raffleId: RaffleId,
  act: () => Promise<Result>,
): Promise<Result> {
  const here = turns.get(database) ?? new Map<RaffleId, Promise<unknown>>()
  turns.set(database, here)
  const alone = () => heldAlone(database, raffleId, act)
  const mine = (here.get(raffleId) ?? Promise.resolve()).then(alone, alone)
  here.set(raffleId, mine)
  try {
    return await mine
  } finally {
    if (here.get(raffleId) === mine) here.delete(raffleId)
  }
}

/** No transaction: a picture may take longer than one may be idle. A lost connection lets go. */
const heldAlone = <Result>(database: Database, raffleId: RaffleId, act: () => Promise<Result>) =>
  database.withConnection(async (connection) => {
    await lock(connection, raffleId)
    try {
      return await act()
    } finally {
      await connection.query({
        name: 'raffle_let_go',
        text: `select ${of('unlock')}`,
        values: [raffleId],
      })
    }
  })

const lock = (connection: Queryable, raffleId: RaffleId) =>
  connection.query({ name: 'raffle_hold_alone', text: `select ${of('lock')}`, values: [raffleId] })

/** Of 8 bytes; any number will do beside the id, it must only be ours. */
const of = (what: 'lock' | 'unlock') => `pg_advisory_${what}(hashtextextended($1::text, 4203))`
