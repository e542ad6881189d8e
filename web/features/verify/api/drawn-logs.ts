// The raffles whose evidence lies here, ready to be fetched and checked.
import { useQuery } from '@tanstack/react-query'

import { ledgerIndex } from '#services/contract/ledger.ts'

import { get, problemOf } from '../../../lib/http.ts'

export const useDrawnLogs = () =>
  useQuery({
    queryKey: ['/ledger'],
    queryFn: async ({ signal }) => {
      const { raffles } = await get('/ledger', ledgerIndex, signal)
      return raffles.filter(({ phase }) => phase === 'drawn')
    },
  })

export const bundleAddress = (raffleId: string) => `/ledger/${raffleId}/bundle.zip`

/** The whole bundle as bytes; the browser keeps a large one on its disk. */
export async function fetchBundle(raffleId: string): Promise<File> {
  const response = await fetch(bundleAddress(raffleId))
  if (!response.ok) throw await problemOf(response)
  return new File([await response.blob()], `evidence-${raffleId}.zip`)
}
