// Group commit for rows that are no facts: whatever is queued goes in one statement, and each
// caller is answered after its commit. No delay: what is asked in one turn of the event loop goes
// in one statement, and batches grow by themselves while another is under way.
import { Rejection } from '#events/kernel/rejection.ts'

import { isOutage, isOutcomeUnknown, NoConnection, sqlState } from '../io/database.ts'
import { isTakenBack, noteRetry, pauseBeforeRetry, RETRIES_MAX } from '../io/retries.ts'
import { afterTurn } from '../io/timers.ts'
import { currentTraceparent, inSpanAfter, type Traceparent } from '../io/tracing.ts'

export type RowBatcher<Item, Answer> = {
  add: (item: Item) => Promise<Answer>
  /** Callers that wait for a statement. */
  queued: () => number
  /** Answers what is queued; nothing new is taken. */
  close: () => Promise<void>
}

export type RowBatcherOptions<Item, Answer> = {
  name: string
  /**
   * One statement for all items, answers in their order. It must be safe to send again: after a
   * lost connection nobody knows whether it took effect.
   */
  run: (items: readonly Item[]) => Promise<readonly Answer[]>
  itemsMax?: number
  queueMax?: number
  /** Statements under way at once. One: who comes meanwhile shares the next one and its commit. */
  runningMax?: number
}

type Waiting<Item, Answer> = {
  item: Item
  traceparent: Traceparent | undefined
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

export function openRowBatcher<Item, Answer>({
  name,
  run,
  itemsMax = 200,
  queueMax = 10_000,
  runningMax = 1,
}: RowBatcherOptions<Item, Answer>): RowBatcher<Item, Answer> {
  let queue: Waiting<Item, Answer>[] = []
  let running = 0
  let isClosed = false
  const idle = Promise.withResolvers<void>()

  function pump() {
    while (running < runningMax && queue.length > 0) {
      const batch = queue.slice(0, itemsMax)
      queue = queue.slice(itemsMax)
      running += 1
      void runBatch(run, batch).then((failure) => {
        running -= 1
        if (failure instanceof NoConnection) refuseQueued(failure)
        pump()
      })
    }
    if (isClosed && running === 0) idle.resolve()
  }

  /** They would wait as long again for a connection that nobody gets. */
  function refuseQueued(failure: NoConnection) {
    const refused = queue
    queue = []
    for (const { reject } of refused) reject(failure)
  }

  function add(item: Item): Promise<Answer> {
    if (isClosed || queue.length >= queueMax)
      return Promise.reject(busy(`${name}: ${queue.length} wait already`))
    return new Promise((resolve, reject) => {
      queue.push({ item, traceparent: currentTraceparent(), resolve, reject })
      if (queue.length === 1) afterTurn(pump)
    })
  }

  return {
    add,
    queued: () => queue.length,
    close: () => {
      isClosed = true
      pump()
      return idle.promise
    },
  }
}

const busy = (cause: string) =>
  new Rejection('busy', 'We are very busy. Please try again in a moment.', {
    retryAfterSeconds: 1,
    cause,
  })

const WRITE = { name: 'rows of many callers' }

/** Answers with what failed the last of them, and all behind it; each of them has been told. */
async function runBatch<Item, Answer>(
  run: RowBatcherOptions<Item, Answer>['run'],
  batch: readonly Waiting<Item, Answer>[],
): Promise<unknown> {
  try {
    const answers = await inSpanAfter(
      WRITE,
      () => batch.map(({ traceparent }) => traceparent),
      () => runAgain(run, batch),
    )
    for (const [index, waiting] of batch.entries()) waiting.resolve(answers[index] as Answer)
    return undefined
  } catch (error) {
    // One bad row must not fail its neighbours: they go one by one. Where it is the server that is
    // not well, that would only take longer.
    if (batch.length > 1 && !isOutage(error)) return runOneByOne(run, batch)
    for (const { reject } of batch) reject(error)
    return error
  }
}

/** Until the server is not well any more: who is left would wait for it one after the other. */
async function runOneByOne<Item, Answer>(
  run: RowBatcherOptions<Item, Answer>['run'],
  batch: readonly Waiting<Item, Answer>[],
): Promise<unknown> {
  for (const [index, waiting] of batch.entries()) {
    const failure = await runBatch(run, [waiting])
    if (!isOutage(failure)) continue
    for (const { reject } of batch.slice(index + 1)) reject(failure)
    return failure
  }
  return undefined
}

async function runAgain<Item, Answer>(
  run: RowBatcherOptions<Item, Answer>['run'],
  batch: readonly Waiting<Item, Answer>[],
): Promise<readonly Answer[]> {
  const items = batch.map(({ item }) => item)
  for (let retry = 0; ; retry++) {
    try {
      return await run(items)
    } catch (error) {
      const state = sqlState(error)
      const isUndone = isTakenBack(state)
      if (!isUndone && !isOutcomeUnknown(error)) throw error
      if (retry >= (isUndone ? RETRIES_MAX : 1)) throw error
      noteRetry(isUndone ? state : undefined)
      if (isUndone) await pauseBeforeRetry(retry)
    }
  }
}
