// Orders by parts of what people remember of them: a name or phone, a reference, the first
// characters of the id. Names and phones lie in the erasable table `order_contacts`, in the order
// of the list; an erased order is found by its reference and id. Finding ends at ORDERS_FOUND_MAX:
// nobody reads on so far, and a part of two letters is in every other order.
//
// Every way walks one index, newest first, and ends when it has found enough. A planner that
// mistakes how rare a part is would sort or join whole tables: `offset 0` keeps a walk apart, and
// where the index alone has all that is compared, a limit that is not known beforehand does, for
// then a tenth of the rows is reckoned with (two thirds of the time of a fence).
import { phoneDigits } from '../phone-digits.ts'
import type { Query } from '../sql.ts'
import { escapeLike, filterOf, type OrderFilter } from './queries.ts'

export const ORDERS_FOUND_MAX = 1_000

/** Of so few that fulfil the conditions each is asked for its name; of more, who has that name. */
const ASKED_ONE_BY_ONE_MAX = 8_000

export type OrdersFound = {
  /** Of the page, newest first. */
  orderIds: string[]
  /** At most ORDERS_FOUND_MAX. */
  total: number
  /** There are more than are found. */
  isCapped: boolean
}

export type OrderSearch = OrderFilter & {
  search: string
  limit: number
  offset: number
  /** For tests, which have few: every way finds the same. */
  oneByOneMax?: number
  foundMax?: number
}

export function findOrders(wanted: OrderSearch): Query<OrdersFound> {
  const { name, where, conditions, values } = filterOf(wanted)
  const at = (place: number) => `$${values.length + place}`
  const { oneByOneMax = ASKED_ONE_BY_ONE_MAX, foundMax: shownMax = ORDERS_FOUND_MAX } = wanted
  const foundMax = shownMax + 1 // the last only says that there are more
  const filter = { where, conditions, oneByOneMax, foundMax }
  return {
    name: `orders found ${name} ${oneByOneMax} ${shownMax}`,
    text: `
  with ${where === '' ? named(at(1), filter) : namedWithin(at(1), filter)},
  ${where === '' ? referred(at(2), filter) : referredWithin(at(2), filter)},
  found as materialized (
    select order_id, max(placed_at) as placed_at
      from (
        select * from named
        union all
        select * from referred
        union all
        (select orders.order_id, orders.placed_at
           from order_status as orders
          where orders.order_id between ${at(3)}::uuid and ${at(4)}::uuid ${conditions}
          limit ${foundMax})
      ) as every_way
     group by order_id
     order by 2 desc, 1
     limit ${foundMax}
  )
  select (select count(*) from found) as total,
         array(select order_id from found
                order by placed_at desc, order_id limit ${at(5)} offset ${at(6)}) as order_ids`,
    values: [...values, ...patternsOf(wanted.search), wanted.limit, wanted.offset],
    parse: (row) => {
      const counted = row.total as number
      const total = Math.min(counted, shownMax)
      const orderIds = row.order_ids as string[]
      const isCapped = counted > shownMax
      return { orderIds: orderIds.slice(0, Math.max(0, total - wanted.offset)), total, isCapped }
    },
  }
}

type Filter = Pick<ReturnType<typeof filterOf>, 'where' | 'conditions'> & {
  oneByOneMax: number
  foundMax: number
}

// An order is listed by its own time, but a contact stands where it was written: moments before.
const named = (words: string, { foundMax }: Filter) => `named as materialized (
    select order_id, created_at as placed_at
      from order_contacts
     where search_text like ${words}
     order by created_at desc, order_id
     limit (select ${foundMax})
  )`

const namedWithin = (
  words: string,
  { where, conditions, oneByOneMax, foundMax }: Filter,
) => `size as materialized (
    select count(*) > ${oneByOneMax} as is_large
      from (select from order_status as orders ${where} limit ${oneByOneMax + 1}) as first_ones
  ),
  named as materialized (
    (select order_id, created_at as placed_at
       from order_contacts as contact
      where (select is_large from size)
        and search_text like ${words}
        and ${fulfils(conditions)}
      order by created_at desc, order_id
      limit (select ${foundMax}))
    union all
    (select order_id, placed_at
       from (select order_id, placed_at
               from order_status as orders ${where}
              order by placed_at desc, order_id
             offset 0) as own
      where not (select is_large from size)
        and (select contact.search_text like ${words}
               from order_contacts as contact
              where contact.order_id = own.order_id)
      limit ${foundMax})
  )`

/** In an index of references alone: to know that there are none, or few, it is gone through. */
const referred = (reference: string, { foundMax }: Filter) => `references_like as materialized (
    select reference
      from order_status
     where ${reference}::text is not null
       and (select count(*) from named) < ${foundMax}
       and reference like ${reference}
     order by reference
     limit (select ${foundMax + 1})
  ),
  referred as materialized (
    (select order_id, placed_at
       from order_status
      where reference = any(array(select reference from references_like))
        and (select count(*) from references_like) <= ${foundMax})
    union all
    (${newestReferred(reference, {
      conditions: `and ((select count(*) from named) = ${foundMax}
             or (select count(*) from references_like) > ${foundMax})`,
      foundMax,
    })})
  )`

/** Each condition has an index in which the references stand beside. */
const referredWithin = (reference: string, { conditions, foundMax }: Filter) =>
  `referred as materialized (${newestReferred(reference, { conditions, foundMax })})`

/** No further back than names were found, where they alone are enough. */
function newestReferred(
  reference: string,
  { conditions, foundMax }: Pick<Filter, 'conditions' | 'foundMax'>,
): string {
  return `
    select orders.order_id, orders.placed_at
      from order_status as orders
     where ${reference}::text is not null
       and orders.reference like ${reference}
       and orders.placed_at >= coalesce(
             (select min(placed_at) from named having count(*) = ${foundMax}),
             '-infinity')
           ${conditions}
     order by orders.placed_at desc, orders.order_id
     limit (select ${foundMax})`
}

/** Asked of each that is found, by its key. */
const fulfils = (conditions: string) => `(
           select true
             from order_status as orders
            where orders.order_id = contact.order_id ${conditions})`

const ID_CHARACTERS_MIN = 4
/** Two of its six letters are in every other reference of a large shop. */
const REFERENCE_CHARACTERS_MIN = 3

function patternsOf(search: string): (string | null)[] {
  const text = search.trim()
  const words = phoneDigits(text) ?? text.toLowerCase()
  // Crockford's letters.
  const isReference =
    text.length >= REFERENCE_CHARACTERS_MIN && /^[0-9A-HJKMNP-TV-Z-]+$/i.test(text)
  return [
    `%${escapeLike(words)}%`,
    isReference ? `%${text.toUpperCase()}%` : null,
    ...idRange(text.toLowerCase()),
  ]
}

/** Ids that begin so, with their dashes or without; nulls when it cannot be an id. */
function idRange(text: string): [string, string] | [null, null] {
  const hex = text.replace(/^#/, '').replaceAll('-', '')
  const isId = /^[0-9a-f]+$/.test(hex) && hex.length >= ID_CHARACTERS_MIN && hex.length <= 32
  return isId ? [hex.padEnd(32, '0'), hex.padEnd(32, 'f')] : [null, null]
}
