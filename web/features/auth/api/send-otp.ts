import { useMutation } from '@tanstack/react-query'

import { sendOtpResponse } from '#services/contract/auth.ts'

import { post } from '../../../lib/http.ts'
import { languageOfPage } from '../../../lib/text/text.tsx'

export const useSendOtp = () =>
  useMutation({
    mutationFn: (phone: string) =>
      post('/api/auth/send-otp', { body: { phone, language: languageOfPage() } }, sendOtpResponse),
  })
