// Work that is better done one after the other than all of it slowly at the same time.

export type Slots = {
  /** As `act` does; what it throws is thrown, and its slot is free again. */
  run: <Result>(act: () => Promise<Result>) => Promise<Result>
  /** How many are waiting for a slot. */
  waiting: () => number
  isFull: () => boolean
}

/** How long somebody waits; what is thrown at them then. */
export type Patience = { waitMsMax: number; refusal: () => Error }

/** At most `atOnce` calls run; the others wait in the order in which they came. */
export function createSlots(atOnce: number, patience?: Patience): Slots {
  const waiting = new Set<() => void>()
  let running = 0

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin)
        reject(patience!.refusal())
      }
      const timer = patience && setTimeout(leave, patience.waitMsMax)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(begin)
    })

  return {
    async run(act) {
      if (running >= atOnce) await turn()
      else running++
      try {
        return await act()
      } finally {
        const [next] = waiting
        if (next === undefined) running--
        else {
          waiting.delete(next)
          next() // hands its slot on
        }
      }
    },
    waiting: () => waiting.size,
    isFull: () => running >= atOnce,
  }
}
