// What the processes of one shop tell each other: what they let pass, which phones were asked for,
// how many buy with them, and that the staff has changed.
import type { Exchange } from '../io/processes.ts'
import type { Walked } from './phone-walk.ts'
import type { Takes } from './shared-limits.ts'
import type { UnderWay } from './waiting-room.ts'

export type ProcessNews =
  | { takes: Takes }
  | { walked: Walked }
  | { underWay: UnderWay }
  | { staffChanged: true }

/** Who sells reads the staff anew, here and in every other process. */
export function staffNews(
  exchange: Exchange<ProcessNews> | undefined,
  refresh: () => Promise<void>,
): () => Promise<void> {
  exchange?.hear((news) => {
    if ('staffChanged' in news) void refresh()
  })
  return async () => {
    await refresh()
    exchange?.tell({ staffChanged: true })
  }
}

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

export const walkedOf = (exchange: Exchange<ProcessNews>): Exchange<Walked> => ({
  tell: (walked) => exchange.tell({ walked }),
  hear: (listen) =>
    exchange.hear((news) => {
      if ('walked' in news) listen(news.walked)
    }),
})
