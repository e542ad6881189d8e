// Read by the admin's customers tab. Names and phones come from the erasable table `people`; a
// customer who was erased keeps his row and his figures, without a name.
import { escapeLike } from '../order-status/queries.ts'
import type { Query } from '../sql.ts'

export type CustomerRow = {
  customerId: string
  fullName: string | null
  phone: string | null
  email: string | null
  /** Any role in the staff. */
  isAdmin: boolean
  registeredAt: Date
  verifiedAt: Date | null
  erasedAt: Date | null
  /** Orders ever paid, and manual orders that wait for their money (answers 113). */
  totalOrders: number
  /** Paid and completed. */
  totalSpentCents: number
  completedOrders: number
  completedSpentCents: number
  lastOrderAt: Date | null
  /** Issued and not voided. */
  totalTickets: number
}

/** `search`: part of a name or phone. */
export type CustomerFilter = { search?: string | undefined }

const filtered = `
  from customers as customer
  left join people as person on person.person_id = customer.customer_id
 where customer.registered_at is not null
   and ($1::text is null or person.full_name ilike $1 or person.phone like $1)`

const filterValues = ({ search }: CustomerFilter) => [
  search === undefined || search.trim() === '' ? null : `%${escapeLike(search.trim())}%`,
]

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
  customer.customer_id, customer.registered_at, customer.verified_at, customer.erased_at,
  person.full_name, person.phone, person.email, person.role`

export const customersPage = (
  page: CustomerFilter & { limit: number; offset: number },
): Query<CustomerRow> => ({
  name: 'customers page',
  text: `${withTotals(`select ${chosenColumns} ${filtered}
      order by customer.registered_at desc, customer.customer_id limit $2 offset $3`)}
   order by registered_at desc, customer_id`,
  values: [...filterValues(page), page.limit, page.offset],
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
      from customers as customer
      left join people as person on person.person_id = customer.customer_id
     where customer.customer_id = $1 and customer.registered_at is not null`),
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
