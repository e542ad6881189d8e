// What a shop of the tests has said of people: nothing (assurance K56). Each shop that a test file
// opens is asked when it closes: everybody whom its own tables know, and every code that was sent,
// is looked for in its log, its figures and its refusals. So the rule is held over all that the
// tests do, whatever they do, and not over one journey.
import type { Queryable } from '../io/database.ts'

export type Said = Readonly<Record<string, string>>

/** Names that are sentences, addresses, e-mails and phones; a name of one short word is a word. */
export async function peopleIn(owner: Queryable): Promise<string[]> {
  const { rows } = await owner.query<{ word: string | null }>(`
    select full_name as word from people
     union select email from people
     union select phone from people
     union select name from order_contacts
     union select email from order_contacts
     union select phone from order_contacts
     union select address from order_contacts
     union select street from saved_addresses
     union select to_phone from messages
     union select address from emails`)
  return rows.flatMap(({ word }) => (word === null || !isTelling(word) ? [] : [word]))
}

const CHARACTERS_MIN = 8

const isTelling = (word: string) =>
  word.length >= CHARACTERS_MIN && (/^\+\d+$/.test(word) || /[ @]/.test(word.trim()))

/** Their names and labels: a value may be any number, also one that is somebody's code. */
export const withoutValues = (figures: string): string => figures.replaceAll(/ \S+$/gm, '')

/** Where somebody is told of, with what: for the message of the test that fails. */
export function toldOf(people: readonly string[], codes: readonly string[], said: Said): string[] {
  const traces = [
    ...people.map((word) => (/^\+\d+$/.test(word) ? numberTrace(word) : wordTrace(word))),
    ...codes.map((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`)),
  ]
  return Object.entries(said).flatMap(([where, text]) =>
    traces.flatMap((trace) => {
      const [found] = trace.exec(text) ?? []
      return found === undefined ? [] : [`${where}: ${found}`]
    }),
  )
}

/** In any usual writing. */
function numberTrace(phone: string): RegExp {
  const national = phone.replace(/^\+961/, '').replace('+', '')
  const spaced = [...national].join('[ -]?')
  return new RegExp(`(?<![\\w-])(?:(?:\\+|00)?961|0)?[ -]?${spaced}(?![\\w-])`)
}

const wordTrace = (word: string) =>
  new RegExp(word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'i')
