// A list of staff: pages of twenty that append, and the face it shows.
import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import { PAGE_SIZE } from '#services/contract/shared.ts'

import { get } from '../http.ts'
import { isPassedOver, rowsOf } from './list-pages.ts'
import { showUnread } from './outcome.ts'
import { readAgain } from './read-again.ts'
import { useUnread } from './use-unread.ts'

type Page<Row> = {
  data: Row[]
  pagination: { hasMore: boolean; total: number }
  /** There are more than `total`: so far goes a search. */
  isCapped?: boolean
  /** It was asked about somebody or something that is not known. */
  isNobody?: boolean
}

type Wanted<Row> = {
  path: string
  /** Filters; an empty one is left out of the address. A change begins the list anew. */
  query?: Record<string, string>
  shape: z.core.$ZodType<Page<Row>>
  limit?: number
  /** By which a row is known again that others' work has moved into the next page. */
  keyOf: (row: Row) => string
  /** The page asks for it by itself as well: that alone is no use of the session. */
  isReadAgain?: boolean
}

export function useAdminList<Row>({
  path,
  query = {},
  shape,
  limit = PAGE_SIZE,
  keyOf,
  isReadAgain = false,
}: Wanted<Row>) {
  const filters = Object.entries(query).filter(([, value]) => value !== '')
  const read = useInfiniteQuery({
    queryKey: [path, 'list', Object.fromEntries(filters), limit],
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const page = { page: String(pageParam), limit: String(limit) }
      const address = `${path}?${new URLSearchParams([...Object.entries(page), ...filters])}`
      return isReadAgain ? readAgain(address, shape, { signal }) : get(address, shape, signal)
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.pagination.hasMore ? pages.length + 1 : undefined),
    staleTime: 0, // also where a filter is chosen again: others sell and edit meanwhile
  })
  useUnread(read)
  const rows = rowsOf(read.data?.pages ?? [], keyOf)
  async function more(): Promise<void> {
    const next = await read.fetchNextPage()
    if (next.isError) return showUnread(next, 'moreFailed')
    if (isPassedOver(next.data?.pages ?? [])) await read.refetch()
  }
  return {
    rows,
    total: read.data?.pages.at(-1)?.pagination.total ?? 0,
    isCapped: read.data?.pages.at(-1)?.isCapped ?? false,
    isNobody: read.data?.pages.at(-1)?.isNobody ?? false,
    state: listState(read, rows.length),
    error: read.error,
    hasMore: read.hasNextPage,
    isLoadingMore: read.isFetchingNextPage,
    /** Read anew, rows still in view. */
    isRefreshing: read.isRefetching && !read.isFetchingNextPage,
    more: () => void more(),
    refresh: () => void read.refetch(),
  }
}

type Read = { isPending: boolean; isError: boolean; data: unknown }

/** What was read once stays in view when a later page fails. */
export function listState(read: Read, length: number): 'loading' | 'failed' | 'empty' | 'filled' {
  if (read.isPending) return 'loading'
  if (read.isError && read.data === undefined) return 'failed'
  return length === 0 ? 'empty' : 'filled'
}
