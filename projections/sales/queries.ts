// Read by the admin's analytics. A window is a range of Beirut days, both included; null is open.
// Revenue counts the sale on the day it was paid, shipping included, and takes a refund away on the
// day it was paid back (answers 114). Nothing here depends on what became of the order later.
import type { PaymentMethod } from '#events/order/evolve.ts'

import type { Query } from '../sql.ts'

/** `yyyy-MM-dd`, both included. */
export type Window = { startDate: string | null; endDate: string | null }

export type SalesFigures = {
  revenueCents: number
  /** Sales paid in the window. */
  orders: number
  /** Their totals, before any refund: what an average order is made of. */
  grossCents: number
  refundedCents: number
}

const inWindow = (column: string) => `
       ($1::date is null or ${column} >= ($1::date)::timestamp at time zone 'Asia/Beirut')
   and ($2::date is null or ${column} < ($2::date + 1)::timestamp at time zone 'Asia/Beirut')`

const windowValues = ({ startDate, endDate }: Window) => [startDate, endDate]

const paidBack = `paid_at is not null and not coalesce(is_surplus, false)`

export const salesFigures = (window: Window): Query<SalesFigures> => ({
  name: 'sales figures',
  text: `
  select sold.orders, sold.gross, refunded.cents as refunded
    from (select count(*) as orders,
                 coalesce(sum(subtotal_cents + shipping_cents), 0)::bigint as gross
            from sales_orders where ${inWindow('paid_at')}) as sold,
         (select coalesce(sum(paid_cents), 0)::bigint as cents
            from sales_refunds where ${paidBack} and ${inWindow('paid_at')}) as refunded`,
  values: windowValues(window),
  parse: (row) => {
    const grossCents = row.gross as number
    const refundedCents = row.refunded as number
    const orders = row.orders as number
    return { revenueCents: grossCents - refundedCents, orders, grossCents, refundedCents }
  },
})

export type DailySales = { day: string; orders: number; grossCents: number; refundedCents: number }

/** Days on which something was paid or paid back, oldest first. */
export const salesByDay = (window: Window): Query<DailySales> => ({
  name: 'sales by day',
  text: `
  select day, sum(orders)::bigint as orders, sum(gross)::bigint as gross,
         sum(refunded)::bigint as refunded
    from (
      select (paid_at at time zone 'Asia/Beirut')::date as day, 1 as orders,
             subtotal_cents + shipping_cents as gross, 0 as refunded
        from sales_orders where ${inWindow('paid_at')}
      union all
      select (paid_at at time zone 'Asia/Beirut')::date, 0, 0, paid_cents
        from sales_refunds where ${paidBack} and ${inWindow('paid_at')}
    ) as moved
   group by day
   order by day`,
  values: windowValues(window),
  parse: (row) => ({
    day: row.day as string,
    orders: row.orders as number,
    grossCents: row.gross as number,
    refundedCents: row.refunded as number,
  }),
})

export type ProductSales = { productId: string; name: string | null; revenueCents: number }

/** By revenue without shipping (answers 117), highest first. */
export const topProducts = (window: Window & { limit: number }): Query<ProductSales> => ({
  name: 'top products',
  text: `
  with earned as (
    select lines.product_id, sum(lines.subtotal_cents)::bigint as revenue
      from sales_orders as orders
      join sales_lines as lines using (order_id)
     where ${inWindow('orders.paid_at')}
     group by lines.product_id
     order by revenue desc, lines.product_id
     limit $3
  )
  select earned.product_id, earned.revenue, shelf.state ->> 'name' as name
    from earned
    left join product_shelf as shelf using (product_id)
   order by earned.revenue desc, earned.product_id`,
  values: [...windowValues(window), window.limit],
  parse: (row) => ({
    productId: row.product_id as string,
    name: row.name as string | null,
    revenueCents: row.revenue as number,
  }),
})

export type MethodSales = { method: PaymentMethod; orders: number; revenueCents: number }

export const salesByMethod = (window: Window): Query<MethodSales> => ({
  name: 'sales by method',
  text: `
  select method, count(*) as orders,
         sum(subtotal_cents + shipping_cents)::bigint as revenue
    from sales_orders
   where ${inWindow('paid_at')}
   group by method
   order by revenue desc, method`,
  values: windowValues(window),
  parse: (row) => ({
    method: row.method as PaymentMethod,
    orders: row.orders as number,
    revenueCents: row.revenue as number,
  }),
})

export type BuyerFigures = {
  /** Everybody who has registered, up to the window's end. */
  totalCustomers: number
  /** Bought in the window, first paid order inside it (answers 116). */
  newCustomers: number
  /** Bought in the window, first paid order before it. */
  returningCustomers: number
}

export const buyerFigures = (window: Window): Query<BuyerFigures> => ({
  name: 'buyer figures',
  text: `
  with buyers as (
    select distinct coalesce(owned.claimed_by, owned.placed_by) as customer_id
      from sales_orders as orders
      join customer_orders as owned using (order_id)
     where coalesce(owned.claimed_by, owned.placed_by) is not null
       and ${inWindow('orders.paid_at')}
  ), came_back as (
    select count(*) as n
      from buyers
     where $1::date is not null
       and exists (
         select from customer_orders as owned
           join sales_orders as orders using (order_id)
          where coalesce(owned.claimed_by, owned.placed_by) = buyers.customer_id
            and orders.paid_at < ($1::date)::timestamp at time zone 'Asia/Beirut')
  )
  select (select count(*) from customers as customer
           where customer.registered_at is not null
             and ($2::date is null or customer.registered_at
                    < ($2::date + 1)::timestamp at time zone 'Asia/Beirut')) as total,
         (select count(*) from buyers) - came_back.n as new,
         came_back.n as came_back
    from came_back`,
  values: windowValues(window),
  parse: (row) => ({
    totalCustomers: row.total as number,
    newCustomers: row.new as number,
    returningCustomers: row.came_back as number,
  }),
})

export type AccountBalance = { account: string; currency: string; balanceCents: number }

/** The books: the balances of all accounts add up to zero (invariant I7). */
export const accountBalances = (): Query<AccountBalance> => ({
  name: 'account balances',
  text: `
  select account, currency, sum(amount_cents)::bigint as balance
    from sales_journal
   group by account, currency
   order by account, currency`,
  parse: (row) => ({
    account: row.account as string,
    currency: row.currency as string,
    balanceCents: row.balance as number,
  }),
})
