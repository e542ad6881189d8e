// Asking to be told of a raffle, and what was asked for.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { alertAsked, alertList, alertsStopped } from '#services/contract/alerts.ts'
import type { AlertRequest } from '#services/contract/alerts.ts'

import { get, post, remove } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

const alertsKey = ['/api/account/alerts'] as const

export function useAskForAlert(raffleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AlertRequest) =>
      post(`/api/raffles/${raffleId}/alerts`, { body }, alertAsked),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: alertsKey }),
    // It may have opened, or ended, since the page was read.
    onError: () => queryClient.invalidateQueries({ queryKey: ['/api/raffles'] }),
  })
}

export const useAlerts = () =>
  useQuery({
    queryKey: alertsKey,
    queryFn: ({ signal }) => get(pathOf(alertsKey), alertList, signal),
    refetchOnMount: 'always', // a text that has gone out is none that waits
  })

export function useForgetAlert() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => remove(`/api/account/alerts/${id}`, alertList),
    onSuccess: (left) => queryClient.setQueryData(alertsKey, left),
  })
}

export const useStopAlerts = () =>
  useMutation({
    mutationFn: (code: string) => post('/api/alerts/stop', { body: { code } }, alertsStopped),
  })
