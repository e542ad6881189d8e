import { useMutation, useQueryClient } from '@tanstack/react-query'

import { logoutResponse } from '#services/contract/auth.ts'

import { post } from '../../../lib/http.ts'
import { forgetTickets } from '../../../lib/kept-tickets.ts'
import { meKey } from './me.ts'

export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => post('/api/auth/logout', {}, logoutResponse),
    onSuccess: async () => {
      forgetTickets()
      await queryClient.invalidateQueries({ queryKey: meKey })
      queryClient.removeQueries({ queryKey: ['/api/users'] })
      queryClient.removeQueries({ queryKey: ['typed'] }) // what staff have searched for
      queryClient.setQueryData(meKey, { user: null })
    },
  })
}
