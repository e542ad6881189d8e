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
  const asked = new Map<string, number[]>()

  /** What the key has asked for, this number included; null when it is asked for again. */
  function remember(key: string, number: number): number[] | null {
    const before = asked.get(key) ?? []
    if (before.includes(number)) return null
    const numbers = [...before, number].slice(-REMEMBERED)
    asked.delete(key) // so that the map stays ordered by last use
    asked.set(key, numbers)
    const [oldest] = asked.size > KEYS_MAX ? asked.keys() : []
    if (oldest !== undefined) asked.delete(oldest)
    return numbers
  }

  exchange?.hear(({ key, number }) => void remember(key, number))

  function notice(key: string, phone: string): number[] | null {
    const number = numberOf(phone)
    const numbers = remember(key, number)
    if (numbers !== null) exchange?.tell({ key, number })
    return numbers
  }

  return {
    note(browser, phone) {
      const numbers = notice(`browser ${browser}`, phone)
      if (numbers !== null && neighbours(numbers) > NEIGHBOURS_MAX) throw tooMany(STOP_SECONDS)
    },
    noteShared(address, phone) {
      const numbers = notice(`address ${address}`, phone) ?? []
      if (near(numberOf(phone), numbers) > NEIGHBOURS_MAX) throw tooMany(STOP_SECONDS)
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
