import { useQuery } from '@tanstack/react-query'

import { meResponse } from '#services/contract/auth.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

export const meKey = ['/api/auth/me'] as const
const FRESH_MS = 300_000

export const useMe = () =>
  useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => get(pathOf(meKey), meResponse, signal),
    select: ({ user }) => user,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  })
