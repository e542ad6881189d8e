import { useMutation, useQueryClient } from '@tanstack/react-query'

import { signedInResponse } from '#services/contract/auth.ts'

import { send } from '../../../lib/admin/calls.ts'
import { meKey } from './me.ts'

export function useAdminPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      send('/api/auth/admin-password', { method: 'POST', body }, signedInResponse),
    // A refusal too: another tab may have changed it, and there is another door to be shown.
    onSettled: () => queryClient.invalidateQueries({ queryKey: meKey }),
  })
}
