// The trail, tickets, the past and the auditor's papers.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { asOf, auditPage, paper, paperPage, ticketWalk } from '#services/contract/admin-audit.ts'
import type { AuditPage, NewPaper, NotePaper } from '#services/contract/admin-audit.ts'
import { adminRafflePage } from '#services/contract/admin-raffles.ts'

import { download, send } from '../../../lib/admin/calls.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'
import { get } from '../../../lib/http.ts'

const path = '/api/admin/audit'

export type TrailFilter = {
  subjectKind: string
  subject: string
  actor: string
  type: string
  from: string
  to: string
}

/** The kind of a subject means nothing without one. */
export function askedOf(filter: TrailFilter): Record<string, string> {
  const { subjectKind, subject, ...rest } = filter
  const asked = subject.trim() === '' ? rest : { ...rest, subjectKind, subject: subject.trim() }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value.trim() !== ''))
}

export const useTrail = (filter: TrailFilter) =>
  useAdminList<AuditPage['data'][number]>({
    path,
    query: askedOf(filter),
    shape: auditPage,
    keyOf: ({ logId, position }) => `${logId} ${position}`,
  })

export const useExportTrail = () =>
  useMutation({
    mutationFn: (filter: TrailFilter) =>
      download(`${path}/export?${new URLSearchParams(askedOf(filter))}`, 'audit_trail.csv'),
  })

/** Every raffle there is, for a list to choose from. */
export const useRaffleChoices = () =>
  useQuery({
    queryKey: ['/api/admin/raffles', 'choices'],
    queryFn: ({ signal }) => get('/api/admin/raffles?limit=1000', adminRafflePage, signal),
    select: ({ data }) => data,
    refetchOnMount: 'always', // one may have been published a moment ago
  })

export const useWalkTicket = () =>
  useMutation({
    mutationFn: ({ raffleId, number }: { raffleId: string; number: string }) =>
      get(`${path}/raffles/${raffleId}/ticket?number=${Number(number)}`, ticketWalk),
  })

export type Moment = { subjectKind: 'order' | 'raffle'; subject: string; at: string }

/** Then, and now beside it. */
export const useAsOf = () =>
  useMutation({
    mutationFn: async ({ subjectKind, subject, at }: Moment) => {
      const asked = { subjectKind, subject: subject.trim() }
      const read = (instant: string) =>
        get(`${path}/as-of?${new URLSearchParams({ ...asked, at: instant })}`, asOf)
      const [past, now] = await Promise.all([read(at), read(tomorrow())])
      return { past, now }
    },
  })

/** Now, to the last fact: a browser whose clock is slow would leave out the newest. */
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString()
const DAY_MS = 86_400_000

const papersPath = `${path}/papers`

export const usePapers = () =>
  useAdminList({ path: papersPath, shape: paperPage, keyOf: ({ id }) => id })

export const usePaper = (id: string) =>
  useQuery({
    queryKey: [papersPath, id],
    queryFn: ({ signal }) => get(`${papersPath}/${id}`, paper, signal),
    refetchOnMount: 'always',
  })

export const readPaper = (id: string) => get(`${papersPath}/${id}`, paper)

export function useMakePaper() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPaper) => send(papersPath, { method: 'POST', body }, paper),
    onSuccess: (made) => {
      queryClient.setQueryData([papersPath, made.id], made)
      return queryClient.invalidateQueries({ queryKey: [papersPath, 'list'] })
    },
  })
}

export function useNotePaper(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, version }: { body: NotePaper; version: string }) =>
      send(`${papersPath}/${id}`, { method: 'PUT', body, version }, paper),
    onSuccess: (noted) => queryClient.setQueryData([papersPath, id], noted),
  })
}
