import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { approvalDecided, approvalPage } from '#services/contract/admin-approvals.ts'

import { send } from '../../../lib/admin/calls.ts'
import { readAgain } from '../../../lib/admin/read-again.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'

const path = '/api/admin/approvals'

export const useApprovals = (state: 'waiting' | 'all') =>
  useAdminList({ path, query: { state }, shape: approvalPage, keyOf: ({ id }) => id })

const COUNTED_AGAIN_MS = 60_000

/** How many nobody has decided yet, for the menu: looked at again each minute. */
export const useWaitingApprovals = () =>
  useQuery({
    queryKey: [path, 'count'],
    queryFn: async (asked) => {
      const page = await readAgain(`${path}?state=waiting&page=1&limit=1`, approvalPage, asked)
      return page.pagination.total
    },
    refetchOnMount: 'always',
    refetchInterval: COUNTED_AGAIN_MS,
  })

export function useDecideApproval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; isApproved: boolean; note: string | null }) =>
      send(`${path}/${id}`, { method: 'POST', body }, approvalDecided),
    // Refused as well: somebody else may have decided meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path] }),
  })
}
