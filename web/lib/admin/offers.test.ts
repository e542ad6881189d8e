import { expect, it } from 'vitest'

import { staffRoles } from '#events/staff/roles.ts'
import { mayCall } from '#services/testing/security/access-table.ts'

import { isOffered } from './offers.ts'
import type { Offer } from './offers.ts'

/** The calls behind what is offered: whoever sees it may make each of them, and nobody else. */
const callsBehind: Record<Offer, readonly (keyof typeof mayCall)[]> = {
  changeCatalogue: [
    'adminCreateRaffle',
    'adminChangeRaffle',
    'adminDeleteRaffle',
    'adminCreateProduct',
    'adminChangeProduct',
    'adminDeleteProduct',
    'adminCreateVariant',
    'adminChangeVariant',
    'adminDeleteVariant',
    'adminAdjustStock',
    'adminImportProducts',
    'adminImportTemplate',
  ],
  takeOrders: ['adminPlaceOrder'],
  takeFiles: [
    'adminExportCustomers',
    'adminExportOrders',
    'adminExportSales',
    'adminExportRefunds',
    'exportAuditTrail',
  ],
  takeEntries: ['adminExportEntries'],
  takeRegister: ['adminExportRegister', 'adminExportOpenings', 'adminReadBundle'],
  readFigures: ['adminAnalytics', 'adminInsight', 'listStaff'],
  readTrail: ['listAuditTrail'],
  excludeCustomers: ['adminExcludeCustomer', 'adminExcludeNumber', 'adminLiftExclusion'],
  readExclusions: ['adminListExclusions'],
  correctCustomers: ['adminCorrectCustomer', 'adminSignOutCustomer'],
  readCustomers: ['adminListCustomers', 'adminReadCustomer'],
  readOrders: ['adminListOrders', 'adminReadOrder'],
  readProducts: ['adminListProducts', 'adminReadProduct', 'adminListVariants'],
  readRaffles: ['adminListRaffles', 'adminReadRaffle'],
}

const offers = Object.keys(callsBehind) as Offer[] // its keys are these and no others

it.each(offers)('%s is offered to whom the shop lets do it, and to nobody else', (offer) => {
  const offered = staffRoles.filter((role) => isOffered(offer, { role }))
  for (const call of callsBehind[offer])
    expect(
      staffRoles.filter((role) => mayCall[call]?.includes(role)),
      call,
    ).toEqual(offered)
})

it('nothing is offered to who is no member of staff', () =>
  expect(offers.filter((offer) => isOffered(offer, { role: null }))).toEqual([]))
