// `check-phone` has to say whether a number is known, so somebody could walk through a range. Who
// asks for many neighbouring numbers is stopped; honest people ask for one, perhaps mistyped. Each
// process tells the others who has asked it for what, so that nobody is hidden among them.
import type { Exchange } from '../io/processes.ts'
import { tooMany } from './limits.ts'

const REMEMBERED = 30
const NEAR = 20
const NEIGHBOURS_MAX = 8
const KEYS_MAX = 50_000
const STOP_SECONDS = 3_600

export type PhoneWalks = {
  /** One browser: refused is whoever has asked for neighbours, whatever he asks for next. */
  note: (browser: string, phone: string) => void
  /** One address, thousands behind it: refused is only a number beside those asked for. */
  noteShared: (address: string, phone: string) => void
}

/** One number that was asked for, with whoever asked. */
export type Walked = { key: string; number: number }

export function openPhoneWalks(exchange?: Exchange<Walked>): PhoneWalks {
  const asked = new Map<string, readonly number[]>()
  const askedBy = (key: string) => asked.get(key) ?? []

  function remember(key: string, number: number): void {
    const numbers = [...askedBy(key).filter((before) => before !== number), number]
    asked.delete(key) // so that the map stays ordered by last use
    asked.set(key, numbers.slice(-REMEMBERED))
    const [oldest] = asked.size > KEYS_MAX ? asked.keys() : []
    if (oldest !== undefined) asked.delete(oldest)
  }

  function notice(key: string, number: number): void {
    remember(key, number)
    exchange?.tell({ key, number })
  }

  exchange?.hear(({ key, number }) => remember(key, number))

  return {
    note(browser, phone) {
      const key = `browser ${browser}`
      notice(key, numberOf(phone))
      // Asked again it is refused again: what was refused has been asked for as well.
      if (neighbours(askedBy(key)) > NEIGHBOURS_MAX) throw tooMany(STOP_SECONDS)
    },
    noteShared(address, phone) {
      const key = `address ${address}`
      const number = numberOf(phone)
      const isKnown = askedBy(key).includes(number)
      if (!isKnown && near(number, askedBy(key)) >= NEIGHBOURS_MAX) throw tooMany(STOP_SECONDS)
      // Only what was let pass: a number that was refused stays refused.
      notice(key, number)
    },
  }
}

const numberOf = (phone: string) => Number(phone.slice(1))

/** How many others stand close to this one. */
const near = (number: number, numbers: readonly number[]) =>
  numbers.filter((other) => other !== number && Math.abs(other - number) <= NEAR).length

/** How many of them stand close to another one. */
function neighbours(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted.filter(
    (number, at) =>
      number - (sorted[at - 1] ?? -Infinity) <= NEAR ||
      (sorted[at + 1] ?? Infinity) - number <= NEAR,
  ).length
}
