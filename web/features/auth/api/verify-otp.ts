import { useMutation, useQueryClient } from '@tanstack/react-query'

import { signedInResponse } from '#services/contract/auth.ts'

import { forgetPerson } from '../../../lib/forget-person.ts'
import { post } from '../../../lib/http.ts'
import { meKey } from './me.ts'

type VerifyOtp = { phone: string; code: string; fullName?: string }

export function useVerifyOtp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: VerifyOtp) => post('/api/auth/verify-otp', { body }, signedInResponse),
    onSuccess: () => {
      forgetPerson(queryClient) // whoever was signed in here before
      return queryClient.invalidateQueries({ queryKey: meKey })
    },
  })
}
