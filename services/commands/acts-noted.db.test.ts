// Whoever writes rows and dies before the fact leaves the note with them, and the fact follows.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { ticketRegister } from '#projections/ticket-register/projection.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { recordNoted } from './acts-noted.ts'
import { answerRequest } from './answer-request.ts'
import { makePaper, notePaper, readPaper } from './audit-papers.ts'
import type { PaperRow } from './audit-papers.ts'
import { issueInvoice } from './invoices.ts'
import type { Issued } from './invoices.ts'
import { provePayment, takeManualPayment } from './manual-payment.ts'
import type { Proven } from './manual-payment.ts'
import { askAboutOrder, requestsOf } from './order-requests.ts'
import { setRate, setTax } from './money-rates.ts'
import { actOnOrder } from './order-acts.ts'
import type { OrderActName } from './order-acts.ts'
import { resendReceipt } from './resend-receipt.ts'
import { importStatement } from './statements.ts'
import { withdrawStatement } from './statement-withdrawal.ts'
import { cashUp } from './till.ts'

let rig: PurchaseRig
const personId = newId<string>()
const actor = { personId, role: 'owner', address: '127.0.0.1' }
const DAY = '2026-01-02'

beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

/** The desk of a process that dies where it would record a fact of staff. */
function dying() {
  const { store } = rig.desk
  const append: typeof store.append = (item) =>
    item.streamId.startsWith('staff/') ? Promise.reject(new Error('died')) : store.append(item)
  return { ...rig.desk, store: { ...store, append } }
}

async function paperOf(seed: string): Promise<PaperRow> {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 5 })
  const { id } = await rig.buy({
    items: productIds.map((one) => ({ productId: one, quantity: 1 })),
  })
  await rig.pay(id, 'approve')
  await rig.watch.askNow(id as OrderId)
  await openProjector({ database: rig.test.database, projections: [ticketRegister] }).catchUp()
  const paperId = await makePaper(rig.desk, { raffleId, tickets: 1, seed, actor })
  const paper = await readPaper(rig.test.database, paperId)
  if (paper === null) throw new Error('the paper is not there')
  return paper
}

async function declineIn(desk: ReturnType<typeof dying>): Promise<void> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 5 })
  const { id } = await rig.buy({
    items: productIds.map((one) => ({ productId: one, quantity: 1 })),
  })
  const orderId = id as OrderId
  await rig.pay(orderId, 'approve')
  await rig.watch.askNow(orderId)
  await askAboutOrder(rig.desk, { orderId, kind: 'cancel', note: null, actor: 'guest:test' })
  const [asked] = await requestsOf(rig.test.database, orderId)
  const answered = {
    orderId,
    requestId: asked?.request_id ?? '',
    answer: 'declined',
    words: 'Sorry',
    restock: false,
    staffId: personId,
  } as const
  const act = {
    orderId,
    act: 'decline_request',
    actor,
    ifVersion: undefined,
    note: 'Sorry',
  } as const
  await actOnOrder(desk, act, (guard, noteIn) =>
    answerRequest(desk, { ...answered, guard, noteIn }),
  )
}

const text = [
  'externalId,transactionId,amount,fee,currency,date',
  '100000000001,T-9,10.00,0.10,USD,2026-01-02T10:00:00Z',
].join('\n')

/** Taken at the counter by the one who acts here. */
async function takenByHand(): Promise<OrderId> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 5 })
  const { id } = await rig.buy({
    items: productIds.map((one) => ({ productId: one, quantity: 1 })),
  })
  const orderId = id as OrderId
  await takeManualPayment(rig.desk, { orderId, staffId: personId, proof: { method: 'cash' } })
  return orderId
}

const at = (orderId: OrderId, act: OrderActName) => ({
  orderId,
  act,
  actor,
  ifVersion: undefined,
  note: null,
})

const seller = { name: 'Qura', phone: '+9611000000', address: { en: 'Hamra', ar: '', fr: '' } }

const acts: [string, (desk: ReturnType<typeof dying>) => Promise<unknown>][] = [
  ['rate_set', (desk) => setRate(desk, { day: DAY, lbpPerUsd: '89500', actor })],
  ['vat_set', (desk) => setTax(desk, { day: DAY, vatPercent: '11', vatNumber: null, actor })],
  ['request_declined', declineIn],
  [
    'payment_proven',
    async (desk) => {
      const orderId = await takenByHand()
      await actOnOrder<Proven>(desk, at(orderId, 'prove_payment'), (_guard, noteIn) =>
        provePayment(desk, { orderId, proof: { reference: 'R-1' }, noteIn }),
      )
    },
  ],
  [
    'invoice_issued',
    async (desk) => {
      const orderId = await takenByHand()
      await actOnOrder<Issued>(desk, at(orderId, 'issue_invoice'), (_guard, noteIn) =>
        issueInvoice(desk, { orderId, personId, seller, noteIn }),
      )
    },
  ],
  [
    'receipt_resent',
    async (desk) => {
      const orderId = await takenByHand()
      await actOnOrder(desk, at(orderId, 'resend_receipt'), (_guard, noteIn) =>
        resendReceipt(desk, orderId, { sending: () => noteIn(desk.database, undefined) }),
      )
    },
  ],
  [
    'sample_drawn',
    async (desk) => {
      const { raffle_id: raffleId } = await paperOf('a coin')
      await makePaper(desk, { raffleId, tickets: 1, seed: 'a die', actor })
    },
  ],
  [
    'paper_noted',
    async (desk) => {
      const noted = { notes: {}, conclusion: 'Well' }
      await notePaper(desk, { paper: await paperOf('a card'), noted, actor, ifVersion: undefined })
    },
  ],
  [
    'till_counted',
    (desk) => {
      const counted = { countedCents: 500, countedLbp: null, note: null }
      return cashUp(desk, { day: DAY, cashierId: personId, version: 0, ...counted, actor })
    },
  ],
  [
    'statement_imported',
    (desk) => importStatement(desk, { provider: 'whishpay', fileName: 'a.csv', text, actor }),
  ],
  [
    'statement_withdrawn',
    async (desk) => {
      const { rows } = await rig.test.owner.query<{ id: string }>(
        'select statement_id as id from settlement_statements',
      )
      const statementId = rows[0]?.id ?? ''
      await withdrawStatement(desk, { statementId, reason: 'The wrong file', actor })
    },
  ],
]

it.each(acts)('%s stands with its rows, and its fact is recorded once', async (kind, act) => {
  await expect(act(dying())).rejects.toThrow('died')
  const before = await factsOf(kind)
  expect(await recordNoted(rig.desk)).toBe(0) // whoever wrote it may be about to record it

  await rig.moveClock(31)
  await Promise.all([recordNoted(rig.desk), recordNoted(rig.desk)])
  expect(await factsOf(kind)).toBe(before + 1)
  expect(await recordNoted(rig.desk)).toBe(0)
})

const factsOf = async (kind: string) =>
  (await rig.store.readStream(`staff/${personId}`)).filter(
    ({ event }) => event.type === 'StaffActed' && (event.data as { kind: string }).kind === kind,
  ).length
