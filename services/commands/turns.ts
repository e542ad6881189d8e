// Who changes a raffle, or corrects the phone of an order, has it to himself meanwhile. The terms
// of a raffle and its page are two streams, written one after the other; a phone is counted in
// raffles and stands in rows beside the facts. The version of one tells of no colleague at another.
import type { OrderId, RaffleId } from '#events/kernel/ids.ts'

import { isOutcomeUnknown } from '../io/database.ts'
import type { Database, Queryable } from '../io/database.ts'

type Held = RaffleId | OrderId

const turns = new WeakMap<Database, Map<Held, Promise<unknown>>>()

/**
 * One after the other: in this process by a line, which takes one connection for each; against
 * other processes by PostgreSQL. Who waits for those for too long is told that we are busy.
 */
export async function oneAtATime<Result>(
  database: Database,
  id: Held,
  act: () => Promise<Result>,
): Promise<Result> {
  const here = turns.get(database) ?? new Map<Held, Promise<unknown>>()
  turns.set(database, here)
  const alone = () => heldAlone(database, id, act)
  const mine = (here.get(id) ?? Promise.resolve()).then(alone, alone)
  here.set(id, mine)
  try {
    return await mine
  } finally {
    if (here.get(id) === mine) here.delete(id)
  }
}

/** No transaction: a picture may take longer than one may be idle. A lost connection lets go. */
const heldAlone = <Result>(database: Database, id: Held, act: () => Promise<Result>) =>
  database.withConnection(async (connection) => {
    await lock(connection, id)
    try {
      return await act()
    } finally {
      await letGo(connection, id)
    }
  })

/** PostgreSQL does it by itself where the connection is lost: what was done is done even so. */
const letGo = (connection: Queryable, id: Held) =>
  connection
    .query({ name: 'let_go', text: `select ${of('unlock')}`, values: [id] })
    .catch((error: unknown) => {
      if (!isOutcomeUnknown(error)) throw error
    })

const lock = (connection: Queryable, id: Held) =>
  connection.query({ name: 'hold_alone', text: `select ${of('lock')}`, values: [id] })

/** Of 8 bytes; any number will do beside the id, it must only be ours. */
const of = (what: 'lock' | 'unlock') => `pg_advisory_${what}(hashtextextended($1::text, 4203))`
