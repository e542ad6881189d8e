// All that is left to chance in a simulated world comes from here: the same seed, the same world.

export type Chance = {
  /** 0 … n - 1. */
  below: (n: number) => number
  isOneIn: (n: number) => boolean
  among: <Item>(items: readonly Item[]) => Item
  /** 0 … 1, 1 excluded. */
  fraction: () => number
}

/** Mulberry32: 32 bits of state, which is plenty for a world of a few thousand choices. */
export function openChance(seed: number): Chance {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  const below = (n: number) => Math.floor((next() / 2 ** 32) * n)
  return {
    below,
    isOneIn: (n) => below(n) === 0,
    among: (items) => items[below(items.length)]!,
    fraction: () => next() / 2 ** 32,
  }
}
