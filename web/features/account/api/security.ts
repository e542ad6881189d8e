// What protects the customer's sign-in beside the code by SMS: read, added to, taken away, given.
// And where he is signed in.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { codesSent } from '#services/contract/account.ts'
import { customerSecurity, customerSessions } from '#services/contract/customer-security.ts'
import type { CustomerSecurity } from '#services/contract/customer-security.ts'
import { sessionsRevoked } from '#services/contract/live-sessions.ts'
import { passkeyQuestion, recoveryCodes, totpStarted } from '#services/contract/second-factor.ts'

import { get, post, remove } from '../../../lib/http.ts'
import { askForPasskey, makePasskey } from '../../../lib/passkey-browser.ts'
import { pathOf } from '../../../lib/query-client.ts'
import { languageOfPage } from '../../../lib/text/text.tsx'

const securityKey = ['/api/account/security'] as const
const base = pathOf(securityKey)

export const useSecurity = () =>
  useQuery({
    queryKey: securityKey,
    queryFn: ({ signal }) => get(base, customerSecurity, signal),
    refetchOnMount: 'always',
  })

/** A change that answers with how it now stands. */
function useSecurityChange<Given>(change: (given: Given) => Promise<CustomerSecurity>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (now) => queryClient.setQueryData(securityKey, now),
  })
}

const askPasskey = () => post(`${base}/passkey-question`, {}, passkeyQuestion)

export const useProveByCode = () =>
  useSecurityChange((code: string) => post(`${base}/proof`, { body: { code } }, customerSecurity))

/** To who has no second factor: then a code by SMS is what proves him. */
export const useSendProofCode = () =>
  useMutation({
    mutationFn: () => post(`${base}/code`, { body: { language: languageOfPage() } }, codesSent),
  })

export const useProveByPasskey = () =>
  useSecurityChange<void>(async () => {
    const body = await askForPasskey(await askPasskey())
    return post(`${base}/passkey-proof`, { body }, customerSecurity)
  })

export const useAddPasskey = (account: string) =>
  useSecurityChange(async (name: string) => {
    const made = await makePasskey(await askPasskey(), account)
    return post(`${base}/passkeys`, { body: { name, ...made } }, customerSecurity)
  })

export const useRemovePasskey = () =>
  useSecurityChange((id: string) => remove(`${base}/passkeys/${id}`, customerSecurity))

export const useRemoveTotp = () => useSecurityChange(() => remove(`${base}/totp`, customerSecurity))

export const useBeginTotp = () =>
  useMutation({ mutationFn: () => post(`${base}/totp`, {}, totpStarted) })

export const useConfirmTotp = () =>
  useMutation({
    mutationFn: (code: string) => post(`${base}/totp/confirm`, { body: { code } }, recoveryCodes),
  })

export const useRenewRecoveryCodes = () =>
  useMutation({ mutationFn: () => post(`${base}/recovery-codes`, {}, recoveryCodes) })

/** After codes were shown: only then the page goes on. */
export function useSecurityAgain(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: securityKey })
}

const sessionsKey = ['/api/account/sessions'] as const

export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => get(pathOf(sessionsKey), customerSessions, signal),
    refetchOnMount: 'always',
  })

/** One session, or with null all but this one. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  const path = pathOf(sessionsKey)
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      remove(sessionId === null ? path : `${path}/${sessionId}`, sessionsRevoked),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  })
}
