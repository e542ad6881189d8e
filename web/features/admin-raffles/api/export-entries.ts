import { useMutation } from '@tanstack/react-query'

import { download } from '../../../lib/admin/calls.ts'

type Wanted = {
  raffle: { id: string; name: string }
  /** Days of Beirut, both included; none: of all time. */
  days: { startDate?: string; endDate?: string }
}

export const useExportEntries = () =>
  useMutation({
    mutationFn: ({ raffle, days }: Wanted) => {
      const question = new URLSearchParams(days).toString()
      const path = `/api/admin/raffles/${raffle.id}/export${question && `?${question}`}`
      return download(path, `raffle_entries_${raffle.name}_${Date.now()}.csv`)
    },
  })
