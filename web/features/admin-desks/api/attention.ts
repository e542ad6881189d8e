import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { adminOrderDetail } from '#services/contract/admin-order-acts.ts'
import { messageResent } from '#services/contract/admin-messages.ts'
import { attentionCounts, attentionPage } from '#services/contract/attention.ts'
import type { AttentionItem, AttentionKind } from '#services/contract/attention.ts'

import { send } from '../../../lib/admin/calls.ts'
import { readAgain } from '../../../lib/admin/read-again.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'

const path = '/api/admin/attention'
const COUNTED_AGAIN_MS = 60_000

export const useAttention = (kind: AttentionKind | '') =>
  useAdminList({
    path,
    query: { kind },
    shape: attentionPage,
    keyOf: ({ kind: ofItem, item }) => `${ofItem} ${item}`,
    isReadAgain: true, // with the counts
  })

/** For the menu and the filter: looked at again each minute. */
export const useAttentionCounts = () =>
  useQuery({
    queryKey: [path, 'counts'],
    queryFn: (asked) => readAgain(`${path}/counts`, attentionCounts, asked),
    refetchOnMount: 'always',
    refetchInterval: COUNTED_AGAIN_MS,
  })

function useRefreshing() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [path] })
}

export function useHandled() {
  const onSuccess = useRefreshing()
  return useMutation({
    mutationFn: (body: Pick<AttentionItem, 'kind' | 'item'> & { note: string }) =>
      send(`${path}/handled`, { method: 'POST', body }, attentionCounts),
    onSuccess,
  })
}

/** The provider is asked now what became of the order's payments. */
export function useRecheck() {
  const onSuccess = useRefreshing()
  return useMutation({
    mutationFn: (orderId: string) =>
      send(`/api/admin/orders/${orderId}/check`, { method: 'POST' }, adminOrderDetail),
    onSuccess,
  })
}

export function useResendMessage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ref: string) =>
      send('/api/admin/messages/resend', { method: 'POST', body: { ref } }, messageResent),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [path] })
      await queryClient.invalidateQueries({ queryKey: ['/api/admin/messages'] })
    },
  })
}
