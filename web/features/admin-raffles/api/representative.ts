import { useQuery } from '@tanstack/react-query'

import { drawRoom } from '#services/contract/admin-draws.ts'

import { get } from '../../../lib/http.ts'

/** Is a key of the representative on record for the raffle's draw? Undefined: it is not known. */
export function useHasRepresentativeKey(raffleId: string) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['/api/admin/draws', raffleId, 'representative'],
    queryFn: ({ signal }) =>
      get(`/api/admin/draws/${encodeURIComponent(raffleId)}`, drawRoom, signal),
    refetchOnMount: 'always', // it may have been recorded a moment ago
  })
  const hasKey = data && data.session?.representative.verifierKey != null
  return { hasKey, error, isUnknown: isError && data === undefined, refetch }
}
