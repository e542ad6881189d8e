// MontyPay's hosted page: a card whose expiry chooses the result, 3-D Secure, or one click.
import { returnParameters } from './montypay-callback.ts'
import type { PayerNeeds } from './payer.ts'
import { act, begin3ds, finish3ds, usualDelivery } from './payer.ts'
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
import { expireIfDue } from './payments.ts'
import type { Answer, Incoming } from './wire.ts'
import { seeOther } from './wire.ts'

export const montypayPagePrefix = '/montypay/pay/'

type Result = 'approve' | 'decline' | '3ds'

/** Which expiry of the test card does what; every other is declined. */
const resultByExpiry: ReadonlyMap<string, Result> = new Map([
  ['01/38', 'approve'],
  ['02/38', 'decline'],
  ['05/38', '3ds'],
  ['06/38', '3ds'],
])
const good3dsExpiry = '05/38'
const testCard = '4111 1111 1111 1111'
/** MontyPay's example of a wrong check digit. The digit is right; it is refused all the same. */
const refusedCard = '1111222233334444'

export async function montypayPage(needs: PayerNeeds, incoming: Incoming): Promise<Answer> {
  const [token = '', step] = incoming.path.slice(montypayPagePrefix.length).split('/')
  const payment = needs.payments.byToken(token)
  if (payment?.provider !== 'montypay') return unknownPage()
  const returns = returnsOf(needs)
  expireIfDue(payment, new Date())
  const isPayable = payment.state === 'open' || payment.state === 'declined'
  if (!isPayable) return closedPage(payment, returns)
  if (step === '3ds') return threeDsStep(needs, payment, incoming)
  if (incoming.method !== 'POST') return formPage(payment)

  const form = new URLSearchParams(incoming.body)
  const answer = await answerChoice(needs, payment, { choice: form.get('choice'), returns })
  return answer ?? payByCard(needs, payment, form)
}

async function payByCard(
  needs: PayerNeeds,
  payment: Payment,
  form: URLSearchParams,
): Promise<Answer> {
  const expiry = (form.get('expiry') ?? '').replace(/\s/g, '')
  if (!isCardNumber((form.get('card') ?? '').replace(/[\s-]/g, '')))
    return formPage(payment, 'That card number is wrong.')
  if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(expiry)) return formPage(payment, 'Expiry is MM/YY.')
  const result = resultByExpiry.get(expiry) ?? 'decline'
  if (result === '3ds') {
    await begin3ds(needs, payment)
    return seeOther(`${payment.token}/3ds?e=${encodeURIComponent(expiry)}`)
  }
  await act(needs, payment, result, usualDelivery(needs))
  if (result === 'approve') return seeOther(returnsOf(needs).success(payment))
  return formPage(payment, 'The card was declined. You can try another one.')
}

async function threeDsStep(
  needs: PayerNeeds,
  payment: Payment,
  incoming: Incoming,
): Promise<Answer> {
  if (payment.tries.at(-1)?.status !== '3ds') return seeOther(`../${payment.token}`)
  if (incoming.method !== 'POST') return threeDsPage(payment)
  const isGood = incoming.query.get('e') === good3dsExpiry
  await finish3ds(needs, payment, isGood)
  return isGood
    ? seeOther(returnsOf(needs).success(payment))
    : seeOther(returnsOf(needs).failure(payment))
}

function returnsOf(needs: PayerNeeds): Returns {
  const withParameters = (url: string, payment: Payment) => {
    if (!needs.switches.now().montypay.hasReturnParameters) return url
    const target = new URL(url)
    for (const [name, value] of Object.entries(returnParameters(needs, payment)))
      target.searchParams.set(name, value)
    return target.href
  }
  return {
    success: (payment) => withParameters(payment.successUrl, payment),
    failure: (payment) => withParameters(payment.failureUrl, payment),
  }
}

/** 13 to 19 digits, the last one being Luhn's check digit. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits) || digits === refusedCard) return false
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function formPage(payment: Payment, problem?: string): Answer {
  const alert: Html =
    problem === undefined ? html`` : html`<p class="alert" role="alert">${problem}</p>`
  return pageAnswer({
    title: 'MontyPay',
    formTargets: formTargets(payment),
    body: html`<section class="card">${paymentHead(payment)}</section>
      <section class="card">${choices}</section>
      <section class="card">
        <h2>Or pay with a test card</h2>
        ${alert}
        <form method="post" class="stack">
          <label>
            Card number
            <input name="card" inputmode="numeric" autocomplete="off" value="${testCard}" />
          </label>
          <div class="pair">
            <label
              >Expiry <input name="expiry" autocomplete="off" placeholder="MM/YY" required
            /></label>
            <label
              >CVV <input name="cvv" inputmode="numeric" autocomplete="off" value="123"
            /></label>
          </div>
          <button>Pay</button>
          <p class="soft">
            01/38 succeeds, 02/38 is declined, 05/38 succeeds after 3-D Secure, 06/38 fails there.
          </p>
        </form>
      </section>`,
  })
}

function threeDsPage(payment: Payment): Answer {
  return pageAnswer({
    title: '3-D Secure',
    formTargets: formTargets(payment),
    body: html`<section class="card">
      ${paymentHead(payment)}
      <p>Your bank asks you to confirm this payment.</p>
      <form method="post" class="stack"><button class="good">Confirm with my bank</button></form>
    </section>`,
  })
}
