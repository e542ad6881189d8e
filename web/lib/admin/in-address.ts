// What is chosen for a list stands in its address, so that a reload, Back and a colleague with the
// link find the same list. The usual choice stands for nothing, and what nobody offers is the usual
// one. Browsers and logs keep addresses: nothing that may name a person is a choice. Pure.
import { uuidPattern } from '#events/kernel/ids.ts'

/** By their names in the address. */
export type Choices = Record<string, string>

export type Offered<Chosen extends Choices> = {
  usual: Chosen
  /** Of each, what may be chosen beside the usual. */
  known: Known<Chosen>
}
export type Known<Chosen extends Choices> = {
  [Name in keyof Chosen]: (value: string) => boolean
}

export function chosenIn<Chosen extends Choices>(
  search: URLSearchParams,
  { usual, known }: Offered<Chosen>,
): Chosen {
  const chosen = { ...usual }
  for (const name of namesOf(usual)) {
    const value = search.get(name)
    // `known` has just let it pass.
    if (value !== null && known[name](value)) chosen[name] = value as Chosen[typeof name]
  }
  return chosen
}

/** The address with these choices; whatever else stands in it stays. */
export function withChoices<Chosen extends Choices>(
  search: URLSearchParams,
  { changes, usual, known }: Offered<Chosen> & { changes: Partial<Chosen> },
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of namesOf(usual)) {
    const value: string | undefined = changes[name]
    if (value === undefined) continue
    if (value === usual[name] || !known[name](value)) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** An object has the names of its type, and none else. */
const namesOf = <Chosen extends Choices>(usual: Chosen) =>
  Object.keys(usual) as (keyof Chosen & string)[]

export const oneOf =
  (choices: readonly string[]) =>
  (value: string): boolean =>
    choices.includes(value)

export const isId = (value: string): boolean => uuidPattern.test(value)

/** A day of the calendar, `yyyy-MM-dd`: 30 February is none. */
export function isDay(value: string): boolean {
  const midnightMs = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(midnightMs) && new Date(midnightMs).toISOString().startsWith(value)
}

export const isAnything = (): boolean => true
