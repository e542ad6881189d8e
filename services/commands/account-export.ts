// Everything the shop knows about a customer, for the customer.
import { customerOrdersPage } from '#projections/customer-orders/queries.ts'

import type { Account } from '../contract/account.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { namesOrder } from './erase-orders.ts'

type Exported = { personId: string; phone: string; account: Account; now: Date }

const ROWS_MAX = 10_000

export async function exportData(
  database: Queryable,
  { personId, phone, account, now }: Exported,
): Promise<object> {
  const page = { customerId: personId, limit: ROWS_MAX, offset: 0 }
  const rows = await ask(database, customerOrdersPage(page))
  const orderIds = rows.map(({ orderId }) => orderId)
  const ofOrders = (name: Name) =>
    ownRows(database, { name, of: 'order_id = any($1::uuid[])', values: [orderIds] })
  const ofPerson = (name: Name) =>
    ownRows(database, { name, of: 'person_id = $1', values: [personId] })
  const [contacts, requests, invoices, prizes, messages, sessions, alerts, passkeys, codeApps] =
    await Promise.all([
      ofOrders('contacts'),
      ofOrders('requests'),
      ofOrders('invoices'),
      ofOrders('prizes'),
      ownRows(database, {
        name: 'messages',
        of: `to_phone = $2 or ${namesOrder('ref')}`,
        values: [orderIds, phone],
      }),
      ofPerson('sessions'),
      ownRows(database, { name: 'alerts', of: 'phone = $1', values: [phone] }),
      ofPerson('passkeys'),
      ofPerson('codeApps'),
    ])
  const contactOf = new Map(contacts.map((contact) => [contact.orderId, contact]))
  return {
    exportedAt: now.toISOString(),
    account,
    orders: rows.map(({ orderId, logId: _log, logPosition: _position, ...order }) => ({
      id: orderId,
      ...order,
      contact: contactOf.get(orderId) ?? null,
      requests: requests.filter((request) => request.orderId === orderId),
      invoice: invoices.find((invoice) => invoice.orderId === orderId) ?? null,
    })),
    prizes,
    messages,
    sessions,
    alerts,
    passkeys,
    codeApps,
  }
}

const columns = {
  contacts: `order_id as "orderId", name, email, phone, address, language
               from order_contacts`,
  requests: `order_id as "orderId", kind, note, state, answer, created_at as "createdAt"
               from order_requests`,
  invoices: `order_id as "orderId", number, issued_at as "issuedAt", buyer_name as name,
             buyer_phone as phone, buyer_address as address
               from invoices join invoice_parties using (order_id)`,
  prizes: `order_id as "orderId", document_kind as "documentKind",
           document_number as "documentNumber", shown_name as "shownName",
           checked_at as "checkedAt"
             from draw_claims`,
  messages: `(select address from emails where emails.ref = messages.ref) as email, purpose, body,
             state, created_at as "createdAt", sent_at as "sentAt"
               from messages`,
  sessions: `kind, created_at as "createdAt", last_seen_at as "lastSeenAt",
             expires_at as "expiresAt", device
               from sessions`,
  alerts: `raffle_id as "raffleId", created_at as "createdAt", sent_at as "sentAt"
             from raffle_alerts`,
  passkeys: `name, created_at as "createdAt", last_used_at as "lastUsedAt"
               from staff_passkeys`,
  codeApps: `created_at as "createdAt" from staff_totp`,
} as const

type Name = keyof typeof columns
type Wanted = { name: Name; of: string; values: unknown[] }

async function ownRows(
  database: Queryable,
  { name, of, values }: Wanted,
): Promise<Record<string, unknown>[]> {
  const { rows } = await database.query<Record<string, unknown>>({
    name: `export ${name}`,
    text: `select ${columns[name]} where ${of}`,
    values,
  })
  return rows
}
