// Which acts of staff need a second person, and what exactly each of them is.
import type { OrderId, RaffleId } from '#events/kernel/ids.ts'
import { decimalOf } from '#events/kernel/money.ts'

import type { ChangeOrderRequest, ManualOrderRequest } from '../contract/admin-orders.ts'
import type { ChangeRaffleForm } from '../contract/admin-raffles.ts'
import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { SecondPerson } from './approvals.ts'
import type { Actor } from './audit.ts'
import { checkoutPhone } from './checkout-phone.ts'
import type { Correction, Phones } from './correct-holder.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import { pricePurchase } from './price-purchase.ts'

export type DelicateNeeds = {
  secondPerson: SecondPerson
  /** A manual payment above it needs a second person. */
  aboveCents: number
}

export type TakenOrder = {
  request: ManualOrderRequest
  key: string | null
  sessionId: string
  actor: Actor
}

export type DelicateActs = ReturnType<typeof delicateActs>

export function delicateActs({ secondPerson, aboveCents }: DelicateNeeds) {
  return {
    /** After the first ticket another size of the raffle is another chance for who has one. */
    async capacity(
      store: Pick<EventStore, 'raffle'>,
      { raffleId, form, actor }: { raffleId: RaffleId; form: ChangeRaffleForm; actor: Actor },
    ): Promise<void> {
      const wanted = form.totalTickets
      if (wanted === undefined) return
      const { raffle } = await store.raffle(raffleId).state()
      if (raffle.status === 'unpublished' || raffle.issued === 0) return
      const { ticketsMax } = raffle.terms
      // What would be refused anyway needs nobody's agreement.
      if (wanted >= ticketsMax || wanted < raffle.issued) return
      await secondPerson.require({
        kind: 'capacity_change',
        subject: `raffle/${raffleId}`,
        request: { from: ticketsMax, to: wanted },
        details: { from: ticketsMax, to: wanted, issued: raffle.issued },
        actor,
      })
    },

    async manualOrder(
      desk: OrderDesk,
      { request, key, sessionId, actor }: TakenOrder,
    ): Promise<void> {
      if (request.status !== 'paid' || (await wasPlaced(desk, { key, sessionId }))) return
      const { items, shippingMethod, paymentMethod } = request
      const orderId = newId<OrderId>()
      const now = desk.now().toISOString()
      const priced = pricePurchase(desk.catalogue, { orderId, items, shippingMethod, now })
      if (priced.totalCents <= aboveCents) return
      const total = decimalOf(priced.totalCents)
      const customer = checkoutPhone(request.customerPhone)
      await secondPerson.require({
        kind: 'manual_payment',
        subject: '-',
        // Its hash is a fact: of a bare phone it would tell the phone.
        request: { ...request, customerPhone: desk.personKeyOf(customer), total },
        details: { total, method: paymentMethod, customer },
        actor,
      })
    },

    async markPaid(
      desk: OrderDesk,
      { orderId, change, actor }: { orderId: OrderId; change: ChangeOrderRequest; actor: Actor },
    ): Promise<void> {
      if (change.status !== 'paid') return
      const { order } = await desk.orders.load(orderId, { fresh: true })
      const { totalCents, paymentMethod, status } = requirePlaced(order)
      if (totalCents <= aboveCents || status === 'paid' || status === 'completed') return
      const total = decimalOf(totalCents)
      const method = change.paymentMethod ?? paymentMethod
      const { reference = null, collector = null } = change
      await secondPerson.require({
        kind: 'manual_payment',
        subject: `order/${orderId}`,
        request: { total, method, reference, collector },
        details: { total, method, reference, collector },
        actor,
      })
    },

    /** Whoever holds the phone holds the tickets. */
    async holder(
      desk: Pick<OrderDesk, 'personKeyOf'>,
      { orderId, cause, phones, actor }: Correction & { phones: Phones; actor: Actor },
    ): Promise<void> {
      const { from, to } = phones
      await secondPerson.require({
        kind: 'holder_correction',
        subject: `order/${orderId}`,
        // As above.
        request: { from: desk.personKeyOf(from), to: desk.personKeyOf(to), cause },
        details: { ...phones, cause },
        actor,
      })
    },
  }
}

/** A retry of what was placed already is answered with it, and asks nobody again. */
async function wasPlaced(
  desk: OrderDesk,
  { key, sessionId }: { key: string | null; sessionId: string },
): Promise<boolean> {
  if (key === null) return false
  const { rows } = await desk.database.query({
    name: 'manual_placed',
    text: 'select from purchases where session_id = $1 and key = $2',
    values: [sessionId, `manual:${key}`],
  })
  return rows.length > 0
}
