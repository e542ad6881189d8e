// Who is told that a raffle can be entered, where a slow gateway leaves time for something to
// happen between two texts.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { newId } from '../ids.ts'
import type { Message, MessageGateway, Sent } from '../providers/messages/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { finishErasure } from './account-erasure.ts'
import { pauseBuying } from './account-limits.ts'
import { askForAlert, forgetAlert, sendAlerts, stopAlerts } from './raffle-alerts.ts'
import type { AlertNeeds } from './raffle-alerts.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

type Asked = { personId: string; phone: string; alertId: string }
type Moment = { second: Asked; sellOut: () => void; change: (product: Partial<ShelfRow>) => void }

it('tells everybody who waits, in the order they asked, and each of them once', async () => {
  const { told, asked, needs } = await toldWhile(async () => {})
  expect(told).toEqual(asked.map(({ phone }) => phone))
  await sendAlerts(needs)
  expect(told).toHaveLength(2)
})

it.each<[string, (moment: Moment) => Promise<void>]>([
  ['stops all of these texts', ({ second }) => stopAlerts(rig.desk, second.alertId)],
  ['takes his asking back', ({ second }) => forgetAlert(rig.test.database, second)],
  ['is erased', ({ second }) => finishErasure(rig.test.database, second.personId)],
  ['could not enter any more', async ({ sellOut }) => sellOut()],
  ['finds no piece left', async ({ change }) => change({ variants: [variant(0), variant(0)] })],
  ['would buy without entry', async ({ change }) => change({ sellsWithoutEntry: true })],
  ['has paused himself', ({ second }) => pauseBuying(rig.desk, { ...second, days: 7 })],
  ['staff have excluded', ({ second }) => exclude(second.phone)],
])('tells nobody who %s while another is told', async (_what, act) => {
  const { told, asked } = await toldWhile(act)
  const [first, second] = asked.map(({ phone }) => phone)
  expect(told).toEqual([first])
  const { rows } = await rig.test.owner.query('select from messages where to_phone = $1', [second])
  expect(rows).toEqual([])
})

it('tells as long as one variant has pieces, or nobody counts them', async () => {
  for (const left of [1, null]) {
    const { told } = await toldWhile(async ({ change }) =>
      change({ variants: [variant(0), variant(left)] }),
    )
    expect(told).toHaveLength(2)
  }
})

it('forgets who may buy nothing any more, so that he is told after no pause either', async () => {
  const { asked } = await toldWhile(({ second }) => pauseBuying(rig.desk, { ...second, days: 7 }))
  const { rows } = await rig.test.owner.query('select from raffle_alerts where alert_id = $1', [
    asked[1]?.alertId,
  ])
  expect(rows).toEqual([])
})

it.each<[string, (phone: string) => Promise<void>]>([
  ['has paused himself', (phone) => pauseBuying(rig.desk, { phone, days: 7 })],
  ['staff have excluded', (phone) => exclude(phone)],
])('says the same to who %s, and writes nothing down', async (_what, bar) => {
  const { raffleId } = await rig.sellRaffle({ ticketsMax: 10 })
  const phone = anotherPhone()
  await bar(phone)
  await askForAlert(looking(), { raffleId, phone, personId: null, language: 'en' })
  const { rows } = await rig.test.owner.query('select from raffle_alerts where phone = $1', [phone])
  expect(rows).toEqual([])
})

it('is not asked for of a raffle whose last ticket is issued', async () => {
  const { raffleId } = await rig.sellRaffle({ ticketsMax: 10 })
  const asking = { raffleId, phone: anotherPhone(), personId: null, language: 'en' } as const
  await expect(askForAlert(looking({ issued: 10 }), asking)).rejects.toMatchObject({
    code: 'raffle_ended',
  })
})

/** The shop as it looks to who asks. */
function looking(changes: Partial<BoardRow> = {}): AlertNeeds {
  const raffle = (id: string) => {
    const known = rig.desk.catalogue.raffle(id)
    return known == null ? undefined : { ...known, ...changes }
  }
  return { ...rig.desk, catalogue: { raffle, productsOf: () => [] } }
}

const variant = (left: number | null): ShelfRow['variants'][number] => ({
  variantId: newId<string>(),
  name: 'Red',
  sku: newId<string>(),
  priceAdjustmentCents: 0,
  image: null,
  stock: left === null ? null : { left, held: 0, taken: 0, lowAt: 0 },
})

async function exclude(phone: string): Promise<void> {
  await rig.test.owner.query(
    `insert into buying_limits (person_key, excluded_by_staff_at, changed_at)
     values ($1, clock_now(), clock_now())`,
    [rig.desk.personKeyOf(phone)],
  )
}

/** Two have asked; `act` happens while the gateway has the text of the first. */
async function toldWhile(act: (moment: Moment) => Promise<void>) {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const raffle = rig.desk.catalogue.raffle(raffleId)!
  let product = rig.desk.catalogue.product(productIds[0]!)!
  let held = 0
  const catalogue: AlertNeeds['catalogue'] = {
    raffle: (id) => (id === raffleId ? { ...raffle, held } : undefined),
    productsOf: () => [product],
  }
  const sellOut = () => void (held = 10)
  const change = (changes: Partial<ShelfRow>) => void (product = { ...product, ...changes })
  const asking = { ...rig.desk, catalogue }
  const first = await asks(asking, raffleId)
  const second = await asks(asking, raffleId)
  const told: string[] = []
  const gateway: MessageGateway = {
    channel: 'sms',
    async send({ to }: Message): Promise<Sent> {
      told.push(to)
      if (to === first.phone) await act({ second, sellOut, change })
      return { kind: 'queued', gatewayId: null }
    },
  }
  const needs = { ...asking, gateway }
  await sendAlerts(needs)
  return { told, asked: [first, second], needs }
}

let phones = 0
const anotherPhone = () => `+9617044${String((phones += 1)).padStart(4, '0')}`

async function asks(needs: AlertNeeds, raffleId: RaffleId): Promise<Asked> {
  const personId = newId<string>()
  const phone = anotherPhone()
  await rig.test.owner.query(
    `insert into people (person_id, full_name, email, phone, created_at)
     values ($1, 'Zeina Test', null, $2, clock_now())`,
    [personId, phone],
  )
  await askForAlert(needs, { raffleId, phone, personId, language: 'en' })
  const { rows } = await rig.test.owner.query<{ alert_id: string }>(
    'select alert_id from raffle_alerts where raffle_id = $1 and phone = $2',
    [raffleId, phone],
  )
  return { personId, phone, alertId: rows[0]!.alert_id }
}
