// What lies between a program and everything it asks: time passes, questions and answers overtake
// each other or are lost, and whoever asked may have died meanwhile.
import type { Chance } from './chance.ts'
import { refusal } from './statement.ts'
import type { Timeline } from './timeline.ts'

/** Somebody who can die. What he had asked may still arrive; what it answers reaches nobody. */
export type Life = { readonly name: string; isAlive: boolean }

/** What becomes of one of the next questions to the database, or of one to the world outside. */
export type Fault =
  /** It never arrives. */
  | 'question_lost'
  /** It arrives and is obeyed, and the answer never comes back. */
  | 'answer_lost'
  /** Both arrive, seconds later. */
  | 'slow'
  /** PostgreSQL takes it back: 40001. */
  | 'undone'

export type Network = {
  /** Asks and waits. `act` is the other side; what it throws is its refusal. */
  call: <Result>(call: Call<Result>) => Promise<Result>
  /** The next questions but `skip` meet `fault`. */
  plan: (fault: Planned) => void
  /** No fault is planned any more, and nobody outside is slower than a shop waits for. */
  heal: () => void
}

export type Where = 'database' | 'payments' | 'messages'
export type Planned = { where: Where; fault: Fault; skip: number }

export type Call<Result> = {
  life: Life
  where: Where
  name: string
  act: () => Result | 'later'
}

/** No answer, and nobody knows why: what the driver throws when a connection breaks. */
export class ConnectionLost extends Error {
  readonly call: string
  constructor(call: string) {
    super(`connection lost during ${call}`)
    this.name = 'ConnectionLost'
    this.call = call
  }
}

type Needs = { timeline: Timeline; chance: Chance; told: (line: () => string) => void }

/** How often a statement comes again that waits for another one, a millisecond apart. */
const TURNS_MAX = 50
const SLOW_MS = 3_000

export function openNetwork({ timeline, chance, told }: Needs): Network {
  const planned: Planned[] = []
  let isHealed = false

  function fateOf({ where }: { where: Where }): Fault | null {
    const index = planned.findIndex((fault) => fault.where === where)
    const fault = planned[index]
    if (fault === undefined) return null
    if (fault.skip-- > 0) return null
    planned.splice(index, 1)
    return fault.fault
  }

  /** Mostly a fraction of a millisecond in the same house, many of them outside of it. */
  function delayMs({ where }: { where: Where }, fate: Fault | null): number {
    const usualMs = where === 'database' ? 0.2 + chance.fraction() : 20 + chance.below(200)
    const hasHiccup = chance.isOneIn(20) && (where === 'database' || !isHealed)
    const hiccupMs = hasHiccup ? usualMs * 30 : 0
    return usualMs + hiccupMs + (fate === 'slow' ? SLOW_MS : 0)
  }

  function call<Result>(asked: Call<Result>): Promise<Result> {
    if (!asked.life.isAlive) return new Promise(() => {})
    const fate = fateOf(asked)
    if (fate !== null) told(() => `${asked.life.name} ${asked.name}: ${fate}`)
    return new Promise((resolve, reject) => {
      timeline.after(delayMs(asked, fate), () => arrive(asked, { fate, resolve, reject, turn: 0 }))
    })
  }

  type Waiting<Result> = {
    fate: Fault | null
    resolve: (result: Result) => void
    reject: (error: unknown) => void
    turn: number
  }

  function arrive<Result>(asked: Call<Result>, waiting: Waiting<Result>): void {
    const { fate, resolve, reject, turn } = waiting
    const { life, name } = asked
    // Of what the dead had sent, half was still on its way.
    const isLost = fate === 'question_lost' || (!life.isAlive && chance.isOneIn(2))
    if (isLost) return answer(asked, () => reject(new ConnectionLost(name)))
    if (fate === 'undone') return answer(asked, () => reject(refusal('40001', 'undone')))
    try {
      const result = asked.act()
      if (result === 'later' && turn < TURNS_MAX) {
        timeline.after(1, () => arrive(asked, { ...waiting, turn: turn + 1 }))
        return
      }
      told(() => `${life.name} ${name}`)
      if (fate === 'answer_lost') return answer(asked, () => reject(new ConnectionLost(name)))
      // The caller of a statement that waits says himself what it is when its turn never comes.
      answer(asked, () => resolve(result as Result))
    } catch (error) {
      told(() => `${life.name} ${name}: ${String(error)}`)
      answer(asked, () => reject(error))
    }
  }

  /** Often at once: then nothing can happen between the deed and its answer. */
  function answer(asked: Call<unknown>, deliver: () => void): void {
    const reach = () => (asked.life.isAlive ? deliver() : undefined)
    if (chance.isOneIn(3)) timeline.after(delayMs(asked, null), reach)
    else reach()
  }

  return {
    call,
    plan: (fault) => void planned.push(fault),
    heal() {
      planned.splice(0)
      isHealed = true
    },
  }
}
