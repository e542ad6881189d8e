// What the processes of one shop tell each other: what they let pass, and how many buy with them.
import type { Exchange } from '../io/processes.ts'
import type { Takes } from './shared-limits.ts'
import type { UnderWay } from './waiting-room.ts'

export type ProcessNews = { takes: Takes } | { underWay: UnderWay }

export const takesOf = (exchange: Exchange<ProcessNews>): Exchange<Takes> => ({
  tell: (takes) => exchange.tell({ takes }),
  hear: (listen) =>
    exchange.hear((news) => {
      if ('takes' in news) listen(news.takes)
    }),
})

export const underWayOf = (exchange: Exchange<ProcessNews>): Exchange<UnderWay> => ({
  tell: (underWay) => exchange.tell({ underWay }),
  hear: (listen) =>
    exchange.hear((news) => {
      if ('underWay' in news) listen(news.underWay)
    }),
})
