import { useMutation } from '@tanstack/react-query'

import { receiptSent } from '#services/contract/order-page.ts'

import { post } from '../../../lib/http.ts'

export const useResendReceipt = () =>
  useMutation({
    mutationFn: (orderId: string) =>
      post(`/api/orders/${encodeURIComponent(orderId)}/receipt`, {}, receiptSent),
  })
