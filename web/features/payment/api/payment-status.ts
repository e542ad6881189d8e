import { paymentStatusResponse } from '#services/contract/payment-status.ts'

import { get } from '../../../lib/http.ts'

export const readPaymentStatus = (orderId: string, signal?: AbortSignal) =>
  get(`/api/whishpay/status/${encodeURIComponent(orderId)}`, paymentStatusResponse, signal)
