// Who is told that a raffle can be entered, where a slow gateway leaves time for something to
// happen between two texts.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import type { Message, MessageGateway, Sent } from '../providers/messages/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { finishErasure } from './account-erasure.ts'
import { askForAlert, forgetAlert, sendAlerts, stopAlerts } from './raffle-alerts.ts'
import type { AlertNeeds } from './raffle-alerts.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

type Asked = { personId: string; phone: string; alertId: string }
type Moment = { second: Asked; sellOut: () => void }

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
])('tells nobody who %s while another is told', async (_what, act) => {
  const { told, asked } = await toldWhile(act)
  const [first, second] = asked.map(({ phone }) => phone)
  expect(told).toEqual([first])
  const { rows } = await rig.test.owner.query('select from messages where to_phone = $1', [second])
  expect(rows).toEqual([])
})

/** Two have asked; `act` happens while the gateway has the text of the first. */
async function toldWhile(act: (moment: Moment) => Promise<void>) {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const raffle = rig.desk.catalogue.raffle(raffleId)!
  const product = rig.desk.catalogue.product(productIds[0]!)!
  let held = 0
  const catalogue: AlertNeeds['catalogue'] = {
    raffle: (id) => (id === raffleId ? { ...raffle, held } : undefined),
    productsOf: () => [product],
  }
  const asking = { ...rig.desk, catalogue }
  const first = await asks(asking, raffleId)
  const second = await asks(asking, raffleId)
  const told: string[] = []
  const gateway: MessageGateway = {
    channel: 'sms',
    async send({ to }: Message): Promise<Sent> {
      told.push(to)
      if (to === first.phone) await act({ second, sellOut: () => void (held = 10) })
      return { kind: 'queued', gatewayId: null }
    },
  }
  const needs = { ...asking, gateway }
  await sendAlerts(needs)
  return { told, asked: [first, second], needs }
}

let phones = 0

async function asks(needs: AlertNeeds, raffleId: RaffleId): Promise<Asked> {
  const personId = newId<string>()
  const phone = `+9617044${String((phones += 1)).padStart(4, '0')}`
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
