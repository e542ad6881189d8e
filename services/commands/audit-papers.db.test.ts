// The auditor's sample where the register of tickets is behind the log, and where it has lost a
// ticket: nothing of it is left out in silence.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId, ProductId } from '#events/kernel/ids.ts'
import { ticketRegister } from '#projections/ticket-register/projection.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { makePaper, readPaper, sampleNumbers, wholePaper } from './audit-papers.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const auditor = { personId: newId<string>(), role: 'auditor', address: '127.0.0.1' }

const project = () =>
  openProjector({ database: rig.test.database, projections: [ticketRegister] }).catchUp()

async function issue(productId: ProductId, quantity: number): Promise<void> {
  const { id } = await rig.buy({ items: [{ productId, quantity }] })
  await rig.pay(id, 'approve', 0)
  await rig.watch.askNow(id as OrderId)
}

/** Tickets 1, which the register has, and 2 to 4, which it does not have yet. */
async function aheadOfRegister() {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  await issue(productIds[0]!, 1)
  await project()
  await issue(productIds[0]!, 3)
  return raffleId
}

async function rowOf(paperId: string) {
  const row = await readPaper(rig.test.database, paperId)
  if (row === null) throw new Error('the paper is not there')
  return row
}

const wholeOf = async (paperId: string) =>
  wholePaper(rig.test.database, await rowOf(paperId), { maySeePeople: true })

it('is drawn from every ticket of its tree, and not before the register has them', async () => {
  const raffleId = await aheadOfRegister()
  const wanted = { raffleId, tickets: 2, seed: 'a coin', actor: auditor }
  await expect(makePaper(rig.desk, wanted)).rejects.toMatchObject({ code: 'busy' })
  const { rows } = await rig.test.owner.query('select from audit_papers where raffle_id = $1', [
    raffleId,
  ])
  expect(rows).toEqual([])

  await project()
  const paperId = await makePaper(rig.desk, wanted)
  const row = await rowOf(paperId)
  expect(row.tickets_issued).toBe(4)
  expect(row.numbers).toEqual(
    sampleNumbers({ ...wanted, treeSize: row.tree_size, issued: row.tickets_issued }),
  )
  const { walks, notInRegister } = await wholeOf(paperId)
  expect(notInRegister).toEqual([])
  expect(walks.map(({ walk }) => Number(walk.number))).toEqual(row.numbers)
  expect(walks.every(({ walk }) => walk.leaf.isIncluded)).toBe(true)
}, 30_000)

it('shows a ticket that the register has lost, with its note', async () => {
  const raffleId = await aheadOfRegister()
  await project()
  const paperId = await makePaper(rig.desk, { raffleId, tickets: 4, actor: auditor })
  const { owner } = rig.test
  const lost = 'delete from ticket_register_v1_1 where raffle_id = $1 and first = 2'
  await owner.query(lost, [raffleId])
  const noted = `update audit_papers set notes = '{"000003": "Who?"}' where paper_id = $1`
  await owner.query(noted, [paperId])

  const { walks, notInRegister } = await wholeOf(paperId)
  expect(walks.map(({ walk }) => walk.number)).toEqual(['000001'])
  expect(notInRegister).toEqual([
    { number: '000002', note: '' },
    { number: '000003', note: 'Who?' },
    { number: '000004', note: '' },
  ])
})
