import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { customerDetail, customerPage } from '#services/contract/admin-customers.ts'
import { sessionsRevoked } from '#services/contract/live-sessions.ts'

import type { Excluding } from '../../../components/admin/exclusion-dialog.tsx'
import { download, send } from '../../../lib/admin/calls.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'
import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'
import { exclusionsKey } from './exclusions.ts'

const path = '/api/admin/customers'

/** A change of the search begins the list anew. */
export const useCustomers = (search: string) =>
  useAdminList({ path, query: { search }, shape: customerPage, keyOf: ({ id }) => id })

export function useCustomer(id: string) {
  const queryKey = [path, id] as const
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => get(pathOf(queryKey), customerDetail, signal),
    refetchOnMount: 'always',
  })
}

/** On the exclude list, or off it. */
export function useExcludeCustomer(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Excluding) =>
      send(`${path}/${encodeURIComponent(id)}/exclusion`, { method: 'PUT', body }, customerDetail),
    onSuccess: (customer) => {
      queryClient.setQueryData([path, id], customer)
      void queryClient.invalidateQueries({ queryKey: exclusionsKey })
    },
  })
}

/** In every browser, as a customer. */
export function useSignOutCustomer(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      send(`${path}/${encodeURIComponent(id)}/sessions`, { method: 'DELETE' }, sessionsRevoked),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [path, id] }),
  })
}

export type Correcting = { fullName: string; email: string; note: string }

/** Name and e-mail; what is empty is none. */
export function useCorrectCustomer({ id, version }: { id: string; version: number }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ fullName, email, note }: Correcting) => {
      const body = {
        fullName: fullName.trim(),
        email: email.trim() === '' ? null : email.trim(),
        ...(note.trim() !== '' && { note: note.trim() }),
      }
      return send(
        `${path}/${encodeURIComponent(id)}/profile`,
        { method: 'PUT', body, version: String(version) },
        customerDetail,
      )
    },
    onSuccess: (customer) => {
      queryClient.setQueryData([path, id], customer)
      void queryClient.invalidateQueries({ queryKey: [path, 'list'] })
    },
  })
}

/** All that the search finds, not only what is in view. */
export const useExportCustomers = () =>
  useMutation({
    mutationFn: ({ search, today }: { search: string; today: string }) =>
      download(
        `${path}/export${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`,
        `customers_${today}.csv`,
      ),
  })
