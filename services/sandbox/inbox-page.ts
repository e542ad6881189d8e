// The sandbox's front page: the phones' messages with their codes, and the newest payments.
import type { Inbox, InboxMessage } from './inbox.ts'
import type { Html } from './page.ts'
import { html, pageAnswer } from './page.ts'
import type { Payment, Payments } from './payments.ts'
import type { Answer } from './wire.ts'

const messagesShown = 30
const paymentsShown = 10
const refreshSeconds = 4

export type InboxPageNeeds = {
  inbox: Inbox
  payments: Payments
  pageUrl: (payment: Payment) => string
}

export function inboxPage({ inbox, payments, pageUrl }: InboxPageNeeds): Answer {
  const messages = inbox.newest(messagesShown)
  return pageAnswer({
    title: 'Messages',
    refreshSeconds,
    body: html`<section class="card wide">
        <h1>Messages</h1>
        <p class="soft">
          What the customers’ phones would show, newest first. Refreshes by itself.
        </p>
        ${messages.length === 0 ? html`<p>No message yet.</p>` : messageList(messages)}
      </section>
      <section class="card">
        <h2>Payments</h2>
        ${paymentTable(payments.newest(paymentsShown), pageUrl)}
      </section>`,
  })
}

const messageList = (messages: readonly InboxMessage[]): Html =>
  html`<ul>
    ${messages.map(
      ({ to, text, code, sentAt }) =>
        html`<li class="message">
          <p><bdi class="phone">${to}</bdi> <span class="soft">${timeText(sentAt)}</span></p>
          ${code === null ? html`` : html`<bdi class="code">${code}</bdi>`}
          <p dir="auto">${text}</p>
        </li>`,
    )}
  </ul>`

function paymentTable(payments: readonly Payment[], pageUrl: (payment: Payment) => string): Html {
  if (payments.length === 0) return html`<p>No payment yet.</p>`
  const rows = payments.map(
    (payment) =>
      html`<tr>
        <td>
          <a href="${pageUrl(payment)}">${payment.description}</a>
          <p class="soft">${payment.provider === 'whishpay' ? 'Whish' : 'MontyPay'}</p>
        </td>
        <td class="whole"><bdi>${payment.amount} ${payment.currency}</bdi></td>
        <td class="whole">${payment.state}</td>
      </tr>`,
  )
  return html`<table>
    ${rows}
  </table>`
}

const timeText = (at: Date) => `${at.toISOString().slice(11, 19)} UTC`
