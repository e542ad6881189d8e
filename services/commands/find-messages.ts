// Which texts and e-mails a search or a state means: their names for one page, and how many there
// are. Nothing but indexes is read, whatever is asked among 200,000 of them. Finding ends at
// MESSAGES_FOUND_MAX: nobody reads on so far, and the first digits of a phone are in every other.
import { escapeLike } from '#projections/order-status/queries.ts'
import { phoneDigits } from '#projections/phone-digits.ts'

import type { Queryable } from '../io/database.ts'
import { sharedAnswers } from '../io/shared-answers.ts'
import type { SharedAnswers } from '../io/shared-answers.ts'

export type MessageSearch = { state?: string | undefined; search?: string | undefined }
export type Page = { limit: number; offset: number }
/** `total` is at most MESSAGES_FOUND_MAX for a search; `isCapped`: there are more. */
export type FoundMessages = { refs: readonly string[]; total: number; isCapped: boolean }

export const MESSAGES_FOUND_MAX = 1_000
/** The last only says that there are more. */
const LOOKED_FOR = MESSAGES_FOUND_MAX + 1
const nothing: FoundMessages = { refs: [], total: 0, isCapped: false }

/** `counts`: those who look at once share one count. */
export async function findMessages(
  database: Queryable,
  { state, search = '', limit, offset }: MessageSearch & Page,
  counts: SharedAnswers<number> = sharedAnswers(),
): Promise<FoundMessages> {
  const asked = { state: state ?? null, limit, offset }
  const text = search.trim()
  if (text === '') return ofState(database, asked, counts)
  const digits = phoneDigits(text)
  if (digits !== null) return ofPhone(database, { ...asked, like: `%${digits}%` })
  // What is no phone is for an address. Without a letter or a digit it says nothing of either.
  if (!/[\p{L}\p{Nd}@]/u.test(text)) return nothing
  const words = { ...asked, like: `%${escapeLike(text.toLowerCase())}%` }
  return words.state !== null && words.state in rareStates
    ? ofAddressInState(database, words)
    : ofAddress(database, words)
}

type Asked = Page & { state: string | null; like: string }

/** Read from `emails_small_address` alone, which has the small letters: in its own words (0034). */
export const fittingAddresses = `
    select ref from emails where lower(address collate "C") like $2 limit ${LOOKED_FOR}`

/** Looked through once, for the page and for the count; of more than enough, whichever come first
 * in the order of addresses. */
async function ofAddress(database: Queryable, asked: Asked): Promise<FoundMessages> {
  const { state, like, limit, offset } = asked
  const { rows } = await database.query<FoundRow>({
    name: 'messages by address',
    text: `
      with fitting as materialized (${fittingAddresses}),
      found as materialized (
        select text.created_at, text.ref
          from fitting
          join messages as text using (ref)
         where text.purpose <> 'sign_in_code' and ($1::text is null or text.state = $1)
      )
      ${pageOf('fitting')}`,
    values: [state, like, limit, offset],
  })
  return foundOf(rows[0], offset)
}

/** Few are in one of these, and an index has them: each is asked whether its address fits. */
const rareStates: Readonly<Record<string, string>> = {
  waiting: `state = 'waiting'`,
  failed: `state in ('failed', 'unknown')`,
  unknown: `state in ('failed', 'unknown')`,
}

async function ofAddressInState(database: Queryable, asked: Asked): Promise<FoundMessages> {
  const { state, like, limit, offset } = asked
  const { rows } = await database.query<FoundRow>({
    name: `messages by address, ${state}`,
    text: `
      with found as materialized (
        select created_at, ref
          from (select created_at, ref from messages
                 where ${rareStates[state ?? '']} and state = $1 and purpose <> 'sign_in_code'
                 order by created_at desc, ref offset 0) as text
         where exists (
                 select from emails
                  where emails.ref = text.ref and lower(address collate "C") like $2)
         limit ${LOOKED_FOR}
      )
      ${pageOf('found')}`,
    values: [state, like, limit, offset],
  })
  return foundOf(rows[0], offset)
}

/** The phones are gone through to their end only where few fit. */
async function ofPhone(database: Queryable, asked: Asked): Promise<FoundMessages> {
  const { state, like, limit, offset } = asked
  const fitting = await database.query<{ to_phone: string }>({
    ...fittingPhones,
    values: [state, like],
  })
  const phones = fitting.rows.map(({ to_phone }) => to_phone)
  const { rows } = await database.query<FoundRow>(
    phones.length > MESSAGES_FOUND_MAX
      ? { ...ofManyPhones, values: [state, like, limit, offset] }
      : { ...ofFewPhones, values: [state, phones, limit, offset] },
  )
  return foundOf(rows[0], offset)
}

/** Read from `messages_phone` alone: of a limit that is not known beforehand a tenth is reckoned
 * with, so that nothing is sorted. */
const fittingPhones = {
  name: 'messages phones',
  text: `
    select distinct to_phone
      from messages
     where purpose <> 'sign_in_code' and ($1::text is null or state = $1) and to_phone like $2
     limit (select ${MESSAGES_FOUND_MAX + 1})`,
}

type FoundRow = { total: number; refs: string[]; looked_at: number }

/** `lookedAt`: of which there may be more than are looked at. */
const pageOf = (lookedAt: 'fitting' | 'found') => `
    select (select count(*) from found) as total,
           (select count(*) from ${lookedAt}) as looked_at,
           array(select ref from found order by created_at desc, ref limit $3 offset $4) as refs`

function foundOf(row: FoundRow | undefined, offset: number): FoundMessages {
  if (row === undefined) return nothing
  const total = Math.min(row.total, MESSAGES_FOUND_MAX)
  const refs = row.refs.slice(0, Math.max(0, total - offset))
  return { refs, total, isCapped: row.looked_at > MESSAGES_FOUND_MAX }
}

/** Fenced, too: all of them by their phones, then the newest. */
const ofFewPhones = {
  name: 'messages of few phones',
  text: `
    with found as materialized (
      select created_at, ref
        from (select created_at, ref from messages
               where purpose <> 'sign_in_code' and to_phone = any($2)
                 and ($1::text is null or state = $1)
              offset 0) as own
       order by created_at desc, ref limit ${LOOKED_FOR}
    )${pageOf('found')}`,
}

/** So many fit that enough of them are met soon, from the newest on. */
const ofManyPhones = {
  name: 'messages of many phones',
  text: `
    with found as materialized (
      select created_at, ref
        from (${inOrder('created_at desc, ref')}) as walk
       where ($1::text is null or state = $1) and to_phone like $2
       limit ${LOOKED_FOR}
    )${pageOf('found')}`,
}

type OfState = Page & { state: string | null }

async function ofState(
  database: Queryable,
  asked: OfState,
  counts: SharedAnswers<number>,
): Promise<FoundMessages> {
  const total = await counts(asked.state ?? '', () => countOf(database, asked.state))
  if (asked.offset >= total) return { refs: [], total, isCapped: false }
  const page = await database.query<{ ref: string }>(walkOf(asked, total))
  return { refs: page.rows.map(({ ref }) => ref), total, isCapped: false }
}

async function countOf(database: Queryable, state: string | null): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'messages count',
    text: `
      select count(*) as count from messages
       where purpose <> 'sign_in_code' and ($1::text is null or state = $1)`,
    values: [state],
  })
  return rows[0]?.count ?? 0
}

/** What is wanted is met on the way: from the newest, or from the oldest where that is nearer. */
function walkOf({ state, limit, offset }: OfState, total: number) {
  const isNearNewest = offset <= total / 2
  const taken = Math.min(limit, total - offset)
  const passed = isNearNewest ? offset : total - offset - taken
  const walk = isNearNewest ? fromNewest : fromOldest
  if (state === null) return { ...walk.ofAll, values: [taken, passed] }
  return { ...walk.ofState, values: [taken, passed, state] }
}

const fromNewest = walksIn('from the newest', 'created_at desc, ref')
const fromOldest = walksIn('from the oldest', 'created_at, ref desc')

/** Whoever wants all of them has nothing to compare on the way. */
function walksIn(name: string, order: string) {
  const walk = (condition: string) =>
    `select ref from (${inOrder(order)}) as walk ${condition} limit $1 offset $2`
  return {
    ofAll: { name: `messages ${name}`, text: walk('') },
    ofState: { name: `messages of a state ${name}`, text: walk('where state = $3') },
  }
}

function inOrder(order: string): string {
  return `
      select created_at, ref, to_phone, state from messages
       where purpose <> 'sign_in_code'
       order by ${order} offset 0`
}
