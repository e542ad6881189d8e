// The product's only door to PostgreSQL, opened to a database in memory: the same promises as
// `io/database.ts`, the same errors, no sockets.
import { CommitUnknown, sqlState } from '../../io/database.ts'
import type { Database, Queryable, Statement, Transaction } from '../../io/database.ts'
import { RETRIES_MAX } from '../../io/retries.ts'

import type { Chance } from './chance.ts'
import type { Life, Network } from './network.ts'
import { ConnectionLost } from './network.ts'
import type { MemoryServer, OpenTransaction } from './server.ts'
import { nameOf } from './server.ts'
import type { Answer } from './statement.ts'

type Needs = { life: Life; network: Network; server: MemoryServer; chance: Chance }

export type Connection = Database & {
  /** The program or the server has died: what was not committed is taken back. */
  cut: () => void
}

export function connect({ life, network, server, chance }: Needs): Connection {
  const open = new Set<OpenTransaction>()

  const query = (given: string | Statement, values?: readonly unknown[], tx?: OpenTransaction) => {
    const statement = typeof given === 'string' ? { text: given } : given
    const asked = values === undefined ? statement : { ...statement, values }
    return network.call<Answer>({
      life,
      where: 'database',
      name: nameOf(asked),
      act: () => server.obey(asked, tx),
    })
  }

  const queryable = (tx?: OpenTransaction): Queryable => ({
    // Rows are what the statement's lines say; `Row` is the caller's word for them, as with pg.
    query: (async (given: string | Statement, values?: readonly unknown[]) => {
      const answer = await query(given, values, tx)
      return (answer as unknown) === 'later' ? outOfTurn : answer
    }) as Queryable['query'],
  })

  async function inTransaction<Result>(act: (tx: Transaction) => Promise<Result>) {
    const tx = server.begin()
    open.add(tx)
    try {
      const result = await act({ ...queryable(tx), copyIn: refuseCopies })
      await commit(tx)
      return result
    } finally {
      if (tx.isOpen) server.rollback(tx)
      open.delete(tx)
    }
  }

  async function commit(tx: OpenTransaction): Promise<void> {
    const act = () => {
      if (!tx.isOpen) throw new ConnectionLost('commit')
      server.commit(tx)
    }
    tx.isCommitting = true
    try {
      await network.call({ life, where: 'database', name: 'commit', act })
    } catch (error) {
      throw error instanceof ConnectionLost ? new CommitUnknown(error) : error
    }
  }

  return {
    ...queryable(),
    async transaction(act, { retries = RETRIES_MAX } = {}) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await inTransaction(act)
        } catch (error) {
          if (attempt >= retries || sqlState(error) !== '40001') throw error
        }
      }
    },
    withConnection: (act) => act(queryable()),
    listen: () => Promise.resolve(() => Promise.resolve()),
    connections: () => ({ total: 1, idle: 1, waiting: 0 }),
    end: () => Promise.resolve(),
    cut() {
      for (const tx of open)
        if (!tx.isOpen) open.delete(tx)
        else if (tx.isCommitting && chance.isOneIn(2)) server.commit(tx)
        else server.rollback(tx)
    },
  }
}

/** `append_raffle` waited for its turn as long as it may. */
const outOfTurn: Answer = { rows: [{ is_written: false }], rowCount: 1 }

const refuseCopies = () => Promise.reject(new Error('only rebuilds copy'))
