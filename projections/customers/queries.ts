// Read by the admin's customers tab. Names and phones come from the erasable table `people`; a
// customer who was erased keeps his row and his figures, without a name.
import { escapeLike } from '../order-status/queries.ts'
import { phoneDigits } from '../phone-digits.ts'
import type { Query } from '../sql.ts'

export type CustomerRow = {
  customerId: string
  fullName: string | null
  phone: string | null
  email: string | null
  /** Any role in the staff. */
  isAdmin: boolean
  /** Where it stands in the list, for who reads on after it. */
  place: string
  registeredAt: Date
  verifiedAt: Date | null
  erasedAt: Date | null
  /** Orders ever paid, and manual orders that wait for their money. */
  totalOrders: number
  /** Paid and completed. */
  totalSpentCents: number
  completedOrders: number
  completedSpentCents: number
  lastOrderAt: Date | null
  /** Issued and not voided. */
  totalTickets: number
}

/** `search`: part of a name, phone or e-mail. */
export type CustomerFilter = { search?: string | undefined }

// The index `people_customers` holds all of this in the order of the list: neither a search nor its
// last page reads anything else.
const filtered = `
  from people as person
 where (person.role is null or person.phone is not null)
   and ($1::text is null or person.search_text like $1)`

const filterValues = ({ search }: CustomerFilter) => [patternOf(search)]

function patternOf(search: string | undefined): string | null {
  const text = search?.trim().toLowerCase() ?? ''
  return text === '' ? null : `%${escapeLike(phoneDigits(text) ?? text)}%`
}

// Totals are made for the customers of one page only.
const withTotals = (chosen: string) => `
  with chosen as (${chosen})
  select chosen.*, totals.*, tickets.*
    from chosen
   cross join lateral (
     select count(*) filter (where is_counted) as total_orders,
            coalesce(sum(total_cents) filter (where is_spent), 0)::bigint as total_spent,
            count(*) filter (where status = 'completed') as completed_orders,
            coalesce(sum(total_cents) filter (where status = 'completed'), 0)::bigint
              as completed_spent,
            max(placed_at) filter (where is_counted) as last_order_at
       from (
         select orders.status, orders.total_cents, orders.placed_at,
                orders.paid_at is not null
                  or (orders.order_type = 'offline' and orders.status = 'pending') as is_counted,
                orders.paid_at is not null and orders.status <> 'cancelled' as is_spent
           from customer_orders as owned
           join order_status as orders using (order_id)
          where coalesce(owned.claimed_by, owned.placed_by) = chosen.customer_id
       ) as own
   ) as totals
   cross join lateral (
     select coalesce(sum(entry.last - entry.first + 1 - coalesce(
              (select sum(least(voids.last, entry.last) - greatest(voids.first, entry.first) + 1)
                 from ticket_voids as voids
                where voids.raffle_id = entry.raffle_id
                  and voids.first <= entry.last
                  and voids.last >= entry.first), 0)), 0)::bigint as total_tickets
       from customer_orders as owned
       join raffle_entries as entry using (order_id)
      where coalesce(owned.claimed_by, owned.placed_by) = chosen.customer_id
   ) as tickets`

const chosenColumns = `
  person.person_id as customer_id, person.created_at, person.created_at::text as place,
  person.full_name, person.phone, person.email, person.role,
  coalesce(customer.registered_at, person.created_at) as registered_at,
  customer.verified_at, customer.erased_at`

/** Newest first. */
export const customersPage = (
  page: CustomerFilter & { limit: number; offset: number },
): Query<CustomerRow> => ({
  name: 'customers page',
  text: `${withTotals(`
    select ${chosenColumns}
      from (select person_id ${filtered}
             order by person.created_at desc, person.person_id limit $2 offset $3) as paged
      join people as person using (person_id)
      left join customers as customer on customer.customer_id = person.person_id`)}
   order by created_at desc, customer_id`,
  values: [...filterValues(page), page.limit, page.offset],
  parse,
})

/** The next `limit` customers after one of them, for the export. */
export const customersAfter = (
  page: CustomerFilter & { limit: number; after: { place: string; customerId: string } | null },
): Query<CustomerRow> => ({
  name: 'customers after',
  text: `${withTotals(`
    select ${chosenColumns}
      from (select person_id ${filtered}
               and ($2::timestamptz is null or person.created_at < $2
                    or (person.created_at = $2 and person.person_id > $3::uuid))
             order by person.created_at desc, person.person_id limit $4) as paged
      join people as person using (person_id)
      left join customers as customer on customer.customer_id = person.person_id`)}
   order by created_at desc, customer_id`,
  values: [
    ...filterValues(page),
    page.after?.place ?? null,
    page.after?.customerId ?? null,
    page.limit,
  ],
  parse,
})

export const customersCount = (filter: CustomerFilter): Query<number> => ({
  name: 'customers count',
  text: `select count(*) as count ${filtered}`,
  values: filterValues(filter),
  parse: (row) => row.count as number,
})

export const customerById = (customerId: string): Query<CustomerRow> => ({
  name: 'customer by id',
  text: withTotals(`select ${chosenColumns}
      from people as person
      left join customers as customer on customer.customer_id = person.person_id
     where person.person_id = $1 and (person.role is null or person.phone is not null)`),
  values: [customerId],
  parse,
})

function parse(row: Record<string, unknown>): CustomerRow {
  return {
    customerId: row.customer_id as string,
    fullName: row.full_name as string | null,
    phone: row.phone as string | null,
    email: row.email as string | null,
    isAdmin: row.role !== null,
    place: row.place as string,
    registeredAt: row.registered_at as Date,
    verifiedAt: row.verified_at as Date | null,
    erasedAt: row.erased_at as Date | null,
    totalOrders: row.total_orders as number,
    totalSpentCents: row.total_spent as number,
    completedOrders: row.completed_orders as number,
    completedSpentCents: row.completed_spent as number,
    lastOrderAt: row.last_order_at as Date | null,
    totalTickets: row.total_tickets as number,
  }
}
