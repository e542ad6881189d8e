import { useMutation, useQueryClient } from '@tanstack/react-query'

import { approvalDecided, approvalPage } from '#services/contract/admin-approvals.ts'

import { send } from '../../../lib/admin/calls.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'

const path = '/api/admin/approvals'

export const useApprovals = (state: 'waiting' | 'all') =>
  useAdminList({ path, query: { state }, shape: approvalPage })

export function useDecideApproval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; isApproved: boolean; note: string | null }) =>
      send(`${path}/${id}`, { method: 'POST', body }, approvalDecided),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [path] }),
  })
}
