// Orders whose tickets stand in a sealed register, over the wire: none is cancelled until the draw
// is over, and the one that won not before the prize is forfeited; nor does a line of it come back
// sooner. No ticket of the draw changes by it.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { raffleIdSchema } from '#events/kernel/ids.ts'

import { moveClock } from '../../clock.ts'
import { forfeitPrize } from '../../commands/draw-claim.ts'
import { readDraw } from '../../commands/draw-facts.ts'
import { recordEntropy, revealSeed } from '../../commands/draw-inputs.ts'
import { keepDraw } from '../../commands/draw-keeper.ts'
import { sealRegister } from '../../commands/draw-seal.ts'
import { recordSession } from '../../commands/draw-session.ts'
import { openDraws } from '../../draws.ts'
import type { ApiAnswer, ApiClient } from '../../testing/api-client.ts'
import { dice, session } from '../../testing/draw-rig.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { verify } from '../../verify/run.ts'

const ORDERS = 4

let shop: RunningShop
let owner: ApiClient
let raffleId: string
const orders: string[] = []
/** Orders that have tickets in a second raffle, too: which has no draw. */
const ofTwoLines = () => [orders[0]!, orders[2]!, orders[3]!] as const

beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  const sold = await shop.sell({ name: 'City Car', totalTickets: ORDERS * 2 })
  raffleId = sold.raffleId
  const other = await shop.sell({ name: 'Mountain Bike', totalTickets: 500 })
  const both = [sold.productId, other.productId]
  for (let n = 0; n < ORDERS; n++)
    orders.push(await sellTo(`+9617012345${n}`, n === 1 ? [sold.productId] : both))
}, 120_000)
afterAll(() => shop.stop())

/** Two tickets; the last of them closes the raffle. */
async function sellTo(customerPhone: string, products: readonly string[]): Promise<string> {
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone,
    customerName: 'Maya Haddad',
    items: products.map((productId) => ({ productId, quantity: 1 })),
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })
  return body.order.id
}

function room() {
  const doer = { kind: 'system', name: 'test' } as const
  return [openDraws(shop.service.core), { raffleId: raffleIdSchema.parse(raffleId), doer }] as const
}

const detail = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body
const cancel = (id: string): Promise<ApiAnswer> =>
  owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'customer_asked' })
const refused = (code: string) => ({ status: 409, body: { code } })

/** The line with the tickets of the draw, and the other. */
const linesOf = async (id: string): Promise<[string, string]> => {
  const entries: Entry[] = (await detail(id)).raffleEntries
  const ofDraw = entries.find((entry) => entry.raffleId === raffleId)!
  return [ofDraw.id, entries.find((entry) => entry !== ofDraw)!.id]
}
type Entry = { id: string; raffleId: string }

const giveBackLine = (id: string, lineId: string): Promise<ApiAnswer> =>
  owner.post(`/api/admin/orders/${id}/returns`, { lineId })
const mayComeBack = async (id: string) =>
  (await detail(id)).returnable.map((line: { lineId: string; ticketsStay: boolean }) => [
    line.lineId,
    line.ticketsStay,
  ])

/** What is listed of the draw may be a moment behind. */
const isOffered = (id: string, drawStanding: string | null) =>
  expect
    .poll(
      async () => {
        const order = await detail(id)
        return [order.drawStanding, order.mayDo.includes('cancel')]
      },
      { timeout: 20_000 },
    )
    .toEqual([drawStanding, drawStanding === null || drawStanding === 'drawn'])

/** Its tickets of the draw. */
const entryOf = async (id: string) =>
  (await detail(id)).raffleEntries.find((entry: Entry) => entry.raffleId === raffleId)
const isNumberOf = async (id: string, number: number): Promise<boolean> =>
  (await entryOf(id)).ticketNumbers.includes(String(number).padStart(6, '0'))

it('is cancelled neither by staff nor for its buyer while its register is sealed', async () => {
  const [draws, acting] = room()
  const [id = ''] = orders
  await isOffered(id, null)
  await recordSession(draws, acting, session())
  await sealRegister(draws, acting)
  await isOffered(id, 'order_in_draw')

  for (const each of orders) expect(await cancel(each)).toMatchObject(refused('order_in_draw'))
  await shop.test.owner.query(
    `insert into order_requests (request_id, order_id, kind, note, state, created_at)
     values (gen_random_uuid(), $1, 'cancel', null, 'open', clock_now())`,
    [id],
  )
  const [asked] = (await detail(id)).requests
  const accepted = { requestId: asked.id, answer: 'accepted' }
  const answered = await owner.post(`/api/admin/orders/${id}/answers`, accepted)
  expect(answered).toMatchObject(refused('order_in_draw'))
  expect(await detail(id)).toMatchObject({ status: 'paid', requests: [{ state: 'open' }] })
})

it('goes back in goods alone meanwhile: part of the money, and every ticket stays', async () => {
  const [, id = ''] = orders
  const { body } = await owner.post(`/api/admin/orders/${id}/refund-duties`, { amount: '4.00' })
  expect(body).toMatchObject({ status: 'paid', refunds: [{ amount: '4.00', cause: 'staff' }] })
  expect(body.raffleEntries[0].voidNumbers).toEqual([])

  // The rest as well, by decision of staff: its tickets are valid, and it says so.
  const isOpen = async () => {
    const { data } = (await owner.get('/api/admin/fulfilment?stage=to_prepare')).body
    return data.some((row: { id: string }) => row.id === id)
  }
  expect(await isOpen()).toBe(true)
  const path = `/api/admin/orders/${id}`
  const rest = (await owner.post(`${path}/refund-duties`, { amount: body.refundable })).body
  expect(rest).toMatchObject({ status: 'paid', refundable: '0.00', refundStatus: 'due' })
  expect(rest.raffleEntries[0].voidNumbers).toEqual([])
  expect(rest.mayDo).not.toContain('handed_over')
  await expect.poll(isOpen, { timeout: 20_000 }).toBe(false)
})

it('gives back no line with tickets of the draw meanwhile, and any other as ever', async () => {
  const [, id] = ofTwoLines()
  const [drawn, other] = await linesOf(id)
  expect(await mayComeBack(id)).toEqual([[other, false]])
  expect(await giveBackLine(id, drawn)).toMatchObject(refused('order_in_draw'))
  const { body } = await giveBackLine(id, other)
  expect(body).toMatchObject({ status: 'paid', refunds: [{ cause: 'returned' }] })
})

async function drawNow(): Promise<string> {
  const [draws, acting] = room()
  await recordEntropy(draws, acting, { entropy: dice, reading: 'second', signature: null })
  await revealSeed(draws, acting, { source: 'operator' })
  const { roundAt } = (await readDraw(draws, acting.raffleId)).current!.seal
  await moveClock(shop.test.owner, new Date(Date.parse(roundAt) + 1_000))
  await shop.service.core.clock.sync()
  await keepDraw(draws, acting.raffleId)
  return winnerOf()
}

/** The order that holds the ticket of the prize. */
async function winnerOf(): Promise<string> {
  const [draws, acting] = room()
  const { number } = (await readDraw(draws, acting.raffleId)).raffle.draw!.holder!
  const won: string[] = []
  for (const id of orders) if (await isNumberOf(id, number)) won.push(id)
  expect(won).toHaveLength(1)
  return won[0]!
}

it('gives back after the draw the goods of a line alone, unless it holds the prize', async () => {
  const winner = await drawNow()
  const [one, , another] = ofTwoLines()
  for (const id of [one, another]) {
    await isOffered(id, id === winner ? 'order_holds_prize' : 'drawn')
    const [drawn, other] = await linesOf(id)
    if (id === winner) {
      expect(await mayComeBack(id)).toEqual([[other, false]])
      expect(await giveBackLine(id, drawn)).toMatchObject(refused('order_holds_prize'))
      continue
    }
    expect(new Map(await mayComeBack(id))).toEqual(
      new Map([
        [drawn, true],
        [other, false],
      ]),
    )
    expect((await giveBackLine(id, drawn)).body).toMatchObject({
      status: 'paid',
      refundStatus: 'due',
      refunds: [{ id: `returned:${drawn}`, cause: 'returned' }],
    })
    await shop.service.workers.catchUp()
    const entries: (Entry & { voidNumbers: string[] })[] = (await detail(id)).raffleEntries
    expect(entries.map(({ voidNumbers }) => voidNumbers)).toEqual([[], []])
  }
})

it('is cancelled after the draw, the one that won only when its prize is forfeited', async () => {
  const [draws, acting] = room()
  const winner = await winnerOf()
  for (const id of orders) {
    await isOffered(id, id === winner ? 'order_holds_prize' : 'drawn')
    if (id === winner) expect(await cancel(id)).toMatchObject(refused('order_holds_prize'))
    else expect((await cancel(id)).body).toMatchObject({ status: 'cancelled', refundStatus: 'due' })
  }

  const why = { reason: 'refunded', witnessName: 'Rana Saab', note: 'The goods came back' } as const
  await forfeitPrize(draws, acting, why)
  await isOffered(winner, 'drawn')
  expect((await cancel(winner)).body).toMatchObject({ status: 'cancelled', refundStatus: 'due' })

  for (const id of orders) expect((await entryOf(id)).voidNumbers).toEqual([])
  await shop.service.workers.catchUp()
  const { findings } = await verify(shop.test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
})
