import { useMutation } from '@tanstack/react-query'

import { newPaymentResponse } from '#services/contract/purchases.ts'

import { post } from '../../../lib/http.ts'

/** A new attempt on the same order, while its tickets are still reserved. */
export const useNewPayment = () =>
  useMutation({
    mutationFn: (orderId: string) =>
      post(`/api/purchases/${encodeURIComponent(orderId)}/payment`, {}, newPaymentResponse),
  })
