// Read by the admin's analytics. Revenue counts a sale on the day it was paid, shipping included,
// and takes a refund away on the day it was paid back (docs/decisions/0053): what became of the
// order later changes no day that is past. Money that was never a sale takes nothing away when it
// goes back; and what nobody had paid, though it was written down, is in no figure: neither its
// sale nor that it was taken back.
import type { PaymentMethod } from '#events/order/evolve.ts'

import type { Query } from '../sql.ts'
import { daysIn, type Window } from './periods.ts'

const betweenDays = (column: string, start = '$1') => `
       (${start}::date is null or ${column} >= ${start}::date)
   and ($2::date is null or ${column} <= $2::date)`

export const betweenInstants = (column: string, start = '$1') => `
       (${start}::date is null
        or ${column} >= (${start}::date)::timestamp at time zone 'Asia/Beirut')
   and ($2::date is null
        or ${column} < ($2::date + 1)::timestamp at time zone 'Asia/Beirut')`

// Sales and refunds in one stream of days.
const moved = (start: string) => `
  select day, order_type, method, paid as orders, gross_cents, 0 as refunded_cents
    from insight_days
   where ${betweenDays('day', start)}
   union all
  select (refund.paid_at at time zone 'Asia/Beirut')::date, orders.order_type,
         orders.paid_method, 0, 0, refund.paid_cents
    from sales_refunds as refund
    left join insight_orders as orders using (order_id)
   where refund.paid_at is not null and not coalesce(refund.is_surplus, false)
     and orders.paid_at is not null
     and ${betweenInstants('refund.paid_at', start)}`

export type Figures = {
  /** Sales whose money came in the window. */
  orders: number
  /** Their totals before any refund: what an average order is made of. */
  grossCents: number
  /** Less what was paid back in the window. */
  revenueCents: number
}

export type MethodFigures = {
  /** Null only while a read model is behind another. */
  method: PaymentMethod | null
  current: Figures
  previous: Figures
}

const figuresOf = (when: string, name: string) => `
         coalesce(sum(orders) filter (where ${when}), 0)::bigint as ${name}_orders,
         coalesce(sum(gross_cents) filter (where ${when}), 0)::bigint as ${name}_gross,
         coalesce(sum(gross_cents - refunded_cents) filter (where ${when}), 0)::bigint
           as ${name}_revenue`

/** By what an order was paid with; a refund counts against the method of its order. */
export const salesByMethod = (
  window: Window & { previousStart: string | null },
): Query<MethodFigures> => ({
  name: 'insight methods',
  text: `
  select method,
         ${figuresOf('$1::date is null or day >= $1::date', 'current')},
         ${figuresOf('day < $1::date', 'previous')}
    from (${moved('$3')}) as moved
   group by method
   order by current_revenue desc, method`,
  values: [window.startDate, window.endDate, window.previousStart],
  parse: (row) => ({
    method: row.method as PaymentMethod | null,
    current: figures(row, 'current'),
    previous: figures(row, 'previous'),
  }),
})

const figures = (row: Record<string, unknown>, name: string): Figures => ({
  orders: row[`${name}_orders`] as number,
  grossCents: row[`${name}_gross`] as number,
  revenueCents: row[`${name}_revenue`] as number,
})

/** `start`: the first day of the unit, or the instant in which an hour begins. */
export type Moment = {
  start: string
  orders: number
  revenueCents: number
  onlineCents: number
  offlineCents: number
}

const momentColumns = `
         coalesce(sum(orders), 0)::bigint as orders,
         coalesce(sum(cents), 0)::bigint as revenue,
         coalesce(sum(cents) filter (where order_type = 'online'), 0)::bigint as online,
         coalesce(sum(cents) filter (where order_type = 'offline'), 0)::bigint as offline`

/** Only units in which money moved, oldest first. The first unit may begin before the window. */
export const salesByUnit = (
  window: Window & { unit: 'day' | 'week' | 'month' },
): Query<Moment> => ({
  name: 'insight units',
  text: `
  select greatest(date_trunc($3, day::timestamp)::date, $1::date) as start, ${momentColumns}
    from (select day, order_type, orders, gross_cents - refunded_cents as cents
            from (${moved('$1')}) as every) as moved
   group by start
   order by start`,
  values: [window.startDate, window.endDate, window.unit],
  parse: (row) => moment(row, row.start as string),
})

/** Of few days: it reads each order. Hours are UTC's, which in Beirut are whole hours too. */
export const salesByHour = (window: Window): Query<Moment> => ({
  name: 'insight hours',
  text: `
  select date_trunc('hour', at) as start, ${momentColumns}
    from (
      select sale.paid_at as at, orders.order_type, 1 as orders,
             sale.subtotal_cents + sale.shipping_cents as cents
        from sales_orders as sale
        left join insight_orders as orders using (order_id)
       where orders.paid_at is not null and ${betweenInstants('sale.paid_at')}
       union all
      select refund.paid_at, orders.order_type, 0, -refund.paid_cents
        from sales_refunds as refund
        left join insight_orders as orders using (order_id)
       where refund.paid_at is not null and not coalesce(refund.is_surplus, false)
         and orders.paid_at is not null
         and ${betweenInstants('refund.paid_at')}
    ) as moved
   group by start
   order by start`,
  values: [window.startDate, window.endDate],
  parse: (row) => moment(row, (row.start as Date).toISOString()),
})

const moment = (row: Record<string, unknown>, start: string): Moment => ({
  start,
  orders: row.orders as number,
  revenueCents: row.revenue as number,
  onlineCents: row.online as number,
  offlineCents: row.offline as number,
})

/** The first day on which anything was ordered; no row before it. */
export const firstDay = (): Query<string | null> => ({
  name: 'insight first day',
  text: 'select min(day) as day from insight_days',
  parse: (row) => row.day as string | null,
})

export type ProductSales = {
  productId: string
  name: string
  quantity: number
  revenueCents: number
}

/** By revenue without shipping, before refunds; the highest first. */
export const topProducts = (window: Window & { limit: number }): Query<ProductSales> => ({
  name: 'insight products',
  text: `
  with earned as (
    select product_id, sum(quantity)::bigint as quantity, sum(revenue_cents)::bigint as revenue
      from insight_products
     where ${betweenDays('day')}
     group by product_id
    having sum(quantity) > 0
     order by revenue desc, product_id
     limit $3
  )
  select earned.*, coalesce(shelf.state ->> 'name', '') as name
    from earned
    left join product_shelf as shelf using (product_id)
   order by earned.revenue desc, earned.product_id`,
  values: [window.startDate, window.endDate, window.limit],
  parse: (row) => ({
    productId: row.product_id as string,
    name: row.name as string,
    quantity: row.quantity as number,
    revenueCents: row.revenue as number,
  }),
})

export type RaffleTickets = { raffleId: string; name: string; tickets: number }

/** Given out in the window, less what was voided in it; the most first. */
export const ticketsByRaffle = (window: Window & { limit: number }): Query<RaffleTickets> => ({
  name: 'insight raffles',
  text: `
  with given as (
    select raffle_id, sum(issued - voided)::bigint as tickets
      from insight_tickets
     where ${betweenDays('day')}
     group by raffle_id
     order by tickets desc, raffle_id
     limit $3
  )
  select given.raffle_id, given.tickets,
         coalesce(page.words ->> 'name', ledger.state -> 'terms' ->> 'prize', '') as name
    from given
    left join raffle_board_page as page using (raffle_id)
    left join raffle_board_ledger as ledger using (raffle_id)
   order by given.tickets desc, given.raffle_id`,
  values: [window.startDate, window.endDate, window.limit],
  parse: (row) => ({
    raffleId: row.raffle_id as string,
    name: row.name as string,
    tickets: row.tickets as number,
  }),
})

export type BuyerFigures = {
  /** Everybody who has registered, up to the window's end. */
  totalCustomers: number
  /** Bought in the window, first paid order inside it. */
  newCustomers: number
  /** Bought in the window, first paid order before it. */
  returningCustomers: number
}

/** Whose a paid order is: who claimed it, else who placed it signed in. */
export const owner = 'coalesce(claimed_by, placed_by)'

const FEW_DAYS_MAX = 31

/** Few enough to look at each buyer; of more days `buyers-past.ts` knows. */
export const isFewDays = ({ startDate, endDate }: Window) =>
  startDate !== null && endDate !== null && daysIn(startDate, endDate) <= FEW_DAYS_MAX

// A day's two ends, made once for a whole statement: of each row they would cost more than the row.
const beginning = `(select ($1::date)::timestamp at time zone 'Asia/Beirut')`
const ending = `(select ($2::date + 1)::timestamp at time zone 'Asia/Beirut')`

/** Of few days: who bought in them, each of them asked for an order before. */
export const buyerFigures = ({ startDate, endDate }: Window): Query<BuyerFigures> => ({
  name: 'insight buyers',
  text: `
  with bought as materialized (
    select distinct ${owner} as customer_id
      from insight_orders
     where paid_at is not null
       and ${owner} is not null
       and paid_at >= ${beginning}
       and paid_at < ${ending}
  ),
  known as (
    select count(*) as n
      from bought
     where exists (
             select
               from insight_orders
              where paid_at < ${beginning}
                and ${owner} = bought.customer_id)
  )
  select (select count(*) from bought) - known.n as new, known.n as came_back,
         (select count(*) from customers as customer
           where customer.registered_at < ${ending}) as total
    from known`,
  values: [startDate, endDate],
  parse: (row) => ({
    totalCustomers: row.total as number,
    newCustomers: row.new as number,
    returningCustomers: row.came_back as number,
  }),
})

/**
 * Changes whenever a fact has come into a read model that figures are made of. Names and raffles on
 * the board are in it too.
 */
export const figuresMark = (): Query<string> => ({
  name: 'insight mark',
  text: `
  select coalesce(sum(position), 0)::text || '/' || coalesce(max(generation), 0) as mark
    from projections
   where name in ('insight', 'sales', 'customers', 'product-shelf', 'raffle-board')`,
  parse: (row) => row.mark as string,
})
