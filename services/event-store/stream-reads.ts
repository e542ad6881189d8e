// Streams of many callers in one statement: when a crowd pays minutes after it has ordered, no
// order is in memory any more, and hundreds of streams are wanted at once. Who asks while others
// are being answered shares the next statement; who asks alone has one of his own at once. A
// statement begins after it was asked for, so it sees all that had committed by then.
import { NoConnection } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { afterTurn } from '../io/timers.ts'
import { busy } from './outage.ts'
import { readStreams, type StreamAnswer } from './read.ts'
import type { LogId, Recorded } from './types.ts'

/** Orders have a handful of facts: some hundreds of rows. */
const STREAMS_PER_STATEMENT_MAX = 64
const STATEMENTS_MAX = 2
const QUEUE_MAX = 10_000

type Asked = {
  streamId: string
  resolve: (facts: Recorded[]) => void
  reject: (error: unknown) => void
}

/** The facts of a stream of this log, in order. A hole in one of them fails no other. */
export function openStreamReads(
  database: Queryable,
  logId: LogId,
): (streamId: string) => Promise<Recorded[]> {
  let queue: Asked[] = []
  let running = 0

  function pump() {
    while (running < STATEMENTS_MAX && queue.length > 0) {
      const batch = queue.slice(0, STREAMS_PER_STATEMENT_MAX)
      queue = queue.slice(STREAMS_PER_STATEMENT_MAX)
      running += 1
      void answer(batch).then(() => {
        running -= 1
        pump()
      })
    }
  }

  async function answer(batch: readonly Asked[]) {
    const streamIds = [...new Set(batch.map(({ streamId }) => streamId))]
    try {
      const found = await readStreams(database, { logId, streamIds })
      for (const asked of batch) tell(asked, found.get(asked.streamId))
    } catch (error) {
      // Who stands behind would wait as long again for a connection that nobody gets.
      const behind = error instanceof NoConnection ? queue.splice(0) : []
      for (const { reject } of [...batch, ...behind]) reject(error)
    }
  }

  return (streamId) =>
    new Promise((resolve, reject) => {
      if (queue.length >= QUEUE_MAX) return reject(busy())
      queue.push({ streamId, resolve, reject })
      // What is asked in one turn of the event loop goes in one statement.
      if (queue.length === 1) afterTurn(pump)
    })
}

function tell({ resolve, reject }: Asked, found: StreamAnswer | undefined) {
  if (found instanceof Error) reject(found)
  else resolve(found ?? [])
}
