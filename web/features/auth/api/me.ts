import { useQuery } from '@tanstack/react-query'

import { meResponse } from '#services/contract/auth.ts'

import { get } from '../../../lib/http.ts'
import { useHydrated } from '../../../lib/hydrated.ts'
import { pathOf } from '../../../lib/query-client.ts'

export const meKey = ['/api/auth/me'] as const
const FRESH_MS = 300_000

/** Nobody is known while the page is hydrated: the server has written it for everybody. */
export function useMe() {
  const isHydrated = useHydrated()
  const { data, isPending } = useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => get(pathOf(meKey), meResponse, signal),
    select: ({ user }) => user,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  })
  return isHydrated ? { data, isPending } : { data: undefined, isPending: true }
}
