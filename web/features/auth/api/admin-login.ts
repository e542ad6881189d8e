import { useMutation, useQueryClient } from '@tanstack/react-query'

import { signedInResponse } from '#services/contract/auth.ts'

import { post } from '../../../lib/http.ts'
import { meKey } from './me.ts'

export function useAdminLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      post('/api/auth/admin-login', { body }, signedInResponse),
    onSuccess: () => {
      // Of whoever was signed in here before: that nobody was, and what only that person may read.
      queryClient.removeQueries({ type: 'inactive' })
      return queryClient.invalidateQueries({ queryKey: meKey })
    },
  })
}
