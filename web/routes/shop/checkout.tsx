// The checkout: the cart goes to the shop as one purchase, and its answer is acted on.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { PurchaseResponse } from '#services/contract/purchases.ts'

import { useAccount } from '../../features/account/api/account.ts'
import { useMe } from '../../features/auth/api/me.ts'
import { subtotalCents, ticketCount } from '../../features/cart/cart.ts'
import { clearCart, useCart } from '../../features/cart/cart-store.ts'
import { useCreatePurchase } from '../../features/checkout/api/create-purchase.ts'
import { CheckoutDialog } from '../../features/checkout/components/checkout-dialog.tsx'
import { forgetPurchaseKey } from '../../features/checkout/purchase-key.ts'
import { purchaseOf, refusedFields } from '../../features/checkout/validation.ts'
import type { CheckoutForm, FormProblem } from '../../features/checkout/validation.ts'
import { rafflesKey } from '../../features/raffles/api/list-raffles.ts'
import { ApiError, sentenceOf } from '../../lib/http.ts'
import { fromCents, toCents } from '../../lib/money.ts'
import { closeOverlay, openOverlay } from '../../lib/overlay.ts'
import { useCheckoutTexts } from '../../lib/text/checkout.ts'
import { showToast } from '../../lib/toasts.ts'
import { GoodsLeft, LetWait, repriceCart, TicketsLeft } from './checkout-refusals.tsx'
import { trackCheckout, trackPayment, trackShipping } from './tracking.ts'

const REDIRECT_AFTER_MS = 1_000

export function Checkout() {
  const checkout = useCheckoutTexts()
  const cart = useCart()
  const { data: user } = useMe()
  const { data: account } = useAccount(Boolean(user))
  const purchase = useCreatePurchase()
  const [isLeaving, setIsLeaving] = useState(false)
  const [refused, setRefused] = useState<FormProblem | null>(null)
  const isSent = useRef(false)
  useFreshTicketCounts()
  useReturn(setIsLeaving)
  const isOver = cart.length === 0 && !purchase.isPending && !isLeaving
  useEffect(() => {
    if (isOver) openOverlay({ kind: 'cart' }) // it was emptied, or paid for in another tab
  }, [isOver])
  useLayoutEffect(trackCheckout, []) // before the dialog tells its methods

  const finish = ({ totalTickets, redirectUrl }: PurchaseResponse, form: CheckoutForm) => {
    if (redirectUrl) {
      const provider = form.paymentMethod === 'whishpay' ? checkout.whish : checkout.card
      showToast({
        title: checkout.redirecting,
        text: checkout.redirectingHint(provider),
      })
      setIsLeaving(true)
      setTimeout(() => location.assign(redirectUrl), REDIRECT_AFTER_MS)
      return
    }
    forgetPurchaseKey()
    clearCart()
    closeOverlay()
    showToast({ title: checkout.confirmed, text: checkout.confirmedHint(totalTickets) })
  }

  const refuse = (error: unknown) => {
    const problem = error instanceof ApiError ? error.problem : null
    if (problem?.lines) repriceCart(problem.lines)
    if (problem?.code === 'price_changed') {
      showToast({
        title: checkout.priceChanged,
        text: checkout.priceChangedHint(`$${problem.total ?? ''}`),
        isError: true,
      })
      return
    }
    if (problem?.code === 'idempotency_key_reused') forgetPurchaseKey()
    const said = { title: checkout.failed, text: sentenceOf(error, checkout.failedHint) }
    setRefused(refusedFields(problem, said))
    showToast({ ...said, isError: true })
  }

  return (
    <CheckoutDialog
      addresses={user ? (account?.addresses ?? []) : []}
      known={{ name: user?.fullName ?? '', email: user?.email ?? '', phone: user?.phone ?? '' }}
      lines={cart.map((line) => ({
        key: `${line.id} ${line.variantId}`,
        label: `${line.quantity} × ${line.name}`,
        cents: toCents(line.price) * line.quantity,
      }))}
      subtotalCents={subtotalCents(cart)}
      tickets={ticketCount(cart)}
      isPending={purchase.isPending || isLeaving || cart.length === 0}
      refusal={
        <>
          <TicketsLeft error={purchase.error} onTaken={purchase.reset} />
          <GoodsLeft error={purchase.error} onTaken={purchase.reset} />
          <LetWait sentence={purchase.waiting} />
        </>
      }
      refused={refused}
      onProblem={({ title, text: words }) => showToast({ title, text: words, isError: true })}
      onSubmit={(form, totalCents) => {
        if (isSent.current) return // a second click, before the button could say so
        isSent.current = true
        setRefused(null)
        const expectedTotal = fromCents(totalCents)
        const expectedTickets = ticketCount(cart)
        purchase.mutate(purchaseOf(form, { lines: cart, expectedTotal, expectedTickets }), {
          onSuccess: (answer) => finish(answer, form),
          onError: refuse,
          onSettled: () => void (isSent.current = false),
        })
      }}
      onShipping={trackShipping}
      onPayment={trackPayment}
      onClose={closeOverlay}
    />
  )
}

/** Who comes back from the provider may find this page as he left it, and may leave it again. */
function useReturn(setIsLeaving: (isLeaving: boolean) => void): void {
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsLeaving(false)
    }
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  }, [setIsLeaving])
}

/** Who is about to buy sees today's counts. */
function useFreshTicketCounts(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: rafflesKey })
  }, [queryClient])
}
