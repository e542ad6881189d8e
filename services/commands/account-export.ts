// Everything the shop knows about a customer, for the customer.
import { customerOrdersPage } from '#projections/customer-orders/queries.ts'

import type { Account } from '../contract/account.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'

type Exported = { personId: string; phone: string; account: Account; now: Date }

const ROWS_MAX = 10_000

export async function exportData(
  database: Queryable,
  { personId, phone, account, now }: Exported,
): Promise<object> {
  const page = { customerId: personId, limit: ROWS_MAX, offset: 0 }
  const rows = await ask(database, customerOrdersPage(page))
  const orderIds = rows.map(({ orderId }) => orderId)
  const [contacts, requests, messages, sessions, alerts, passkeys, codeApps] = await Promise.all([
    ownRows(database, { name: 'contacts', of: 'order_id = any($1::uuid[])', value: orderIds }),
    ownRows(database, { name: 'requests', of: 'order_id = any($1::uuid[])', value: orderIds }),
    ownRows(database, { name: 'messages', of: 'to_phone = $1', value: phone }),
    ownRows(database, { name: 'sessions', of: 'person_id = $1', value: personId }),
    ownRows(database, { name: 'alerts', of: 'phone = $1', value: phone }),
    ownRows(database, { name: 'passkeys', of: 'person_id = $1', value: personId }),
    ownRows(database, { name: 'codeApps', of: 'person_id = $1', value: personId }),
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
    })),
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

type Wanted = { name: keyof typeof columns; of: string; value: unknown }

async function ownRows(
  database: Queryable,
  { name, of, value }: Wanted,
): Promise<Record<string, unknown>[]> {
  const { rows } = await database.query<Record<string, unknown>>({
    name: `export ${name}`,
    text: `select ${columns[name]} where ${of}`,
    values: [value],
  })
  return rows
}
