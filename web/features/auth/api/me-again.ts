import { useQuery } from '@tanstack/react-query'

import { meResponse } from '#services/contract/auth.ts'

import { readAgain } from '../../../lib/admin/read-again.ts'
import { pathOf } from '../../../lib/query-client.ts'
import { meKey } from './me.ts'

const AGAIN_MS = 300_000

/**
 * Of staff: whoever types for long makes no call, and would be signed out over it. The answer is
 * that of `useMe`, so a session that has ended meanwhile is known as well.
 */
export const meAgain = {
  queryKey: meKey,
  queryFn: (asked: { signal: AbortSignal }) => readAgain(pathOf(meKey), meResponse, asked),
  staleTime: AGAIN_MS,
  refetchInterval: AGAIN_MS,
}

export const useMeAgain = () => useQuery(meAgain)
