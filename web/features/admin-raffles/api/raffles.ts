import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { adminRaffle, adminRafflePage } from '#services/contract/admin-raffles.ts'
import type { AdminRaffle } from '#services/contract/admin-raffles.ts'
import { liveDraw } from '#services/contract/draws.ts'
import { deleted } from '#services/contract/shared.ts'

import { send } from '../../../lib/admin/calls.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'
import { get } from '../../../lib/http.ts'
import type { DrawTerms } from '../raffle-form.ts'

const path = '/api/admin/raffles'

export const useAdminRaffles = () =>
  useAdminList<AdminRaffle>({ path, shape: adminRafflePage, keyOf: ({ id }) => id })

/** As it stands now, for who had an older version before him. */
export const readRaffle = (id: string) => get(`${path}/${id}`, adminRaffle)

/** How it is drawn, as published: a part of its draw, which anybody may read. */
export const useDrawTerms = (raffleId: string | null) =>
  useQuery({
    queryKey: ['draw terms', raffleId],
    enabled: raffleId !== null,
    queryFn: async ({ signal }): Promise<DrawTerms> => {
      const { mode, raffle } = await get(`/api/draws/${raffleId}`, liveDraw, signal)
      return { mode, alternates: raffle.alternates }
    },
  })

export type SaveRaffle = {
  /** Null: a new one. */
  raffle: Pick<AdminRaffle, 'id' | 'version'> | null
  form: FormData
}

export function useSaveRaffle() {
  const refresh = useRefreshRaffles()
  return useMutation({
    mutationFn: ({ raffle, form: body }: SaveRaffle) =>
      raffle === null
        ? send(path, { method: 'POST', body }, adminRaffle)
        : send(
            `${path}/${raffle.id}`,
            { method: 'PUT', body, version: raffle.version },
            adminRaffle,
          ),
    onSuccess: refresh,
    onError: () => void refresh(), // somebody else may have been faster
  })
}

export function useDeleteRaffle() {
  const refresh = useRefreshRaffles()
  return useMutation({
    mutationFn: ({ id, version }: Pick<AdminRaffle, 'id' | 'version'>) =>
      send(`${path}/${id}`, { method: 'DELETE', version }, deleted),
    onSuccess: refresh,
    onError: () => void refresh(),
  })
}

/** The shop in this same browser shows raffles too. */
function useRefreshRaffles() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [path, '/api/raffles'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
  }
}
