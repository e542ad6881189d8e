// F21 seen from the draw room: the signer knows more than the database, as after a restore, and
// signs nothing; and F20: an entry was altered. What was done is recorded, and the room is told why
// the log does not go on.
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
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
}, 120_000)
afterAll(() => shop.stop())

/** A raffle whose room is ready and whose sale is over. */
async function openRoom() {
  const { raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: 2, tickets: 2 })
  const order = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    customerName: 'Rana Khoury',
    items: [{ productId, quantity: 1, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })
  expect(order.status).toBe(201)
  const act = (name: string, body: object = {}) =>
    owner.post(`/api/admin/draws/${raffleId}/${name}`, body)
  expect((await act('session', session())).status).toBe(200)
  expect((await act('close')).status).toBe(200)
  return { raffleId, act }
}

async function expectSealedOnce(raffleId: string) {
  const { rows } = await shop.test.owner.query<{ type: string }>(
    `select type from events where log_id = $1 and type = 'RegisterSealed'`,
    [`raffle/${raffleId}`],
  )
  expect(rows).toHaveLength(1)
}

/** The record of a process whose facts were lost: ten leaves more than the log has. */
async function knowMore(raffleId: string): Promise<void> {
  const { body } = await owner.get('/ledger')
  const { origin, size } = body.raffles.find(
    (one: { raffleId: string }) => one.raffleId === raffleId,
  )
  const guard = fileGuard(join(shop.config.signerFolder, 'guard'))
  const lost = { origin, size: size + 10, root: new Uint8Array(32).fill(7) }
  // The sweep signs as well, and may have moved it between the two.
  const advance = async () => guard.advance(origin, await guard.read(origin), checkpointBody(lost))
  await expect.poll(advance).toBe(true)
}

it('records what was done, and says that the log is not signed and whom to tell', async () => {
  const { raffleId, act } = await openRoom()
  await knowMore(raffleId)
  for (const turn of ['first', 'again']) {
    const { status, body } = await act('seal')
    expect([turn, status, body.code]).toEqual([turn, 503, 'log_not_signed'])
    expect(body.error).toMatch(/^This is recorded, but the public log is not signed/)
  }
  expect((await owner.get(`/api/admin/draws/${raffleId}`)).status).toBe(200)
  await expectSealedOnce(raffleId)
  expect(shop.logged()).toContain('a larger tree was signed before')
}, 60_000)

it('says the same where an entry was altered, and goes on when it is as it was', async () => {
  const { raffleId, act } = await openRoom()
  const logId = `raffle/${raffleId}`
  const turned = (n: number) =>
    shop.test.owner.query(
      `update events set leaf = set_byte(leaf, 0, get_byte(leaf, 0) # $2)
        where log_id = $1 and position = 1`,
      [logId, n],
    )
  // The sweep may be growing the tree from leaves that it has read already.
  const level = `select from ledger_trees join logs using (log_id)
                  where log_id = $1 and size = head`
  await expect
    .poll(async () => (await shop.test.owner.query(level, [logId])).rowCount, { timeout: 20_000 })
    .toBe(1)
  await turned(1)
  // Lost with the power: the tree grows again, from the facts.
  await shop.test.owner.query('delete from ledger_tiles where log_id = $1', [logId])
  await shop.test.owner.query('delete from ledger_trees where log_id = $1', [logId])

  const { status, body } = await act('seal')
  expect([status, body.code]).toEqual([503, 'log_not_signed'])
  expect(body.error).not.toContain('altered')
  expect(shop.logged()).toContain('the entry at position 1 was altered')
  await turned(1)
  expect((await act('seal')).status).toBe(200)
  await expectSealedOnce(raffleId)
}, 60_000)
