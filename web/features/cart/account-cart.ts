// Keeps the cart of a signed-in customer with the shop, so that each of his devices has the same
// one. Loaded after the page, and only for who is signed in.
import * as z from 'zod/mini'

import { readStored, writeStored } from '../../lib/storage.ts'
import { keepAccountCart, readAccountCart } from './api/account-cart.ts'
import type { Cart } from './cart.ts'
import { changeCart, onCartChange, readCart } from './cart-store.ts'
import { CART_OWNER } from './cart-owner.ts'
import { changesOf, mergeCarts } from './merge.ts'

const SETTLE_MS = 800
/** Whose cart this browser has, and what of it the shop knows. */
const storedOwner = z.object({ userId: z.string(), kept: z.string() })

type CartNews = (changes: ReturnType<typeof changesOf>) => void

/** Makes one cart of two, then follows every change here; answers how to stop. */
export function followAccountCart(userId: string, tell: CartNews): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const known = z.safeParse(storedOwner, readStored(CART_OWNER)).data
  let kept = known?.userId === userId ? known.kept : null

  function remember(cart: Cart): void {
    kept = wordsOf(cart)
    writeStored(CART_OWNER, { userId, kept })
  }

  async function keep(cart: Cart): Promise<void> {
    const { lines } = await keepAccountCart(cart)
    if (isStopped) return
    remember(cart)
    if (wordsOf(readCart()) !== kept) return // changed meanwhile: the next call has it
    const changes = changesOf(cart, lines)
    if (changes.repriced.length + changes.gone.length > 0) tell(changes)
    remember(lines)
    changeCart(() => lines)
  }

  /** What was not told to the shop yet is joined with what it has; else the shop's is the cart. */
  async function begin(): Promise<void> {
    const { lines } = await readAccountCart()
    if (isStopped) return
    const own = readCart()
    const isTold = kept !== null && wordsOf(own) === kept
    const next = isTold ? lines : mergeCarts(own, lines)
    const { repriced } = changesOf(own, next)
    if (repriced.length > 0) tell({ repriced, gone: [] })
    if (wordsOf(next) === wordsOf(lines)) remember(next)
    changeCart(() => next)
  }

  const stopListening = onCartChange(() => {
    clearTimeout(timer)
    if (wordsOf(readCart()) === kept) return
    // A cut network loses nothing: the cart is in this browser, and the next change tries again.
    timer = setTimeout(() => void keep(readCart()).catch(() => {}), SETTLE_MS)
  })
  begin().catch(() => {})

  return () => {
    isStopped = true
    clearTimeout(timer)
    stopListening()
  }
}

const wordsOf = (cart: Cart): string =>
  JSON.stringify(cart.map(({ id, variantId, quantity }) => [id, variantId, quantity]))
