// A raffle that has sold all of its tickets, for who measures what is done with so many: rows of
// the read models alone, which exports and lists read, and no facts behind them.
import { Client } from 'pg'

import type { RunningShop } from './running-shop.ts'

export type SoldOut = {
  ownerUrl: string
  raffleId: string
  tickets: number
  ticketsPerOrder: number
}

/** Ids of orders are made of the raffle's and their number. */
export async function sellOut({
  ownerUrl,
  raffleId,
  tickets,
  ticketsPerOrder,
}: SoldOut): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const orders = [tickets / ticketsPerOrder, ticketsPerOrder, raffleId]
    await client.query(
      `insert into order_contacts (order_id, name, phone, email, language, created_at)
       select md5($3::text || n)::uuid, 'Rana Haddad ' || n, '+96170' || lpad(n::text, 6, '0'),
              'rana' || n || '@example.com', 'en', now()
         from generate_series(1, $1::int) as n where $2::int > 0`,
      orders,
    )
    await client.query(
      `insert into order_status (order_id, reference, order_type, status)
       select md5($3::text || n)::uuid, 'QR-' || lpad(n::text, 7, '0'), 'online', 'paid'
         from generate_series(1, $1::int) as n where $2::int > 0`,
      orders,
    )
    await client.query(
      `insert into ticket_register
              (raffle_id, first, last, position, order_id, channel, tickets_per_unit, issued_at)
       select $3::text::uuid, (n - 1) * $2::int + 1, n * $2::int, n + 1,
              md5($3::text || n)::uuid, 'online', 1, now() - n * interval '1 second'
         from generate_series(1, $1::int) as n`,
      orders,
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** The cookies of the owner whom `startShop` makes. */
export async function signInOwner({ origin }: RunningShop): Promise<string> {
  const response = await fetch(`${origin}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@qura.example', password: 'a rush comes at noon today' }),
  })
  if (response.status !== 200) throw new Error(`signing in: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
