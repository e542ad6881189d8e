// One overlay at a time: opening the checkout closes the cart.
import { useSyncExternalStore } from 'react'

import type { Product } from '#services/contract/products.ts'

export type Overlay =
  | { kind: 'none' }
  | { kind: 'menu' }
  | { kind: 'cart' }
  | { kind: 'checkout' }
  | { kind: 'variant'; product: Product; raffleName: string; raffleImage: string | null }

const closed: Overlay = { kind: 'none' }
let current: Overlay = closed
const listeners = new Set<() => void>()

/** What had the keyboard before the first of them opened. */
let opener: Element | null = null

export function openOverlay(overlay: Overlay): void {
  if (current.kind === 'none') opener = document.activeElement
  current = overlay
  for (const listener of listeners) listener()
}

export const closeOverlay = (): void => openOverlay(closed)

/** Where the keyboard goes back to, however many took each other's place meanwhile. */
export const openerOfOverlay = (): HTMLElement | null =>
  opener instanceof HTMLElement && opener.isConnected ? opener : null

export const useOverlay = (): Overlay =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => closed,
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
