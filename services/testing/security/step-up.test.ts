// Which calls of staff ask for a second factor of the last five minutes (docs/security.md, K20).
// The table of calls is what the one place that asks reads (`requireFreshProof`); that it asks is
// shown by `second-factor.db.test.ts`, `fresh-proof.db.test.ts` and `ceremony.db.test.ts`.
import { expect, it } from 'vitest'

import { operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operation.ts'

const ofStaff = operations.filter(({ path }) => path.startsWith('/api/admin'))
const namesOf = (found: readonly Operation[]) => found.map(({ name }) => name)
const asking = (found: readonly Operation[]) =>
  namesOf(found.filter(({ needsFreshProof }) => needsFreshProof !== undefined))
const others = (found: readonly Operation[]) =>
  namesOf(found.filter(({ needsFreshProof }) => needsFreshProof === undefined))

it('K20 every deletion, invitation and manual paid order asks for it', () => {
  expect(others(ofStaff.filter(({ method }) => method === 'delete'))).toEqual([])
  for (const name of ['inviteStaff', 'changeStaff', 'adminPlaceOrder', 'adminChangeOrder'])
    expect(asking(ofStaff)).toContain(name)
  for (const name of ['adminPlaceOrder', 'adminChangeOrder']) {
    const asks = operations.find((one) => one.name === name)?.needsFreshProof
    if (typeof asks !== 'function') throw new Error(`${name} does not read its body`)
    expect([asks({ status: 'paid' }), asks({ status: 'pending' }), asks(null)]).toEqual([
      true,
      false,
      false,
    ])
  }
})

/** Files that tell of nobody. */
const harmless = {
  adminImportTemplate: 'names of columns and an example',
  adminReadBundle: 'commitments, which everybody may read after the draw',
}

it('K20 every file of people, tickets, money or acts asks for it', () => {
  const files = ofStaff.filter(
    ({ name, path, method, answers }) =>
      method === 'get' &&
      (path.endsWith('/export') || /export/i.test(name) || answers[200]?.schema === null),
  )
  expect(asking(files)).toEqual(
    expect.arrayContaining([
      'adminExportEntries',
      'adminExportRegister',
      'adminExportOpenings',
      'adminExportCustomers',
      'adminExportOrders',
      'adminExportRefunds',
      'adminExportSales',
      'adminExportInvoice',
      'exportAuditTrail',
    ]),
  )
  expect(others(files).toSorted()).toEqual(Object.keys(harmless))
})

/** What may be done again until it is right, or follows from the clock. */
const open = {
  adminCheckWinnerIdentity: 'a note, written over by the next',
  adminCloseForDraw: 'what the clock does by itself',
  adminNoteWinnerContact: 'a note of an attempt',
  adminRecordBeacon: 'a round that proves itself; the shop fetches it alone',
  adminRecordDrawSession: 'written over until the seal; takes back what was agreed to',
  adminWithdrawDrawSignOff: 'takes back what its own doer has agreed to',
}

it('K20 every act of a draw that stays done asks for it, and so does agreeing to one', () => {
  const acts = ofStaff.filter(
    ({ path, method }) => method === 'post' && path.startsWith('/api/admin/draws/'),
  )
  expect(asking(acts)).toEqual(
    expect.arrayContaining([
      'adminSignOffDrawAct',
      'adminSealRegister',
      'adminRecordEntropy',
      'adminRevealSeed',
      'adminCompleteDraw',
      'adminPublishDraw',
    ]),
  )
  expect(others(acts).toSorted()).toEqual(Object.keys(open))
})
