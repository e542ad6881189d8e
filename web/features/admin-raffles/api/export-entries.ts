import { useMutation } from '@tanstack/react-query'

import { download } from '../../../lib/admin/calls.ts'

/** The entries have days of Beirut, both included; none: of all time. The register is whole. */
export type RaffleFile =
  | { what: 'entries'; days: { startDate?: string; endDate?: string } }
  | { what: 'register' }

type Wanted = { raffle: { id: string; name: string }; file: RaffleFile }

export const useExportRaffle = () =>
  useMutation({
    mutationFn: ({ raffle, file }: Wanted) => {
      const path = `/api/admin/raffles/${raffle.id}`
      if (file.what === 'register')
        return download(`${path}/register`, `ticket_register_${raffle.name}_${Date.now()}.csv`)
      const question = new URLSearchParams(file.days).toString()
      const entries = `${path}/export${question && `?${question}`}`
      return download(entries, `raffle_entries_${raffle.name}_${Date.now()}.csv`)
    },
  })
