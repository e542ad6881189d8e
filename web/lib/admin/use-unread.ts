import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { isUnauthorized } from '../http.ts'
import { isErrorShown } from '../toasts.ts'
import { showUnread } from './outcome.ts'

type Read = {
  data: unknown
  error: unknown
  isError: boolean
  /** Milliseconds since 1970; 0: never. */
  errorUpdatedAt: number
  /** More was asked for, and whoever asked says so. */
  isFetchNextPageError?: boolean
}

/** What was read before stays in view; that nothing newer has come is told, once. */
export function useUnread(read: Read): void {
  const { errorUpdatedAt: failedAtMs } = read
  // What failed before this was opened was told then.
  const [openedAtMs] = useState(() => Date.now())
  const toldAtMs = useRef(openedAtMs)
  const tell = useEffectEvent(() => {
    // Whoever is signed in no more is led to the door. That an act has failed is the greater news.
    const isTold = read.isFetchNextPageError || isUnauthorized(read.error) || isErrorShown()
    if (!isTold) showUnread(read, 'refreshFailed')
  })
  useEffect(() => {
    if (failedAtMs <= toldAtMs.current) return
    toldAtMs.current = failedAtMs
    tell()
  }, [failedAtMs])
}
