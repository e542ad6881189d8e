// Whish's hosted page: phone and one-time code, or one click.
import type { PayerNeeds } from './payer.ts'
import { reportFailedTry } from './payer.ts'
import type { Html } from './page.ts'
import { html, pageAnswer } from './page.ts'
import type { Returns } from './payment-page.ts'
import {
  answerChoice,
  choices,
  closedPage,
  formTargets,
  paymentHead,
  unknownPage,
} from './payment-page.ts'
import type { Payment } from './payments.ts'
import type { Answer, Incoming } from './wire.ts'

export const whishPagePrefix = '/whish/pay/'

/** The code every sandbox wallet has; any other fails and leaves the link payable. */
const goodCode = '111111'
const phoneDefault = '96170123456'

const returns: Returns = {
  success: ({ successUrl }) => successUrl,
  failure: ({ failureUrl }) => failureUrl,
}

export async function whishPage(needs: PayerNeeds, incoming: Incoming): Promise<Answer> {
  const payment = needs.payments.byToken(incoming.path.slice(whishPagePrefix.length))
  if (payment?.provider !== 'whishpay') return unknownPage()
  const isPayable = payment.state === 'open' || payment.state === 'declined'
  if (!isPayable) return closedPage(payment, returns)
  if (incoming.method !== 'POST') return formPage(payment)

  const form = new URLSearchParams(incoming.body)
  const answer = await answerChoice(needs, payment, { choice: form.get('choice'), returns })
  return answer ?? payByCode(needs, payment, form)
}

async function payByCode(
  needs: PayerNeeds,
  payment: Payment,
  form: URLSearchParams,
): Promise<Answer> {
  const phone = (form.get('phone') ?? '').replace(/\D/g, '')
  if (!/^961\d{7,8}$/.test(phone)) return formPage(payment, 'That is not a Lebanese number.')
  if (form.get('code') !== goodCode) {
    await reportFailedTry(needs, payment)
    return formPage(payment, 'That code is wrong. Nothing was paid; try again.')
  }
  payment.payerPhone = phone
  const approved = await answerChoice(needs, payment, { choice: 'approve', returns })
  return approved ?? closedPage(payment, returns)
}

function formPage(payment: Payment, problem?: string): Answer {
  const alert: Html =
    problem === undefined ? html`` : html`<p class="alert" role="alert">${problem}</p>`
  return pageAnswer({
    title: 'Whish Pay',
    formTargets: formTargets(payment),
    body: html`<section class="card">${paymentHead(payment)}</section>
      <section class="card">${choices}</section>
      <section class="card">
        <h2>Or pay as the wallet’s owner</h2>
        ${alert}
        <form method="post" class="stack">
          <label>
            Phone
            <input name="phone" inputmode="tel" autocomplete="off" value="${phoneDefault}" />
          </label>
          <label>
            One-time code (${goodCode} is right, any other is wrong)
            <input name="code" inputmode="numeric" autocomplete="off" maxlength="6" required />
          </label>
          <button>Pay</button>
        </form>
      </section>`,
  })
}
