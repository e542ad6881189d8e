import { useQuery } from '@tanstack/react-query'

import { drawBoard, winnerList } from '#services/contract/draws.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

const AGAIN_MS = 15_000

/** Draws that are announced, under way or lately done: read again while the page is open. */
export const useDrawBoard = () =>
  useQuery({
    queryKey: ['/api/draws'] as const,
    queryFn: ({ queryKey, signal }) => get(pathOf(queryKey), drawBoard, signal),
    refetchOnMount: 'always',
    refetchInterval: AGAIN_MS,
  })

export const useWinners = () =>
  useQuery({
    queryKey: ['/api/winners'] as const,
    queryFn: ({ queryKey, signal }) => get(pathOf(queryKey), winnerList, signal),
    refetchOnMount: 'always',
  })
