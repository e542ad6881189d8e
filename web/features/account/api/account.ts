// The customer's own account: read, and changed part by part. Every change answers with the whole.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { account, codesSent, erased } from '#services/contract/account.ts'
import type {
  Account,
  MessageChoices,
  NewAddress,
  ProfileChange,
} from '#services/contract/account.ts'

import { get, post, put, remove } from '../../../lib/http.ts'
import { languageOfPage } from '../../../lib/text/text.tsx'
import { pathOf } from '../../../lib/query-client.ts'

const accountKey = ['/api/account'] as const

/** Only customers have one. */
export const useAccount = (isCustomer = true) =>
  useQuery({
    enabled: isCustomer,
    queryKey: accountKey,
    queryFn: ({ signal }) => get(pathOf(accountKey), account, signal),
    refetchOnMount: 'always',
  })

/** A change of the account that answers with it. */
function useChange<Change>(change: (given: Change) => Promise<Account>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => queryClient.setQueryData(accountKey, changed),
  })
}

export const useChangeProfile = () =>
  useChange((body: ProfileChange) => put('/api/account/profile', body, account))

export const useSaveAddress = () =>
  useChange((body: NewAddress) => post('/api/account/addresses', { body }, account))

export const useForgetAddress = () =>
  useChange((id: string) => remove(`/api/account/addresses/${id}`, account))

export const useChooseMessages = () =>
  useChange((body: MessageChoices) => put('/api/account/messages', body, account))

export const useCapSpending = () =>
  useChange((monthlyCap: string | null) => put('/api/account/monthly-cap', { monthlyCap }, account))

export const usePauseBuying = () =>
  useChange((days: number) => post('/api/account/pause', { body: { days } }, account))

type PhoneChange = { phone: string; currentCode: string; newCode: string }

export const useChangePhone = () =>
  useChange((body: PhoneChange) => put('/api/account/phone', body, account))

export const useSendPhoneCodes = () =>
  useMutation({
    mutationFn: (phone: string) =>
      post('/api/account/phone-codes', { body: { phone, language: languageOfPage() } }, codesSent),
  })

export const useSendErasureCode = () =>
  useMutation({
    mutationFn: () =>
      post('/api/account/erasure-code', { body: { language: languageOfPage() } }, codesSent),
  })

export const useEraseAccount = () =>
  useMutation({
    mutationFn: (body: { code: string; giveUpTickets: boolean }) =>
      post('/api/account/erasure', { body }, erased),
  })
