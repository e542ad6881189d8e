// At most one notification is seen: the newest wins.
import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  title: string
  text?: string
  isError?: boolean
  /** Where to go on from here, in another tab. */
  link?: { href: string; label: string }
  /** It does not go by itself. */
  isLasting?: boolean
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  set({ ...toast, id: lastId })
}

/** Stays until it is taken away, or another comes: answers how. */
export function showLastingToast(toast: Pick<Toast, 'title' | 'text'>): () => void {
  showToast({ ...toast, isLasting: true })
  const id = lastId
  return () => dismissToast(id)
}

export function dismissToast(id: number): void {
  if (current?.id === id) set(null)
}

/** What failed is still being read. */
export const isErrorShown = (): boolean => current?.isError === true

export const useToast = (): Toast | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

function set(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
