// The sandbox's front page: the messages of phones with their codes, e-mails, and the newest
// payments. An e-mail is also shown as a mail program would set it.
import type { EmailParts, Inbox, InboxMessage } from './inbox.ts'
import type { Html } from './page.ts'
import { html, pageAnswer } from './page.ts'
import type { Payment, Payments } from './payments.ts'
import type { Answer } from './wire.ts'
import { refusal } from './wire.ts'

const messagesShown = 30
const paymentsShown = 10
const refreshSeconds = 4

export type InboxPageNeeds = {
  inbox: Inbox
  payments: Payments
  pageUrl: (payment: Payment) => string
  mailUrl: (id: string) => string
}

export const mailPrefix = '/mails/'

export function inboxPage({ inbox, payments, pageUrl, mailUrl }: InboxPageNeeds): Answer {
  const messages = inbox.newest(messagesShown)
  return pageAnswer({
    title: 'Messages',
    refreshSeconds,
    body: html`<section class="card wide">
        <h1>Messages</h1>
        <p class="soft">
          What the customers’ phones and mailboxes would show, newest first. Refreshes by itself.
        </p>
        ${messages.length === 0 ? html`<p>No message yet.</p>` : messageList(messages, mailUrl)}
      </section>
      <section class="card">
        <h2>Payments</h2>
        ${paymentTable(payments.newest(paymentsShown), pageUrl)}
      </section>`,
  })
}

/** The HTML part alone, for a browser's window: no script, nothing fetched, links in a new one. */
export function mailPage({ inbox }: Pick<InboxPageNeeds, 'inbox'>, path: string): Answer {
  const set = inbox.find(path.slice(mailPrefix.length))?.email?.html ?? null
  if (set === null) return refusal(404, 'not_found', 'There is no such e-mail here.')
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: set,
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation",
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
  }
}

const messageList = (messages: readonly InboxMessage[], mailUrl: InboxPageNeeds['mailUrl']): Html =>
  html`<ul>
    ${messages.map(
      ({ id, to, text, email, code, sentAt }) =>
        html`<li class="message">
          <p><bdi class="phone">${to}</bdi> <span class="soft">${timeText(sentAt)}</span></p>
          ${code === null ? html`` : html`<bdi class="code">${code}</bdi>`}
          ${email === null ? html`<p dir="auto">${text}</p>` : mailHead(email, mailUrl(id))}
        </li>`,
    )}
  </ul>`

const mailHead = ({ subject }: EmailParts, url: string): Html =>
  html`<p dir="auto"><strong>${subject}</strong></p>
    <p><a href="${url}">Open the e-mail</a></p>`

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
