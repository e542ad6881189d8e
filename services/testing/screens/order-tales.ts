// Orders in every state that their buyer can find them in, brought there by buyer and staff.
import type { ApiClient } from '../api-client.ts'
import type { RunningShop } from '../running-service.ts'
import { until } from '../until.ts'
import { buy, place } from './buyers.ts'
import type { Person } from './buyers.ts'
import { done } from './goods.ts'

type Needs = {
  customer: ApiClient
  /** Product of the raffle that goes on. */
  trip: string
  /** Product of the raffle that will be cancelled. */
  doomed: string
}

export async function furnishOrders(shop: RunningShop, needs: Needs) {
  const { customer, trip, doomed } = needs
  const owner = await shop.owner()
  const handOn = (order: string, step: string) =>
    done(owner.post(`/api/admin/orders/${order}/handover`, { step }))
  const bought = (productId: string, quantity: number, isDelivery = false) =>
    buy(shop, customer, { productId, quantity, isDelivery })

  const refundDue = await bought(doomed, 1)
  const refunded = await bought(doomed, 2)
  const ready = await bought(trip, 1)
  await handOn(ready, 'ready')
  const away = await bought(trip, 1, true)
  await handOn(away, 'sent_out')
  const delivered = await bought(trip, 3, true)
  await handOn(delivered, 'sent_out')
  await handOn(delivered, 'handed_over')
  const asked = await bought(trip, 1)
  await askToCancel(customer, asked)
  const answered = await bought(trip, 1)
  await decline(owner, answered, await askToCancel(customer, answered))
  const givenUp = await place(customer, { productId: trip, quantity: 1 })
  await done(customer.post(`/api/orders/${givenUp}/requests`, { kind: 'cancel' }))

  const { buyer, ...guestIds } = await guestOrders(shop, trip)
  const ids = { refundDue, refunded, ready, away, delivered, asked, answered, givenUp, ...guestIds }
  /** Once the raffle is cancelled. */
  const tellOff = async () => {
    await owed(owner, refundDue)
    await payBack(owner, refunded)
  }
  return { ids, buyer, tellOff }
}

async function askToCancel(customer: ApiClient, order: string): Promise<string> {
  const request = { kind: 'cancel', note: 'Bought twice, the second by mistake.' }
  const { requests } = await done(customer.post(`/api/orders/${order}/requests`, request))
  return requests[0].id as string
}

async function decline(owner: ApiClient, order: string, requestId: string): Promise<void> {
  const words = 'The goods are packed already. Please bring them back to us within a week.'
  const answer = { requestId, answer: 'declined', words }
  await done(owner.post(`/api/admin/orders/${order}/answers`, answer))
}

async function owed(owner: ApiClient, order: string): Promise<{ id: string }[]> {
  const refunds = async () => (await done(owner.get(`/api/admin/orders/${order}`))).refunds
  await until('the refund is owed', async () => (await refunds()).length > 0)
  return refunds()
}

async function payBack(owner: ApiClient, order: string): Promise<void> {
  for (const { id: refundId } of await owed(owner, order)) {
    const refund = { refundId, method: 'cash', reference: 'R-7' }
    await done(owner.post(`/api/admin/orders/${order}/refunds`, refund))
  }
}

/** Of somebody without an account: one is paid, one was declined. */
async function guestOrders(shop: RunningShop, productId: string) {
  const buyer = shop.client()
  const person: Person = {
    phone: '+96171234509',
    fullName: 'Tarek Zein',
    email: 'tarek@example.com',
  }
  const bought = await buy(shop, buyer, { productId, quantity: 2, person })
  const declined = await place(buyer, { productId, quantity: 1, person })
  await shop.pay(declined, 'decline')
  return { buyer, bought, declined }
}
