// Time as a simulated world has it: it passes only when everything that could happen now has
// happened, and then it jumps to whatever comes next. Nothing here waits for a real clock.

export type Entry = { readonly dueMs: number; readonly order: number; act: (() => void) | null }

export type Timeline = {
  /** Milliseconds since 1970, as in the world. */
  now: () => number
  /** Not before now; what is due in the same millisecond happens in the order it was planned. */
  after: (ms: number, act: () => void) => Entry
  cancel: (entry: Entry) => void
  /** Lets everything happen that is due by then, and sets the time to it. */
  runTo: (untilMs: number) => Promise<void>
  /** Lets things happen until there is nothing planned within `withinMs` of now. */
  runQuiet: (withinMs: number) => Promise<void>
  /** How many things have happened. */
  happened: () => number
}

/** A world in which more than this happens is going in a circle. */
const HAPPENINGS_MAX = 200_000

const settle = globalThis.setImmediate

/** Promises that can go on have gone on when this resolves. */
const everybodyHasActed = () => new Promise<void>((resolve) => void settle(resolve))

export function openTimeline(startMs: number): Timeline {
  const planned: Entry[] = []
  let nowMs = startMs
  let order = 0
  let happened = 0

  /** Sorted, the next one last; a world has few things planned at any time. */
  function insert(entry: Entry): void {
    let at = planned.length
    while (at > 0 && isSooner(planned[at - 1]!, entry)) at--
    planned.splice(at, 0, entry)
  }

  async function run(isOver: (next: Entry) => boolean): Promise<void> {
    await everybodyHasActed()
    for (;;) {
      const next = planned.at(-1)
      if (next === undefined || isOver(next)) return
      planned.pop()
      if (next.act === null) continue
      nowMs = Math.max(nowMs, next.dueMs)
      happened += 1
      if (happened > HAPPENINGS_MAX) throw new Error('this world never comes to rest')
      next.act()
      await everybodyHasActed()
    }
  }

  return {
    now: () => nowMs,
    after(ms, act) {
      const entry = { dueMs: nowMs + Math.max(0, ms), order: order++, act }
      insert(entry)
      return entry
    },
    cancel: (entry) => void (entry.act = null),
    async runTo(untilMs) {
      await run(({ dueMs }) => dueMs > untilMs)
      nowMs = Math.max(nowMs, untilMs)
    },
    runQuiet: (withinMs) => run(({ dueMs }) => dueMs > nowMs + withinMs),
    happened: () => happened,
  }
}

/** `known` comes before `entry`: so it stands nearer to the end of the list. */
const isSooner = (known: Entry, entry: Entry) =>
  known.dueMs < entry.dueMs || (known.dueMs === entry.dueMs && known.order < entry.order)
