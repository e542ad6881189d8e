// Money that staff take by hand stands in the audit trail as it was taken, whoever writes it over.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { AuditEntry } from '../../contract/admin-audit.ts'
import type { ApiClient } from '../api-client.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  shop = await openGuardedShop()
  owner = await shop.owner()
  productId = (await shop.sell({ name: 'Clock', totalTickets: 50 })).productId
}, 120_000)
afterAll(() => shop?.stop())

it('K22 tells how money was taken by hand, and each proof that was written over', async () => {
  const taken = { collector: 'Rami', currency: 'LBP', rate: '89500' }
  const sold = { items: [{ productId, quantity: 1 }], shippingMethod: 'pickup' }
  const place = async (change: object) => {
    const order = { ...sold, customerPhone: '+96170123457', paymentMethod: 'cash', ...change }
    return (await owner.post('/api/admin/orders/manual', order)).body.order.id as string
  }
  const waiting = await place({ status: 'pending' })
  await owner.patch(`/api/admin/orders/${waiting}`, { status: 'paid', ...taken })
  const paid = await place({ status: 'paid', ...taken, reference: 'R-1' })
  for (const proof of [{ rate: '90000' }, { collector: 'Hadi', reference: 'R-2' }])
    expect((await owner.post(`/api/admin/orders/${paid}/proof`, proof)).status).toBe(200)
  await shop.service.workers.catchUp()

  const noted = async (id: string, type: string) => {
    const path = `/api/admin/audit?subjectKind=order&subject=${id}&type=${type}`
    const { data } = (await owner.get(path)).body
    return data.map(({ details, address }: AuditEntry) => {
      expect(address).toBe('127.0.0.1')
      return { before: details?.before, after: details?.after }
    })
  }
  const first = { ...taken, reference: 'R-1' }
  const second = { ...first, rate: '90000' }
  const third = { ...second, collector: 'Hadi', reference: 'R-2' }
  expect(await noted(waiting, 'PaymentConfirmed')).toEqual([
    { before: undefined, after: { ...taken, reference: null } },
  ])
  expect(await noted(paid, 'PaymentConfirmed')).toEqual([{ before: undefined, after: first }])
  expect(await noted(paid, 'StaffActed')).toEqual([
    { before: second, after: third },
    { before: first, after: second },
  ])
})
