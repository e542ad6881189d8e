// Orders by parts of what people remember of them: a name or phone, a reference, the first
// characters of the id. Names and phones lie in the erasable table `order_contacts`, in the order
// of the list; an erased order is found by its reference and id. Counting ends at
// ORDERS_FOUND_MAX: nobody reads on so far, and a part of two letters is in every other order.
import { phoneDigits } from '../phone-digits.ts'
import type { Query } from '../sql.ts'
import { escapeLike, filterOf, type OrderFilter } from './queries.ts'

export const ORDERS_FOUND_MAX = 10_000

export type OrdersFound = {
  /** Of the page, newest first. */
  orderIds: string[]
  /** At most ORDERS_FOUND_MAX. */
  total: number
}

export type OrderSearch = OrderFilter & { search: string; limit: number; offset: number }

export function findOrders(wanted: OrderSearch): Query<OrdersFound> {
  const filter = filterOf(wanted)
  const isFiltered = filter.values.length > 0
  const at = (place: number) => `$${filter.values.length + place}`
  const places = { words: at(1), reference: at(2), idFirst: at(3), idLast: at(4) }
  return {
    // With conditions it is planned anew for each part: whether it is in a few orders or in all of
    // them decides from which side to begin.
    ...(!isFiltered && { name: 'orders found' }),
    text: `
  with found as materialized (${branches(filter.conditions, places)})
  select (select count(*) from found) as total,
         array(select order_id from found
                order by placed_at desc, order_id limit ${at(5)} offset ${at(6)}) as order_ids`,
    values: [...filter.values, ...patternsOf(wanted.search), wanted.limit, wanted.offset],
    parse: (row) => ({ orderIds: row.order_ids as string[], total: row.total as number }),
  }
}

type Places = Readonly<Record<'words' | 'reference' | 'idFirst' | 'idLast', string>>

// Each branch reads its own index, newest first, and ends when it has found enough. An order is
// listed by its own time, but a contact stands where it was written: moments before.
const branches = (conditions: string, { words, reference, idFirst, idLast }: Places) => `
    select order_id, max(placed_at) as placed_at
      from (
        (select contact.order_id, contact.created_at as placed_at
           from order_contacts as contact
           ${conditions === '' ? '' : 'join order_status as orders using (order_id)'}
          where contact.search_text like ${words} ${conditions}
          order by contact.created_at desc, contact.order_id limit ${ORDERS_FOUND_MAX})
        union all
        (select orders.order_id, orders.placed_at
           from ${conditions === '' ? 'order_status' : namedSo(reference)} as orders
          where ${reference}::text is not null
            and orders.reference like ${reference} ${conditions}
          order by orders.placed_at desc, orders.order_id limit ${ORDERS_FOUND_MAX})
        union all
        (select orders.order_id, orders.placed_at
           from order_status as orders
          where orders.order_id between ${idFirst}::uuid and ${idLast}::uuid ${conditions}
          limit ${ORDERS_FOUND_MAX})
      ) as every_way
     group by order_id
     order by 2 desc, 1
     limit ${ORDERS_FOUND_MAX}`

/** Few have that reference, and one index finds them: `offset 0` keeps the two steps apart. */
const namedSo = (reference: string) => `(
             select orders.*
               from (select order_id from order_status where reference like ${reference} offset 0)
                      as named
               join order_status as orders using (order_id)
           )`

const ID_CHARACTERS_MIN = 4

function patternsOf(search: string): (string | null)[] {
  const text = search.trim()
  const words = phoneDigits(text) ?? text.toLowerCase()
  const isReference = /^[0-9A-HJKMNP-TV-Z-]+$/i.test(text) // Crockford's letters
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
