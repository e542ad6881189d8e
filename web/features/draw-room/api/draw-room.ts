import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { drawRoom, drawRoomList } from '#services/contract/admin-draws.ts'
import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { send } from '../../../lib/admin/calls.ts'
import { codeOf, isConflict } from '../../../lib/admin/outcome.ts'
import { readAgain } from '../../../lib/admin/read-again.ts'
import { pathOf } from '../../../lib/query-client.ts'

const path = '/api/admin/draws'
const roomKey = (raffleId: string) => [path, encodeURIComponent(raffleId)] as const
const ROOM_MS = 2_500
const LIST_MS = 15_000

export const useDrawRooms = () =>
  useQuery({
    queryKey: [path] as const,
    queryFn: (asked) => readAgain(pathOf(asked.queryKey), drawRoomList, asked),
    refetchOnMount: 'always',
    refetchInterval: LIST_MS,
  })

/** Several people stand around the same draw: what one does the others see soon. */
export const useDrawRoom = (raffleId: string) =>
  useQuery({
    queryKey: roomKey(raffleId),
    queryFn: (asked) => readAgain(pathOf(asked.queryKey), drawRoom, asked),
    refetchOnMount: 'always',
    refetchOnReconnect: true,
    refetchInterval: ROOM_MS,
  })

export type RoomCall = {
  /** Below `/api/admin/draws/{id}`. */
  to:
    | 'session'
    | 'close'
    | 'sign-offs'
    | 'sign-off-withdrawals'
    | 'seal'
    | 'entropy'
    | 'reveal'
    | 'beacon'
    | 'complete'
    | 'publish'
    | 'postpone'
    | 'annul'
    | 'contacts'
    | 'identity'
    | 'forfeit'
    | 'promote'
    | 'deliver'
  body?: object
  /** What was read of what is changed: a newer one is refused as `edit_conflict`. */
  version?: string
}

/** Every act answers the whole room as it then stands. */
export function useRoomCall(raffleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ to, body = {}, version }: RoomCall): Promise<DrawRoom> =>
      send(
        `${path}/${encodeURIComponent(raffleId)}/${to}`,
        { method: 'POST', body, version },
        drawRoom,
      ),
    onSuccess: async (room) => {
      // One that was asked for before the act would put back how it stood.
      await queryClient.cancelQueries({ queryKey: roomKey(raffleId) })
      queryClient.setQueryData(roomKey(raffleId), room)
    },
    onError: (error) => {
      // Who was told that a second one is needed sees what each of the two has agreed to.
      if (isConflict(error) || codeOf(error) === 'needs_second_person')
        void queryClient.invalidateQueries({ queryKey: roomKey(raffleId) })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path], exact: true }),
  })
}
