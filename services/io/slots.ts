// Work that is better done one after the other than all of it slowly at the same time.

export type Slots = {
  /** As `act` does; what it throws is thrown, and its slot is free again. */
  run: <Result>(act: () => Promise<Result>) => Promise<Result>
}

/** At most `atOnce` calls run; the others wait in the order in which they came. */
export function createSlots(atOnce: number): Slots {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(act) {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await act()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running--
        else next() // hands its slot on
      }
    },
  }
}
