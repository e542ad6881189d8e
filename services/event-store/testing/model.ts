// What the store is supposed to do, without a database, in as few lines as possible.
import type { AppendItem } from '../types.ts'

export function modelStreams() {
  const versions = new Map<string, number>()
  const commands = new Map<string, AppendItem & { version: number }>()
  const version = (streamId: string) => versions.get(streamId) ?? 0

  return {
    version,
    append(item: AppendItem): object {
      const known = commands.get(item.commandId)
      if (known !== undefined) {
        if (known.requestHash !== item.requestHash) return { refused: 'idempotency_key_reused' }
        return { kind: 'duplicate', version: known.version }
      }
      const actualVersion = version(item.streamId)
      if (actualVersion !== item.expectedVersion) return { kind: 'conflict', actualVersion }
      const next = actualVersion + item.facts.length
      versions.set(item.streamId, next)
      commands.set(item.commandId, { ...item, version: next })
      return { kind: 'ok', version: next }
    },
  }
}

export type ModelStep =
  | { kind: 'hold'; line: number; n: number }
  | { kind: 'issue'; line: number; n: number; capacity: 'held' | 'room' }
  | { kind: 'release'; line: number }
  | { kind: 'allot'; ticketsMax: number }
  | { kind: 'cancel' }

const refused = (code: string) => ({ refused: code })

/** One raffle with one product. */
export function modelRaffle(ticketsMax: number) {
  const holds = new Map<number, number>()
  const issues = new Map<number, { first: number; last: number }>()
  let status = 'open'
  let allotment = ticketsMax
  let issued = 0
  const held = () => [...holds.values()].reduce((sum, n) => sum + n, 0)
  const free = () => Math.min(ticketsMax, allotment) - issued - held()
  const over = () => refused(status === 'cancelled' ? 'raffle_cancelled' : 'raffle_ended')

  function hold(line: number, n: number) {
    if (holds.has(line))
      return holds.get(line) === n ? undefined : refused('idempotency_key_reused')
    if (status === 'closed') return refused('tickets_left') // by its last ticket
    if (status !== 'open') return over()
    if (n > free()) return refused('tickets_left')
    if (issues.has(line)) return refused('already_issued')
    holds.set(line, n)
    return undefined
  }

  function issue(line: number, n: number, capacity: 'held' | 'room') {
    const known = issues.get(line)
    if (known !== undefined)
      return known.last - known.first + 1 === n
        ? { kind: 'duplicate', ...known }
        : refused('idempotency_key_reused')
    const own = holds.get(line)
    if (own === undefined && capacity === 'held') return refused('hold_gone')
    if (n > free() + (own ?? 0)) return refused('tickets_left')
    // A reservation counts until the settlement window ends; free room does not.
    if (status === 'cancelled' || (own === undefined && status !== 'open')) return over()
    holds.delete(line)
    const numbers = { first: issued + 1, last: issued + n }
    issues.set(line, numbers)
    issued += n
    if (issued === ticketsMax) status = 'closed'
    return { kind: 'ok', ...numbers }
  }

  return {
    counts: () => ({ held: held(), issued }),
    act(step: ModelStep): object | undefined {
      switch (step.kind) {
        case 'hold':
          return hold(step.line, step.n)
        case 'issue':
          return issue(step.line, step.n, step.capacity)
        case 'release':
          holds.delete(step.line)
          return undefined
        case 'allot':
          if (step.ticketsMax !== allotment && step.ticketsMax < issued + held())
            return refused('below_sold_and_held')
          allotment = step.ticketsMax
          return undefined
        case 'cancel':
          status = 'cancelled'
          return undefined
      }
    },
  }
}
