import { reconcileResponse } from '#services/contract/payment-status.ts'

import { post } from '../../../lib/http.ts'

export const reconcilePayment = (orderId: string) =>
  post(`/api/montypay/reconcile/${encodeURIComponent(orderId)}`, {}, reconcileResponse)
