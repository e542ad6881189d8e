// Remembers a million commitments by their first eight bytes, in two plain columns: two of them
// that are different and begin alike are rarer than one in ten million raffles of that size.
export type Seen = {
  /** True when either of them was there before; both are there afterwards. */
  hasBoth: (one: string, other: string) => boolean
}

export function newSeen(): Seen {
  let slots = 1 << 12
  let high = new Uint32Array(slots)
  let low = new Uint32Array(slots)
  let count = 0

  /** True when it was there before. */
  function add(top: number, bottom: number): boolean {
    let slot = bottom & (slots - 1)
    while (high[slot] !== 0 || low[slot] !== 0) {
      if (high[slot] === top && low[slot] === bottom) return true
      slot = (slot + 1) & (slots - 1)
    }
    high[slot] = top
    low[slot] = bottom
    count += 1
    return false
  }

  function grow(): void {
    const [oldHigh, oldLow] = [high, low]
    slots *= 2
    count = 0
    high = new Uint32Array(slots)
    low = new Uint32Array(slots)
    for (let slot = 0; slot < oldHigh.length; slot += 1)
      if (oldHigh[slot] !== 0 || oldLow[slot] !== 0) add(oldHigh[slot]!, oldLow[slot]!)
  }

  const addHex = (hex: string) => {
    if (count * 2 >= slots) grow()
    return add(Number.parseInt(hex.slice(0, 8), 16), Number.parseInt(hex.slice(8, 16), 16))
  }
  return {
    hasBoth(one, other) {
      const hasOne = addHex(one)
      return addHex(other) || hasOne
    },
  }
}
