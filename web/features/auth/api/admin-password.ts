import { useMutation, useQueryClient } from '@tanstack/react-query'

import { signedInResponse } from '#services/contract/auth.ts'

import { post } from '../../../lib/http.ts'
import { meKey } from './me.ts'

export function useAdminPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      post('/api/auth/admin-password', { body }, signedInResponse),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meKey }),
  })
}
