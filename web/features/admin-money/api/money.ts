// The calls of the money desk.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import {
  DIFFERENCES_MAX,
  RATES_PER_PAGE,
  invoice,
  moneySettings,
  refundDutyPage,
  statementDetail,
  statementPage,
  tillDay,
} from '#services/contract/money-desk.ts'
import type { MoneySettings, Statement } from '#services/contract/money-desk.ts'
import { deleted } from '#services/contract/shared.ts'

import { download, send } from '../../../lib/admin/calls.ts'
import { onceEach } from '../../../lib/admin/list-pages.ts'
import { showUnread } from '../../../lib/admin/outcome.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'
import { useUnread } from '../../../lib/admin/use-unread.ts'
import { call, get } from '../../../lib/http.ts'
import type { Language } from '../../../lib/text/text.tsx'

const path = '/api/admin/money'

const statements = `${path}/statements`

/** Whatever was read of this desk; its lists stand under addresses of their own. */
const isOfMoney = ({ queryKey: [address] }: { queryKey: readonly unknown[] }): boolean =>
  typeof address === 'string' && address.startsWith(path)

/** What is in view of this desk is read anew. */
export function useMoneyAgain() {
  const queryClient = useQueryClient()
  const [isRefreshing, setIsRefreshing] = useState(false)
  const refresh = async () => {
    setIsRefreshing(true)
    await queryClient.invalidateQueries({ predicate: isOfMoney }) // each list tells what has failed
    setIsRefreshing(false)
  }
  return { isRefreshing, refresh: () => void refresh() }
}

export const useStatements = () =>
  useAdminList({ path: statements, shape: statementPage, keyOf: ({ id }) => id })

/** Pages of differences, the counts of the last one read. */
export function useDifferences(statementId: string) {
  const read = useInfiniteQuery({
    queryKey: [path, 'differences', statementId],
    queryFn: ({ pageParam, signal }) => {
      const question = new URLSearchParams({ statement: statementId, page: String(pageParam) })
      return get(`${path}/differences?${question}`, statementDetail, signal)
    },
    initialPageParam: 1,
    getNextPageParam: ({ differenceCount }, pages) =>
      pages.length * DIFFERENCES_MAX < differenceCount ? pages.length + 1 : undefined,
    refetchOnMount: 'always',
  })
  const pages = read.data?.pages
  return { ...read, last: pages?.at(-1), rows: pages?.flatMap((page) => page.differences) ?? [] }
}

export function useImportStatement() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ provider, file }: { provider: Statement['provider']; file: File }) => {
      const query = new URLSearchParams({ provider, fileName: file.name.slice(0, 200) })
      const headers = { 'content-type': 'text/csv' }
      return call(
        `${path}/statements?${query}`,
        { method: 'POST', headers, body: file },
        statementDetail,
      )
    },
    onSuccess: () => queryClient.invalidateQueries({ predicate: isOfMoney }),
  })
}

export function useWithdrawStatement(statementId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      send(`${path}/statements/${statementId}`, { method: 'DELETE', body: { reason } }, deleted),
    // What may stand open below its row is not asked for again: it is gone.
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: (query) => isOfMoney(query) && query.queryKey[2] !== statementId,
      }),
  })
}

export const useTill = (day: string) =>
  useQuery({
    queryKey: [path, 'till', day],
    queryFn: ({ signal }) => get(`${path}/till${day === '' ? '' : `?day=${day}`}`, tillDay, signal),
    staleTime: 0, // also where a day is chosen again
  })

type CashUp = {
  day: string
  cashierId: string
  /** Of the count it takes the place of; 0: there is none. */
  version: number
  counted: string
  /** Empty: no pounds. */
  countedLbp: string
  note: string
}

export function useCashUp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ note, countedLbp, ...counted }: CashUp) => {
      const body = {
        ...counted,
        ...(countedLbp !== '' && { countedLbp }),
        ...(note.trim() !== '' && { note: note.trim() }),
      }
      return send(`${path}/cash-ups`, { method: 'POST', body }, tillDay)
    },
    // Refused as well: somebody else may have counted meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path, 'till'] }),
  })
}

export const refundStates = ['due', 'paid', 'credit', 'all'] as const
export type RefundState = (typeof refundStates)[number]

export const useRefunds = (state: RefundState) =>
  useAdminList({
    path: `${path}/refunds`,
    query: { state: state === 'all' ? '' : state },
    shape: refundDutyPage,
    keyOf: ({ orderId, refundId }) => `${orderId} ${refundId}`,
  })

/** After what was done to an order: what is owed for it may have been paid. */
export function useRefundsAgain(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [`${path}/refunds`] })
}

const settingsKey = [path, 'settings'] as const

/** Pages of the rates of the pound; of the VAT the first of them knows all. */
export function useMoneySettings() {
  const read = useInfiniteQuery({
    queryKey: settingsKey,
    queryFn: ({ pageParam, signal }) =>
      get(`${path}/settings?page=${pageParam}`, moneySettings, signal),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (hasOlder(pages) ? pages.length + 1 : undefined),
    refetchOnMount: 'always',
  })
  useUnread(read)
  const pages = read.data?.pages
  const rates = pages?.flatMap((page) => page.rates) ?? []

  /** Reads on until what holds on that day is in view. Resolves to whether all of it was read. */
  async function readAnew(day: string): Promise<boolean> {
    const anew = await read.refetch()
    let hasFailed = anew.isError
    let known = anew.data?.pages ?? []
    while (!hasFailed && hasOlder(known) && !holdsOn(known, day)) {
      const next = await read.fetchNextPage()
      showUnread(next, 'refreshFailed')
      hasFailed = next.isError
      known = next.data?.pages ?? []
    }
    return !hasFailed
  }
  return { ...read, first: pages?.[0], rates: onceEach(rates, ({ day }) => day), readAnew }
}

const hasOlder = (pages: readonly MoneySettings[]): boolean =>
  pages.length * RATES_PER_PAGE < (pages.at(-1)?.rateCount ?? 0)

const holdsOn = (pages: readonly MoneySettings[], day: string): boolean =>
  pages.some(({ rates }) => rates.some((rate) => rate.day <= day))

export function useSaveRate(what: 'rates' | 'taxes') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: object) => send(`${path}/${what}`, { method: 'POST', body }, moneySettings),
    // The first page, as it now is: those behind it begin elsewhere.
    onSuccess: (settings) =>
      queryClient.setQueryData(settingsKey, { pages: [settings], pageParams: [1] }),
  })
}

/** Issued when it is first asked for by who may; afterwards it is the same one. */
export const useInvoice = (orderId: string, mayIssue: boolean) =>
  useQuery({
    queryKey: [path, 'invoice', orderId],
    queryFn: ({ signal }) => {
      const address = `/api/admin/orders/${orderId}/invoice`
      return mayIssue ? send(address, { method: 'POST' }, invoice) : get(address, invoice, signal)
    },
    enabled: orderId !== '',
    refetchOnMount: 'always', // a refund since has a sheet of its own
  })

/** `note`: the number of a credit note; undefined: the invoice itself. */
type WantedFile = { orderId: string; language: Language; note: string | undefined }

export const useInvoiceFile = () =>
  useMutation({
    mutationFn: ({ orderId, language, note }: WantedFile) => {
      const query = new URLSearchParams({ language, ...(note !== undefined && { note }) })
      return download(`/api/admin/orders/${orderId}/invoice.pdf?${query}`, 'invoice.pdf')
    },
  })
