import { useMutation, useQueryClient } from '@tanstack/react-query'

import { signedInResponse } from '#services/contract/auth.ts'

import { post } from '../../../lib/http.ts'
import { meKey } from './me.ts'

type VerifyOtp = { phone: string; code: string; fullName?: string }

export function useVerifyOtp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: VerifyOtp) => post('/api/auth/verify-otp', { body }, signedInResponse),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meKey }),
  })
}
