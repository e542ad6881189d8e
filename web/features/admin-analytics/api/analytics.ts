import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { analytics } from '#services/contract/admin-analytics.ts'

import { get } from '../../../lib/http.ts'
import type { Range } from '../range.ts'
import { isWhole, questionOf } from '../range.ts'

/** Asked only when a range of one's own has both its days; the last figures stay in view. */
export const useAnalytics = (range: Range) =>
  useQuery({
    enabled: isWhole(range),
    queryKey: ['/api/admin/analytics', questionOf(range)],
    queryFn: ({ signal }) => get(`/api/admin/analytics?${questionOf(range)}`, analytics, signal),
    placeholderData: keepPreviousData,
    staleTime: 0, // also where a range is chosen again: others sell meanwhile
  })
