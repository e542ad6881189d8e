import { useMutation, useQueryClient } from '@tanstack/react-query'

import { logoutResponse } from '#services/contract/auth.ts'

import { forgetPerson } from '../../../lib/forget-person.ts'
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
      forgetPerson(queryClient)
      queryClient.setQueryData(meKey, { user: null })
    },
  })
}
