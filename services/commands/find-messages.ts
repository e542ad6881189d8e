// Which texts and e-mails a search or a state means: their names for one page, and how many there
// are. Nothing but indexes is read, whatever is asked among 200,000 of them.
import { escapeLike } from '#projections/order-status/queries.ts'
import { phoneDigits } from '#projections/phone-digits.ts'

import type { Queryable } from '../io/database.ts'

export type MessageSearch = { state?: string | undefined; search?: string | undefined }
export type Page = { limit: number; offset: number }
export type FoundMessages = { refs: readonly string[]; total: number }

/** Of an address, beyond these a search says too little to look further. */
const ADDRESSES_MAX = 1_000

/** Phones: so few are looked up; texts of more are met soon enough on a walk from the newest. */
const FEW = 1_000

export async function findMessages(
  database: Queryable,
  { state, search = '', limit, offset }: MessageSearch & Page,
): Promise<FoundMessages> {
  const asked = { state: state ?? null, limit, offset }
  const text = search.trim()
  if (text === '') return ofPhone(database, { ...asked, like: null })
  const digits = phoneDigits(text)
  if (digits !== null) return ofPhone(database, { ...asked, like: `%${digits}%` })
  // What is no phone is for an address. Without a letter or a digit it says nothing of either.
  if (!/[\p{L}\p{Nd}@]/u.test(text)) return { refs: [], total: 0 }
  return ofAddress(database, { ...asked, like: `%${escapeLike(text.toLowerCase())}%` })
}

type Asked<Like = string> = Page & { state: string | null; like: Like }

/** Read from `emails_small_address` alone, which has the small letters: in its own words (0034). */
export const fittingAddresses = `
    select ref from emails where lower(address collate "C") like $2 limit ${ADDRESSES_MAX}`

/** Looked through once, for the page and for the count. */
async function ofAddress(database: Queryable, asked: Asked): Promise<FoundMessages> {
  const { state, like, limit, offset } = asked
  const { rows } = await database.query<{ total: number; refs: string[] }>({
    name: 'messages by address',
    text: `
      with found as materialized (
        select text.created_at, text.ref
          from (${fittingAddresses}) as email
          join messages as text using (ref)
         where text.purpose <> 'sign_in_code' and ($1::text is null or text.state = $1)
      )
      select (select count(*) from found) as total,
             array(select ref from found order by created_at desc, ref limit $3 offset $4) as refs`,
    values: [state, like, limit, offset],
  })
  return rows[0] ?? { refs: [], total: 0 }
}

/** The phones are gone through to their end once: to find the few that fit, or to count them. */
async function ofPhone(
  database: Queryable,
  { state, like, limit, offset }: Asked<string | null>,
): Promise<FoundMessages> {
  const isAll = state === null && like === null
  const { rows } = isAll
    ? { rows: [] }
    : await database.query<{ to_phone: string }>({ ...fittingPhones, values: [state, like] })
  const phones = rows.map(({ to_phone }) => to_phone)
  const isFew = !isAll && phones.length <= FEW
  const counted = await database.query<{ count: number }>(
    isFew ? { ...fewCounted, values: [state, phones] } : { ...counts, values: [state, like] },
  )
  const total = counted.rows[0]?.count ?? 0
  if (offset >= total) return { refs: [], total }
  const statement = isFew
    ? { ...fewOnes, values: [state, phones, limit, offset] }
    : walkOf({ state, like, limit, offset }, total)
  const page = await database.query<{ ref: string }>(statement)
  return { refs: page.rows.map(({ ref }) => ref), total }
}

/** The fence keeps the order of the index, so that of many no more are looked at than are taken. */
const fittingPhones = {
  name: 'messages phones',
  text: `
    select distinct to_phone
      from (select to_phone, state from messages
             where purpose <> 'sign_in_code'
             order by to_phone, state offset 0) as walk
     where ($1::text is null or state = $1) and ($2::text is null or to_phone like $2)
     limit ${FEW + 1}`,
}

const counts = {
  name: 'messages count',
  text: `
    select count(*) as count from messages
     where purpose <> 'sign_in_code'
       and ($1::text is null or state = $1)
       and ($2::text is null or to_phone like $2)`,
}

const ofFew = `
      from messages
     where purpose <> 'sign_in_code' and to_phone = any($2) and ($1::text is null or state = $1)`

const fewCounted = {
  name: 'messages count of few phones',
  text: `select count(*) as count ${ofFew}`,
}

const fewOnes = {
  name: 'messages of few phones',
  text: `select ref ${ofFew} order by created_at desc, ref limit $3 offset $4`,
}

/** What is wanted is met on the way: from the newest, or from the oldest where that is nearer. */
function walkOf({ state, like, limit, offset }: Asked<string | null>, total: number) {
  const isNearNewest = offset <= total / 2
  const taken = Math.min(limit, total - offset)
  const passed = isNearNewest ? offset : total - offset - taken
  const walk = isNearNewest ? fromNewest : fromOldest
  return { ...walk, values: [state, like, taken, passed] }
}

const walkIn = (order: string) => `
    select ref
      from (select created_at, ref, to_phone, state from messages
             where purpose <> 'sign_in_code'
             order by ${order} offset 0) as walk
     where ($1::text is null or state = $1) and ($2::text is null or to_phone like $2)
     limit $3 offset $4`
const fromNewest = { name: 'messages from the newest', text: walkIn('created_at desc, ref') }
const fromOldest = { name: 'messages from the oldest', text: walkIn('created_at, ref desc') }
