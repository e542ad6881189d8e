// Who waits for one of a few places, in the order of arrival, and for how long. While the line
// moves well, a crowd is served to its last. Where it does not, because somebody holds the places,
// nobody is kept in it: whoever has waited for his patience, and at the pace of that time would not
// come to the front soon, is refused and can be told at once to come again (docs/campaign.md, F14).
//
// Patience is counted in looks at the line, not by the clock: while this process itself stands
// still nobody can leave his place, and nobody shall be blamed for it.
export type WaitingLine = {
  /** Resolves when it is the caller's turn; rejects with what `refusal` makes. */
  enter: () => Promise<void>
  /** The place goes to the next one in line. */
  leave: () => void
  waiting: () => number
}

export type WaitingLineOptions = {
  placesMax: number
  /** After so long without getting on, nobody stays. */
  patienceMs: number
  waitingMax?: number
  refusal: () => Error
}

const LOOK_MS = 50
/** What "soon" is. */
const SOON_MS = 5_000
const WAITING_MAX = 20_000

type Waiting = {
  enter: () => void
  refuse: (reason: Error) => void
  /** Looks at the line since he came, or since he was last found to be getting on. */
  looks: number
  /** How many had been let in by then. */
  servedBefore: number
}

export function openWaitingLine(options: WaitingLineOptions): WaitingLine {
  const { placesMax, patienceMs, waitingMax = WAITING_MAX, refusal } = options
  const looksMax = Math.max(1, Math.ceil(patienceMs / LOOK_MS))
  let line: Waiting[] = []
  let taken = 0
  let served = 0
  let timer: NodeJS.Timeout | undefined

  /** How many come to the front soon, if as many as now are served in each patience. */
  const soon = (servedNow: number) => servedNow * Math.max(1, SOON_MS / patienceMs)

  function look() {
    const staying: Waiting[] = []
    for (const waiting of line) {
      waiting.looks += 1
      if (waiting.looks < looksMax) staying.push(waiting)
      else if (staying.length < soon(served - waiting.servedBefore)) {
        waiting.looks = 0
        waiting.servedBefore = served
        staying.push(waiting)
      } else waiting.refuse(refusal())
    }
    line = staying
    timer = line.length > 0 ? setTimeout(look, LOOK_MS) : undefined
  }

  return {
    async enter() {
      if (taken < placesMax) {
        taken += 1
        return
      }
      if (line.length >= waitingMax) throw refusal()
      await new Promise<void>((enter, refuse) => {
        line.push({ enter, refuse, looks: 0, servedBefore: served })
        timer ??= setTimeout(look, LOOK_MS)
      })
    },
    leave() {
      const next = line.shift()
      if (next === undefined) taken -= 1
      else {
        served += 1
        next.enter()
      }
    },
    waiting: () => line.length,
  }
}
