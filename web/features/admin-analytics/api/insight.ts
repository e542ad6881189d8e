import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { insight } from '#services/contract/admin-insight.ts'

import { get } from '../../../lib/http.ts'
import type { Range } from '../range.ts'
import { isWhole, questionOf } from '../range.ts'

export const useInsight = (range: Range) =>
  useQuery({
    enabled: isWhole(range),
    queryKey: ['/api/admin/insight', questionOf(range)],
    queryFn: ({ signal }) => get(`/api/admin/insight?${questionOf(range)}`, insight, signal),
    placeholderData: keepPreviousData,
    staleTime: 0, // also where a range is chosen again
  })
