import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { adminOrderDetail, handoverSteps } from '#services/contract/admin-order-acts.ts'
import { fulfilmentPage, pickList } from '#services/contract/fulfilment.ts'
import type { FulfilmentStage } from '#services/contract/fulfilment.ts'

import { send } from '../../../lib/admin/calls.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'
import { get } from '../../../lib/http.ts'

const path = '/api/admin/fulfilment'

export const useFulfilment = (stage: FulfilmentStage) =>
  useAdminList({ path, query: { stage }, shape: fulfilmentPage, keyOf: ({ id }) => id })

export const usePickList = () =>
  useQuery({
    queryKey: [path, 'pick-list'],
    queryFn: ({ signal }) => get(`${path}/pick-list`, pickList, signal),
    refetchOnMount: 'always',
  })

export type Handover = {
  orderId: string
  /** The order's, as the card shows it: a newer one is refused as `edit_conflict`. */
  version: number
  step: (typeof handoverSteps)[number]
  code: string
  note: string
}

export function useHandOver() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ orderId, version, step, code, note }: Handover) =>
      send(
        `/api/admin/orders/${orderId}/handover`,
        {
          method: 'POST',
          version: String(version),
          body: { step, ...(code !== '' && { code }), ...(note !== '' && { note }) },
        },
        adminOrderDetail,
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path] }),
  })
}
