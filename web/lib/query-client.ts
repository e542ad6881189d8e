// Server state. By default nothing is asked twice: no retries, no refetch, never stale. What may
// age says so itself (`me`, and the ticket counts with the minute).
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { isUnauthorized } from './http.ts'

const ME = '/api/auth/me'

export function createQueryClient(): QueryClient {
  // The session is over: without this the page would go on showing what it has read, and fail for
  // ever. Who is signed in is asked anew, and whoever must be is led to his door.
  const heed = (error: unknown) => {
    if (isUnauthorized(error)) void client.invalidateQueries({ queryKey: [ME] })
  }
  const client: QueryClient = new QueryClient({
    // Not of `me` itself: it would be asked for without an end.
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== ME) heed(error)
      },
    }),
    mutationCache: new MutationCache({ onError: heed }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        gcTime: Infinity,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      // What was pressed is sent now or fails now: nothing waits for a network, to happen unasked.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** A query's key is its path in parts: joined by "/" they are the address that is read. */
export const pathOf = (key: readonly (string | number)[]): string => key.join('/')
