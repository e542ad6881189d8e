import { useQuery } from '@tanstack/react-query'

import { liveDraw } from '#services/contract/draws.ts'
import type { LiveDraw } from '#services/contract/draws.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

export const drawKey = (raffleId: string) => ['/api/draws', encodeURIComponent(raffleId)] as const

const LIVE_MS = 2_000
const CALM_MS = 20_000
/** From this long before its time a draw is followed closely. */
const NEAR_MS = 20 * 60_000

/** Read again and again until the prize is handed over: closely while things happen. */
export const useDraw = (raffleId: string) =>
  useQuery({
    queryKey: drawKey(raffleId),
    queryFn: ({ queryKey, signal }) => get(pathOf(queryKey), liveDraw, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    staleTime: 0,
    refetchInterval: ({ state }) => pauseOf(state.data),
  })

/** One that was annulled is sealed anew: whoever shows it on a wall sees that without a hand. */
export function pauseOf(draw: LiveDraw | undefined): number | false {
  if (draw === undefined) return CALM_MS
  if (draw.winner?.state === 'delivered') return false
  if (draw.publishedAt !== null) return CALM_MS
  const at = draw.round?.at ?? draw.drawAt
  const isNear = at !== null && Date.parse(at) - Date.parse(draw.now) < NEAR_MS
  return isNear || draw.seal !== null ? LIVE_MS : CALM_MS
}
