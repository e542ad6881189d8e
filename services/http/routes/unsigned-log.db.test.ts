// F21 seen from the draw room: the signer knows more than the database, as after a restore, and
// signs nothing. What was done is recorded, and the room is told why the log does not go on.
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkpointBody } from '#events/ledger/checkpoint.ts'

import { fileGuard } from '../../ledger/guard.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { session } from '../../testing/draw-rig.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

let shop: RunningShop
let owner: ApiClient
let raffleId: string
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  const sold = await shop.sell({ name: 'Watch', totalTickets: 2, tickets: 2 })
  raffleId = sold.raffleId
  const order = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    customerName: 'Rana Khoury',
    items: [{ productId: sold.productId, quantity: 1, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })
  expect(order.status).toBe(201)
}, 120_000)
afterAll(() => shop.stop())

const act = (name: string, body: object = {}) =>
  owner.post(`/api/admin/draws/${raffleId}/${name}`, body)

/** The record of a process whose facts were lost: ten leaves more than the log has. */
async function knowMore(): Promise<void> {
  const { body } = await owner.get('/ledger')
  const { origin, size } = body.raffles.find(
    (one: { raffleId: string }) => one.raffleId === raffleId,
  )
  const guard = fileGuard(join(shop.config.signerFolder, 'guard'))
  const lost = { origin, size: size + 10, root: new Uint8Array(32).fill(7) }
  expect(await guard.advance(origin, await guard.read(origin), checkpointBody(lost))).toBe(true)
}

it('records what was done, and says that the log is not signed and whom to tell', async () => {
  expect((await act('session', session())).status).toBe(200)
  expect((await act('close')).status).toBe(200)
  await knowMore()
  for (const turn of ['first', 'again']) {
    const { status, body } = await act('seal')
    expect([turn, status, body.code]).toEqual([turn, 503, 'log_not_signed'])
    expect(body.error).toMatch(/^This is recorded, but the public log is not signed/)
  }
  expect((await owner.get(`/api/admin/draws/${raffleId}`)).status).toBe(200)
  const { rows } = await shop.test.owner.query<{ type: string }>(
    `select type from events where log_id = $1 and type = 'RegisterSealed'`,
    [`raffle/${raffleId}`],
  )
  expect(rows).toHaveLength(1)
  expect(shop.logged()).toContain('a larger tree was signed before')
}, 60_000)
