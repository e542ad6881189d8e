// How this session stands, and what one does about one's own second factors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { passkeyQuestion, recoveryCodes, totpStarted } from '#services/contract/second-factor.ts'
import { invitationAccepted, staffSession } from '#services/contract/staff-security.ts'
import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { send } from '../../../lib/admin/calls.ts'
import { get, post } from '../../../lib/http.ts'
import { askForPasskey, makePasskey } from '../../../lib/passkey-browser.ts'
import { pathOf } from '../../../lib/query-client.ts'

const securityKey = ['/api/auth/admin-session'] as const

export const useStaffSecurity = () =>
  useQuery({
    queryKey: securityKey,
    queryFn: ({ signal }) => get(pathOf(securityKey), staffSession, signal),
    refetchOnMount: 'always',
  })

/** A change that answers with how it now stands. */
function useSecurityChange<Given>(change: (given: Given) => Promise<StaffSecurity>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (now) => queryClient.setQueryData(securityKey, now),
  })
}

export const useProveByCode = () =>
  useSecurityChange((code: string) =>
    post('/api/auth/admin-proof', { body: { code } }, staffSession),
  )

const askPasskey = () => post('/api/auth/admin-passkey-question', {}, passkeyQuestion)

export const useProveByPasskey = () =>
  useSecurityChange<void>(async () => {
    const body = await askForPasskey(await askPasskey())
    return post('/api/auth/admin-passkey-proof', { body }, staffSession)
  })

const addPasskey = (account: string) => async (name: string) => {
  const made = await makePasskey(await askPasskey(), account)
  const path = '/api/auth/admin-passkeys'
  return send(path, { method: 'POST', body: { name, ...made } }, staffSession)
}

export const useAddPasskey = (account: string) => useSecurityChange(addPasskey(account))

/** At the door: the area opens only after the recovery codes were shown (`useSecurityAgain`). */
export const useFirstPasskey = (account: string) => useMutation({ mutationFn: addPasskey(account) })

export const useRemovePasskey = () =>
  useSecurityChange((id: string) =>
    send(`/api/auth/admin-passkeys/${id}`, { method: 'DELETE' }, staffSession),
  )

export const useBeginTotp = () =>
  useMutation({
    mutationFn: () => send('/api/auth/admin-totp', { method: 'POST' }, totpStarted),
  })

export const useConfirmTotp = () =>
  useMutation({
    mutationFn: (code: string) =>
      send('/api/auth/admin-totp/confirm', { method: 'POST', body: { code } }, recoveryCodes),
  })

export const useRemoveTotp = () =>
  useSecurityChange(() => send('/api/auth/admin-totp', { method: 'DELETE' }, staffSession))

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: () => send('/api/auth/admin-recovery-codes', { method: 'POST' }, recoveryCodes),
  })

/** After codes were shown: only then the page goes on. */
export function useSecurityAgain(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: securityKey })
}

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (body: { token: string; newPassword: string }) =>
      post('/api/auth/invitation', { body }, invitationAccepted),
  })
