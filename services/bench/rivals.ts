// What our append is measured against: the best known event store on PostgreSQL for TypeScript, and
// the floor beneath every store, a prepared INSERT of one row with the keys that a store needs.
import { randomUUID } from 'node:crypto'

import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'

import type { Contender } from './contest.ts'

export type Rival = { contender: Contender; close: () => Promise<void> }

/** The fact that all of them write: the size of a small order. */
export const orderPlaced = {
  reference: 'QR-7K3M9P',
  orderType: 'online',
  customerId: null,
  lines: [
    {
      lineId: '0b0f6a3e-5a53-4f0e-9a57-3a3f1f3c9f11',
      productId: '5f3d0c0e-7c2d-4b7e-8f0f-2f1f6d1b8a22',
      productName: 'Cedar Mug',
      productImage: null,
      variantId: null,
      variantName: null,
      quantity: 1,
      unitPriceCents: 2500,
      raffleId: '9a1f7f5e-3d0b-4f57-9c8e-6f0a3c2e4d33',
      raffleName: 'Win a Car',
      prizeValueCents: 3000000,
      ticketsPerUnit: 1,
    },
  ],
  shippingMethod: 'delivery',
  subtotalCents: 2500,
  shippingCents: 500,
  totalCents: 3000,
  currency: 'USD',
  paymentMethod: 'whishpay',
  holdUntil: '2026-11-21T08:30:00.000Z',
}

export const metaOf = (commandId: string) => ({
  commandId,
  correlationId: commandId,
  actor: 'customer:5f3d0c0e-7c2d-4b7e-8f0f-2f1f6d1b8a22',
})

export const EMMETT = (poolMax: number) => `Emmett appendToStream, pool ${poolMax}`
export const INSERT = (poolMax: number) => `bare INSERT, pool ${poolMax}`

export async function emmett(url: string, poolMax: number): Promise<Rival> {
  const pool = openPool(url, poolMax)
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } })
  await store.schema.migrate()
  return {
    contender: {
      name: EMMETT(poolMax),
      act: () =>
        store.appendToStream(
          `order-${randomUUID()}`,
          [{ type: 'OrderPlaced', data: orderPlaced, metadata: metaOf(randomUUID()) }],
          { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' },
        ),
    },
    async close() {
      await store.close()
      await pool.end()
    },
  }
}

export async function bareInsert(url: string, poolMax: number): Promise<Rival> {
  const pool = openPool(url, poolMax)
  await pool.query(`
    create table if not exists bare_events (
      position bigint generated always as identity primary key,
      stream_id text not null,
      stream_version integer not null,
      type text not null,
      payload text not null,
      meta text not null,
      recorded_at timestamptz not null default now(),
      unique (stream_id, stream_version)
    )`)
  return {
    contender: {
      name: INSERT(poolMax),
      act: () =>
        pool.query({
          name: 'bare_insert',
          text: `insert into bare_events (stream_id, stream_version, type, payload, meta)
                 values ($1, $2, $3, $4, $5)`,
          values: [
            `order/${randomUUID()}`,
            1,
            'OrderPlaced',
            JSON.stringify(orderPlaced),
            JSON.stringify(metaOf(randomUUID())),
          ],
        }),
    },
    close: () => pool.end(),
  }
}

function openPool(url: string, poolMax: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: poolMax })
  // An idle connection may still be there when its database goes.
  pool.on('error', () => {})
  return pool
}
