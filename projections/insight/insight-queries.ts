// Read by the admin's insight page.
import type { BoardLedger, BoardWords } from '../raffle-board/projection.ts'
import type { Query } from '../sql.ts'
import type { Window } from './periods.ts'

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
  with sold as (
    select raffle_id,
           json_agg(json_build_object('day', day, 'tickets', issued) order by day) as days
      from insight_tickets
     where issued > 0
     group by raffle_id
  )
  select ledger.raffle_id, ledger.state, page.words, coalesce(sold.days, '[]') as days
    from raffle_board_ledger as ledger
    left join raffle_board_page as page using (raffle_id)
    left join sold using (raffle_id)
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
