import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while a part of the page is rendered as the server wrote it. Parts are hydrated one after
 * another: what one of them has learnt meanwhile must not be shown by the next before it is its
 * own.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
