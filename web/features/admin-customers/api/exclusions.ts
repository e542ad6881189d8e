import { useMutation, useQueryClient } from '@tanstack/react-query'

import { exclusionLifted, exclusionPage } from '#services/contract/admin-customers.ts'

import type { Excluding } from '../../../components/admin/exclusion-dialog.tsx'
import { send } from '../../../lib/admin/calls.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'

const path = '/api/admin/exclusions'
export const exclusionsKey = [path] as const

/** Whoever is on the exclude list, the newest first. */
export const useExclusions = () =>
  useAdminList({ path, shape: exclusionPage, keyOf: ({ id }) => id })

/** Takes a number off the list, whose ever it is. */
export function useLiftExclusion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Excluding & { id: string }) =>
      send(`${path}/${encodeURIComponent(id)}`, { method: 'PUT', body }, exclusionLifted),
    // Also where it was refused: a colleague has lifted it meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: exclusionsKey }),
  })
}
