import { useMutation } from '@tanstack/react-query'

import { checkPhoneResponse } from '#services/contract/auth.ts'

import { post } from '../../../lib/http.ts'

export const useCheckPhone = () =>
  useMutation({
    mutationFn: (phone: string) =>
      post('/api/auth/check-phone', { body: { phone } }, checkPhoneResponse),
  })
