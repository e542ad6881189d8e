import { useMutation } from '@tanstack/react-query'

import { download } from '../../../lib/admin/calls.ts'
import { ApiError } from '../../../lib/http.ts'

const pathOf = (raffleId: string) => `/api/admin/raffles/${encodeURIComponent(raffleId)}`

export const useEvidence = (raffleId: string) =>
  useMutation({
    mutationFn: () => download(`${pathOf(raffleId)}/bundle`, `evidence-${raffleId}.zip`),
  })

/** Ticket numbers, both included; empty: from the first, to the last. */
export type TicketSpan = { first: string; last: string }

export const useOpenings = (raffleId: string) =>
  useMutation({
    mutationFn: (span: TicketSpan) => {
      const given = Object.entries(span).filter(([, number]) => number !== '')
      const question = new URLSearchParams(given).toString()
      const path = `${pathOf(raffleId)}/openings${question && `?${question}`}`
      return download(path, `openings-${raffleId}.json`)
    },
  })

export async function fetchEvidence(raffleId: string): Promise<Blob> {
  const response = await fetch(`${pathOf(raffleId)}/bundle`, { credentials: 'include' })
  if (!response.ok) throw new ApiError(response.status, await response.text())
  return response.blob()
}
