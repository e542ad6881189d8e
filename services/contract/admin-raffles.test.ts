import { expect, it } from 'vitest'

import { changeRaffleForm, createRaffleForm } from './admin-raffles.ts'

const sketched = {
  name: 'Apple Watch',
  description: 'A watch',
  prizeInfo: 'Series 11',
  value: '449.00',
  startsAt: '2026-01-01',
  endsAt: '2099-12-31',
  totalTickets: '100',
  minTicketsRequired: '50',
  status: 'active',
}
const published = {
  underSold: 'draw',
  ticketsPerPersonMax: '5',
  licenceNumber: '17/2026',
  licenceAuthority: 'Finance',
  licenceDate: '2026-01-31',
  alternates: '1',
  mode: 'local',
  staffMayEnter: 'yes',
}

it.each(Object.entries(published))(
  '%s is taken with a new raffle, and refused with a change, which would ignore it',
  (field, value) => {
    expect(createRaffleForm.safeParse({ ...sketched, [field]: value }).success).toBe(true)
    const change = { ...sketched, reason: 'typo' }
    expect(changeRaffleForm.safeParse(change).success).toBe(true)
    const refused = changeRaffleForm.safeParse({ ...change, [field]: value })
    expect(refused.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [field] }])
  },
)
