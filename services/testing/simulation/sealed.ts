// A world without windows: while it runs, the program's clocks, timers and dice are the world's.
// The product is not changed for it; what it would ask of the machine is answered from here. What
// was forgotten shows itself: the same seed would not give the same history.
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

import { assert } from '#events/kernel/assert.ts'

import type { Chance } from './chance.ts'
import type { Entry, Timeline } from './timeline.ts'

export type Inside = { timeline: Timeline; chance: Chance }

let inside: Inside | undefined

/** The world whose clocks and dice count from now on; one at a time. */
export function enter(world: Inside): void {
  inside = world
}

export function leave(): void {
  inside = undefined
}

/** Nothing in `act` sees the machine's time or chance while it is inside of a world. */
export async function sealed<Result>(act: () => Promise<Result>): Promise<Result> {
  const real = {
    random: Math.random,
    now: Date.now,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setImmediate: globalThis.setImmediate,
    randomUUID: nodeCrypto.randomUUID,
    randomBytes: nodeCrypto.randomBytes,
  }
  Object.assign(Math, { random: () => inside?.chance.fraction() ?? real.random() })
  Object.assign(Date, { now: () => inside?.timeline.now() ?? real.now() })
  const steady = performance.now.bind(performance)
  setOwn(performance, 'now', () => inside?.timeline.now() ?? steady())
  setOwn(globalThis.crypto, 'randomUUID', () => uuid() ?? real.randomUUID())
  Object.assign(globalThis, {
    setTimeout: timeout(real),
    clearTimeout: untimeout(real),
    setImmediate: immediate(real),
  })
  Object.assign(nodeCrypto, {
    randomUUID: () => uuid() ?? real.randomUUID(),
    randomBytes: (size: number) => bytes(size) ?? real.randomBytes(size),
  })
  syncBuiltinESMExports()
  try {
    return await act()
  } finally {
    leave()
    Object.assign(Math, { random: real.random })
    Object.assign(Date, { now: real.now })
    Reflect.deleteProperty(performance, 'now')
    Reflect.deleteProperty(globalThis.crypto, 'randomUUID')
    const { setTimeout, clearTimeout, setImmediate } = real
    Object.assign(globalThis, { setTimeout, clearTimeout, setImmediate })
    Object.assign(nodeCrypto, { randomUUID: real.randomUUID, randomBytes: real.randomBytes })
    syncBuiltinESMExports()
  }
}

type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setImmediate'>

const timeout =
  ({ setTimeout: outside }: Pick<Timers, 'setTimeout'>) =>
  (act: () => void, ms: number) =>
    inside === undefined ? outside(act, ms) : inside.timeline.after(ms, act)

const untimeout =
  ({ clearTimeout: outside }: Pick<Timers, 'clearTimeout'>) =>
  (timer: Entry | NodeJS.Timeout | undefined) => {
    if (timer !== undefined && 'dueMs' in timer) timer.act = null
    else outside(timer)
  }

/** Nothing arrives in the middle of a world's turn: it ends when its caller has gone on. */
const immediate =
  ({ setImmediate: outside }: Pick<Timers, 'setImmediate'>) =>
  (act: () => void) =>
    inside === undefined ? outside(act) : queueMicrotask(act)

function setOwn(target: object, name: string, value: unknown): void {
  assert(!Object.hasOwn(target, name), `${name} is replaced already`)
  Object.defineProperty(target, name, { value, configurable: true })
}

function uuid(): string | undefined {
  if (inside === undefined) return undefined
  const { below } = inside.chance
  const hex = (digits: number) =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`
}

/** Salts: different from each other, and the same for the same seed; nobody has to guess them. */
function bytes(size: number): Buffer | undefined {
  if (inside === undefined) return undefined
  const drawn = Buffer.alloc(size)
  const start = inside.chance.below(2 ** 32)
  for (let at = 0; at + 4 <= size; at += 4) drawn.writeUInt32LE((start + at * 2_654_435) >>> 0, at)
  return drawn
}
