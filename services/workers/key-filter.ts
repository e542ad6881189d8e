// Which keys have been written into a table that had none at the start? A Bloom filter: `has` may
// say yes to a few keys that were never added, and never says no to one that was. So a row that it
// does not know can be added without asking the table; any other is written over whatever is there.
import { assert } from '#events/kernel/assert.ts'

export type KeyFilter = { has: (key: string) => boolean; add: (key: string) => void }

const BITS_PER_KEY = 16
const BITS_MIN = 2 ** 12
/** 64 MB; beyond, more rows take the slower way. */
const BITS_MAX = 2 ** 29
/** With 16 bits a key, one new key in 400 looks like a known one. */
const PROBES = 4

export function keyFilter(keysMax: number): KeyFilter {
  assert(Number.isSafeInteger(keysMax) && keysMax >= 0, 'keysMax must be a whole number')
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, keysMax * BITS_PER_KEY)))
  const bits = Math.min(BITS_MAX, Math.max(BITS_MIN, wanted))
  const words = new Uint32Array(bits / 32)

  /** Are all bits of the key set? Sets them when `isAdding`. */
  function probe(key: string, isAdding: boolean): boolean {
    let hash = 0x811c9dc5 // FNV-1a, then the finalizer of MurmurHash3 for the step
    for (let index = 0; index < key.length; index++)
      hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
    let step = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    step = Math.imul(step ^ (step >>> 13), 0xc2b2ae35) | 1
    let isKnown = true
    for (let index = 0; index < PROBES; index++, hash += step) {
      const bit = hash & (bits - 1)
      const word = bit >>> 5
      const mask = 1 << (bit & 31)
      if ((words[word]! & mask) !== 0) continue
      if (!isAdding) return false
      isKnown = false
      words[word]! |= mask
    }
    return isKnown
  }
  return { has: (key) => probe(key, false), add: (key) => void probe(key, true) }
}
