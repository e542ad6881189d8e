// What the hosted pages of both providers share: the head with the amount, the buttons that say
// what the payer does, and what comes after them.
import type { Outcome, PayerNeeds } from './payer.ts'
import { act, lateSecondsDefault, usualDelivery } from './payer.ts'
import type { Html } from './page.ts'
import { html, pageAnswer } from './page.ts'
import type { Payment } from './payments.ts'
import type { Answer } from './wire.ts'
import { seeOther } from './wire.ts'

/** Where the browser goes after success and after failure. */
export type Returns = {
  success: (payment: Payment) => string
  failure: (payment: Payment) => string
}

const brands = { whishpay: 'Whish Pay', montypay: 'MontyPay' } as const

export function paymentHead(payment: Payment): Html {
  return html`<h1>${brands[payment.provider]}</h1>
    <p class="soft">${payment.description}</p>
    <p class="amount"><bdi>${amountText(payment)}</bdi></p>
    <p class="soft">Reference ${payment.ref}</p>`
}

const amountText = ({ amount, currency }: Payment) =>
  currency === 'USD' ? `$${amount}` : `${amount} ${currency}`

/** The four things a payer can do, as one click each. */
export const choices: Html = html`<form method="post" class="stack">
  <button class="good" name="choice" value="approve">Approve</button>
  <button class="bad" name="choice" value="decline">Decline</button>
  <div class="pair">
    <button name="choice" value="never">Never answer</button>
    <button name="choice" value="approve_late">Approve late</button>
  </div>
  <p class="soft">
    “Approve late” fails first and succeeds ${lateSecondsDefault} seconds later. “Never answer”
    leaves the shop without any news.
  </p>
</form>`

/** Null: the form was about something else. */
export async function answerChoice(
  needs: PayerNeeds,
  payment: Payment,
  { choice, returns }: { choice: string | null; returns: Returns },
): Promise<Answer | null> {
  if (choice === 'never') return neverPage(payment)
  if (choice !== 'approve' && choice !== 'decline' && choice !== 'approve_late') return null
  await actFromPage(needs, payment, choice)
  return seeOther(choice === 'approve' ? returns.success(payment) : returns.failure(payment))
}

/** A closed payment stays as it is; its page then says so. */
async function actFromPage(needs: PayerNeeds, payment: Payment, outcome: Outcome): Promise<void> {
  const usual = usualDelivery(needs)
  const isLate = outcome === 'approve_late'
  await act(needs, payment, outcome, {
    copies: usual.copies,
    delaySeconds: isLate ? lateSecondsDefault : usual.delaySeconds,
  })
}

export function closedPage(payment: Payment, returns: Returns): Answer {
  const isPaid = payment.state === 'paid'
  const words = isPaid ? 'This payment has been made.' : 'This payment is closed.'
  const target = isPaid ? returns.success(payment) : returns.failure(payment)
  return pageAnswer({
    title: words,
    body: html`<section class="card">
      ${paymentHead(payment)}
      <p>${words}</p>
      <a class="button" href="${target}">Back to the shop</a>
    </section>`,
  })
}

export const unknownPage = (): Answer =>
  pageAnswer({
    title: 'Unknown payment',
    status: 404,
    body: html`<section class="card">
      <h1>Unknown payment</h1>
      <p class="soft">The sandbox keeps payments in memory: after a restart they are gone.</p>
    </section>`,
  })

function neverPage(payment: Payment): Answer {
  return pageAnswer({
    title: 'Nothing reported',
    body: html`<section class="card">
      ${paymentHead(payment)}
      <p>The shop hears nothing about this payment. Close this page, or go back and see it wait.</p>
      <div class="stack">
        <a class="button" href="${payment.successUrl}">Back to the shop</a>
        <a class="button" href="">Choose again</a>
      </div>
    </section>`,
  })
}

/** Origins for the page's `form-action`. */
export const formTargets = ({ successUrl, failureUrl }: Payment): string[] => [
  ...new Set([successUrl, failureUrl].map((url) => new URL(url).origin)),
]
