import { useQuery } from '@tanstack/react-query'

import { drawRoom } from '#services/contract/admin-draws.ts'

import { get } from '../../../lib/http.ts'

/** Is a key of the representative on record for the raffle's draw? Undefined: not known yet. */
export function useHasRepresentativeKey(raffleId: string): boolean | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['/api/admin/draws', raffleId, 'representative'],
    queryFn: ({ signal }) =>
      get(`/api/admin/draws/${encodeURIComponent(raffleId)}`, drawRoom, signal),
  })
  if (isPending) return undefined
  return data?.session?.representative.verifierKey != null
}
