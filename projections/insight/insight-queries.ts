// Read by the admin's insight page.
import type { BoardLedger, BoardWords } from '../raffle-board/projection.ts'
import type { Query } from '../sql.ts'
import type { Window } from './periods.ts'
import { owner } from './queries.ts'

const inWindow = `
       ($1::date is null or day >= $1::date)
   and ($2::date is null or day <= $2::date)`

const windowValues = ({ startDate, endDate }: Window) => [startDate, endDate]

export type MethodConversion = {
  orderType: 'online' | 'offline'
  /** As chosen when the order was placed. */
  method: string
  placed: number
  /** Of those placed in the window, whenever the money came. */
  converted: number
}

export const conversionByMethod = (window: Window): Query<MethodConversion> => ({
  name: 'insight conversion',
  text: `
  select order_type, method, sum(placed)::bigint as placed, sum(converted)::bigint as converted
    from insight_days
   where ${inWindow}
   group by order_type, method
  having sum(placed) > 0
   order by placed desc, order_type, method`,
  values: windowValues(window),
  parse: (row) => ({
    orderType: row.order_type as 'online' | 'offline',
    method: row.method as string,
    placed: row.placed as number,
    converted: row.converted as number,
  }),
})

export type Tracked = { carts: number; checkouts: number }

/** What browsers told of, where they may; kept as counts by day. */
export const trackedSteps = (window: Window): Query<Tracked> => ({
  name: 'insight tracked',
  text: `
  select coalesce(sum(times) filter (where name = 'add_to_cart'), 0)::bigint as carts,
         coalesce(sum(times) filter (where name = 'begin_checkout'), 0)::bigint as checkouts
    from tracked_counts
   where ($1::date is null or on_day >= $1::date)
     and ($2::date is null or on_day <= $2::date)`,
  values: windowValues(window),
  parse: (row) => ({ carts: row.carts as number, checkouts: row.checkouts as number }),
})

/** With the most paid orders; no row when nothing was paid. */
export const busiestDay = (window: Window): Query<string> => ({
  name: 'insight busiest day',
  text: `
  select day
    from insight_days
   where ${inWindow}
   group by day
  having sum(paid) > 0
   order by sum(paid) desc, day desc
   limit 1`,
  values: windowValues(window),
  parse: (row) => row.day as string,
})

export type MonthOfBuyers = { month: string; fresh: number; cameBack: number }

/** The last twelve months in which anybody known bought, oldest first; `month` is its first day. */
export const buyersByMonth = (): Query<MonthOfBuyers> => ({
  name: 'insight months',
  text: `
  with bought as (
    select ${owner} as customer_id,
           date_trunc('month', paid_at at time zone 'Asia/Beirut')::date as month
      from insight_orders
     where paid_at is not null and ${owner} is not null
     group by 1, 2
  ), known as (
    select month, min(month) over (partition by customer_id) as first from bought
  )
  select * from (
    select month, count(*) filter (where month = first) as fresh,
           count(*) filter (where month > first) as came_back
      from known
     group by month
     order by month desc
     limit 12
  ) as latest
   order by month`,
  parse: (row) => ({
    month: row.month as string,
    fresh: row.fresh as number,
    cameBack: row.came_back as number,
  }),
})

export type Loyalty = { buyers: number; buyersWhoCameBack: number }

/** Of all time. */
export const loyalty = (): Query<Loyalty> => ({
  name: 'insight loyalty',
  text: `
  select count(*) as buyers, count(*) filter (where orders > 1) as came_back
    from (select count(*) as orders from insight_orders
           where paid_at is not null and ${owner} is not null
           group by ${owner}) as bought`,
  parse: (row) => ({
    buyers: row.buyers as number,
    buyersWhoCameBack: row.came_back as number,
  }),
})

/** Revenue of the orders of known buyers in the window, and how many they were. */
export const revenueOfBuyers = (window: Window): Query<{ buyers: number; cents: number }> => ({
  name: 'insight buyer revenue',
  text: `
  select count(distinct ${owner}) as buyers,
         coalesce(sum(sale.subtotal_cents + sale.shipping_cents), 0)::bigint as cents
    from sales_orders as sale
    join insight_orders as orders using (order_id)
   where ${owner} is not null
     and ($1::date is null
          or sale.paid_at >= ($1::date)::timestamp at time zone 'Asia/Beirut')
     and ($2::date is null
          or sale.paid_at < ($2::date + 1)::timestamp at time zone 'Asia/Beirut')`,
  values: windowValues(window),
  parse: (row) => ({ buyers: row.buyers as number, cents: row.cents as number }),
})

export type RaffleDays = {
  raffleId: string
  name: string
  status: BoardLedger['status']
  issued: number
  voided: number
  ticketsMax: number
  opensAt: string
  closesAt: string
  /** Days with tickets, oldest first. */
  days: { day: string; tickets: number }[]
}

/** Every raffle that was published, the newest first. */
export const raffleDays = (): Query<RaffleDays> => ({
  name: 'insight raffle days',
  text: `
  select ledger.raffle_id, ledger.state, page.words,
         (select coalesce(json_agg(json_build_object('day', day, 'tickets', issued) order by day),
                          '[]')
            from insight_tickets as tickets
           where tickets.raffle_id = ledger.raffle_id and issued > 0) as days
    from raffle_board_ledger as ledger
    left join raffle_board_page as page using (raffle_id)
   where page.version is null or page.words is not null
   order by ledger.state ->> 'publishedAt' desc, ledger.raffle_id`,
  parse(row) {
    // Written by the raffle board's projection.
    const { terms, status, issued, voided } = row.state as BoardLedger
    const words = row.words as BoardWords | null
    return {
      raffleId: row.raffle_id as string,
      name: words?.name ?? terms.prize,
      status,
      issued,
      voided,
      ticketsMax: terms.ticketsMax,
      opensAt: terms.opensAt,
      closesAt: terms.closesAt,
      days: row.days as RaffleDays['days'],
    }
  },
})
