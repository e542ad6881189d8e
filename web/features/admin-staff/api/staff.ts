// Accounts of staff: the list, one of them, and what is done to it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import {
  entryGiven,
  signInPage,
  staffChanged,
  staffDetail,
  staffInvited,
  staffMember,
  staffPage,
} from '#services/contract/admin-staff.ts'
import type {
  ChangeStaffRequest,
  InviteStaffRequest,
  SignInKind,
} from '#services/contract/admin-staff.ts'
import { sessionsRevoked } from '#services/contract/live-sessions.ts'

import { send } from '../../../lib/admin/calls.ts'
import { isConflict } from '../../../lib/admin/outcome.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'
import { get } from '../../../lib/http.ts'

const path = '/api/admin/staff'

export const useStaffList = () => useAdminList({ path, shape: staffPage, keyOf: ({ id }) => id })

export const useStaffMember = (id: string) =>
  useQuery({
    queryKey: [path, id],
    queryFn: ({ signal }) => get(`${path}/${id}`, staffDetail, signal),
    refetchOnMount: 'always',
  })

/** Blank `kind`: all of them. */
export const useSignIns = (id: string, kind: SignInKind | '') =>
  useAdminList({
    path: `${path}/${id}/sign-ins`,
    query: { kind },
    shape: signInPage,
    keyOf: ({ at, outcome, address, device }) => `${at} ${outcome} ${address} ${device}`,
  })

/** Whatever changes one account may be seen in the list too. */
function useStaffChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: [path] })
  return useMutation({
    mutationFn: change,
    onSuccess: readAgain,
    onError: (error) => {
      if (isConflict(error)) void readAgain()
    },
  })
}

export const useInviteStaff = () =>
  useStaffChange((body: InviteStaffRequest) => send(path, { method: 'POST', body }, staffInvited))

export const readStaffMember = (id: string) => get(`${path}/${id}`, staffDetail)

export const useChangeStaff = (id: string) =>
  useStaffChange(({ body, version }: { body: ChangeStaffRequest; version: string }) =>
    send(`${path}/${id}`, { method: 'PATCH', body, version }, staffChanged),
  )

export const useResetPassword = (id: string) =>
  useStaffChange((entry: 'link' | 'password') =>
    send(`${path}/${id}/password`, { method: 'POST', body: { entry } }, entryGiven),
  )

export const useResetFactors = (id: string) =>
  useStaffChange(() => send(`${path}/${id}/factors`, { method: 'DELETE' }, staffMember))

/** One session, or with null all but this one. */
export const useRevokeSessions = (id: string) =>
  useStaffChange((sessionId: string | null) =>
    send(
      `${path}/${id}/sessions${sessionId === null ? '' : `/${sessionId}`}`,
      { method: 'DELETE' },
      sessionsRevoked,
    ),
  )
