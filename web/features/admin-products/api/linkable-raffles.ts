import { useQuery } from '@tanstack/react-query'

import { adminRafflePage } from '#services/contract/admin-raffles.ts'
import { PAGE_LIMIT_MAX } from '#services/contract/shared.ts'

import { get } from '../../../lib/http.ts'
import { isLinkable } from '../linkable.ts'

/** Raffles a product may be linked to: those that still sell, or will. */
export const useLinkableRaffles = () =>
  useQuery({
    queryKey: ['/api/admin/raffles', 'linkable'],
    queryFn: ({ signal }) =>
      get(`/api/admin/raffles?page=1&limit=${PAGE_LIMIT_MAX}`, adminRafflePage, signal),
    select: ({ data }) => data.filter(({ phase }) => isLinkable(phase)),
    refetchOnMount: 'always',
  })
