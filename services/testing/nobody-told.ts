// What a shop of the tests has said of people: nothing (docs/security.md, K56). Each shop that a
// test file opens is asked when it closes: everybody whom its own tables know, and every code that
// was sent, is looked for in its log, its figures and its refusals. So the rule is held over all
// that the tests do, whatever they do, and not over one journey.
import type { Queryable } from '../io/database.ts'
import { openLog } from '../log.ts'

export type Said = Readonly<Record<string, string>>

/** Names that are sentences, addresses, e-mails and phones; a name of one short word is a word. */
export async function peopleIn(owner: Queryable): Promise<string[]> {
  const { rows } = await owner.query<{ word: string | null }>(
    `${wordsOfPeople} union ${wordsInDocuments} union ${notes}`,
  )
  return rows.flatMap(({ word }) => (word === null || !isTelling(word) ? [] : [word]))
}

const wordsOfPeople = `
    select full_name as word from people
     union select email from people
     union select phone from people
     union select staff_phone from people
     union select name from order_contacts
     union select email from order_contacts
     union select phone from order_contacts
     union select address from order_contacts
     union select buyer_name from invoice_parties
     union select buyer_phone from invoice_parties
     union select buyer_address from invoice_parties
     union select collector from manual_payments
     union select street from saved_addresses
     union select phone from sign_in_codes
     union select phone from raffle_alerts
     union select to_phone from messages
     union select address from emails
     union select shown_name from draw_claims`

/** Guests of a draw; whom a second person is asked about, and whom an act of staff was about. */
const wordsInDocuments = `
    select representative ->> 'name' from draw_sessions
     union select guest ->> 'name' from draw_sessions, jsonb_array_elements(witnesses) as guest
     union select told #>> '{}'
      from (select details from approvals
             union all
            select details from audit_details) as kept,
           unnest('{fullName,phone,email,address,customer,collector,from,to}'::text[]) as key,
           jsonb_path_query(details, ('$.**."' || key || '"')::jsonpath) as told`

/** What staff and buyers wrote, where it is a sentence: two words may be anybody's. */
const notes = `
    select note
      from (select note from approvals
             union select note from order_requests
             union select answer from order_requests
             union select note from attention_handled
             union select note from cash_ups
             union select note from earlier_cash_ups
             union select note from draw_contacts
             union select excluded_reason from buying_limits
             union select details ->> 'note' from audit_details) as written
     where length(note) >= 20`

const CHARACTERS_MIN = 8

const isTelling = (word: string) =>
  word.length >= CHARACTERS_MIN && (isNumber(word) || /[ @]/.test(word.trim()))

/** Their names and labels: a value may be any number, also one that is somebody's code. */
export const withoutValues = (figures: string): string => figures.replaceAll(/ \S+$/gm, '')

/** Where somebody is told of, with what: for the message of the test that fails. */
export function toldOf(people: readonly string[], codes: readonly string[], said: Said): string[] {
  const codeTraces = codes.map((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`))
  return Object.entries(said).flatMap(([where, text]) =>
    [...tracesWorthIt(people, text), ...codeTraces].flatMap((trace) => {
      const [found] = trace.exec(text) ?? []
      return found === undefined ? [] : [`${where}: ${found}`]
    }),
  )
}

/** No name, phone or address is shorter. */
const KEY_LENGTH = 7

/**
 * Tens of thousands of people and as many lines: the text is walked through once for a piece of
 * each, and searched only for those of whom it has that piece.
 */
function tracesWorthIt(people: readonly string[], text: string): RegExp[] {
  const [numbers, words] = [people.filter(isNumber), people.filter((one) => !isNumber(one))]
  const foundDigits = keysIn(text.replaceAll(/[ -]/g, ''), numbers.map(numberKey))
  const foundWords = keysIn(plain(text), words.map(wordKey))
  return [
    ...numbers.filter((phone) => foundDigits.has(numberKey(phone))).map(numberTrace),
    ...words.filter((word) => foundWords.has(wordKey(word))).map(wordTrace),
  ]
}

const isNumber = (word: string) => /^\+\d+$/.test(word)
const numberKey = (phone: string) => phone.slice(-KEY_LENGTH)
const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ')
const wordKey = (word: string) => plain(word).slice(0, KEY_LENGTH)

function keysIn(text: string, keys: readonly string[]): Set<string> {
  const wanted = new Set(keys)
  const found = new Set<string>()
  for (let at = 0; at + KEY_LENGTH <= text.length && wanted.size > 0; at++) {
    const key = text.slice(at, at + KEY_LENGTH)
    if (wanted.delete(key)) found.add(key)
  }
  return found
}

/** Some tens of thousands of lines; who logs more hands in a log of his own. */
const LOGGED_CHARACTERS_MAX = 2 ** 24

/** Of the most talkative level; `logged` fails where more was said than is kept. */
export function collectingLog() {
  const lines: string[] = []
  let characters = 0
  const write = (line: string) => {
    characters += line.length
    if (characters <= LOGGED_CHARACTERS_MAX) lines.push(line)
  }
  return {
    log: openLog({ level: 'debug', destination: { write } }),
    logged() {
      if (characters > LOGGED_CHARACTERS_MAX) throw new Error(`logged ${characters} characters`)
      return lines.join('')
    },
  }
}

/** In any usual writing. */
function numberTrace(phone: string): RegExp {
  const national = phone.replace(/^\+961/, '').replace('+', '')
  const spaced = [...national].join('[ -]?')
  return new RegExp(`(?<![\\w-])(?:(?:\\+|00)?961|0)?[ -]?${spaced}(?![\\w-])`)
}

const wordTrace = (word: string) =>
  new RegExp(word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'i')
