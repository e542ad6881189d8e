// Server state. By default nothing is asked twice: no retries, no refetch, never stale. What may
// age says so itself (`me`, and the ticket counts with the minute).
import { QueryClient } from '@tanstack/react-query'

export const createQueryClient = (): QueryClient =>
  new QueryClient({
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

/** A query's key is its path in parts: joined by "/" they are the address that is read. */
export const pathOf = (key: readonly (string | number)[]): string => key.join('/')
