// The one cart of this browser, kept in its storage and shared by its tabs.
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

import { readStored, writeStored } from '../../lib/storage.ts'
import { cartLine } from './cart.ts'
import type { Cart } from './cart.ts'

const STORED_AS = 'qura.cart'
const nothing: Cart = []

let current: Cart | null = null
const listeners = new Set<() => void>()

/** The cart as it is now; on the server and while hydrating it is empty. */
export const useCart = (): Cart => useSyncExternalStore(subscribe, readCart, () => nothing)

export function readCart(): Cart {
  current ??= z.safeParse(z.array(cartLine), readStored(STORED_AS)).data ?? nothing
  return current
}

export function changeCart(change: (cart: Cart) => Cart): void {
  current = change(readCart())
  writeStored(STORED_AS, current)
  notify()
}

export const clearCart = (): void => changeCart(() => nothing)

/** For who keeps the cart elsewhere too. */
export const onCartChange = subscribe

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', readFromOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', readFromOtherTab)
  }
}

function readFromOtherTab(event: StorageEvent): void {
  if (event.key !== STORED_AS && event.key !== null) return
  current = null
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
