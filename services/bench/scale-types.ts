// The shapes of the large shop's year.
import type { QuraEvent } from '#events/catalogue.ts'
import type { OrderLine } from '#events/order/events.ts'

import type { Draws } from './scale-draws.ts'

export type ScaleSize = { orders: number; customers: number; tickets: number }

/** A fact without its position: who writes it counts. */
export type ScaleFact = {
  stream: string
  event: QuraEvent
  at: Date
  /** `staff:<id>`; left out: nobody's act, but the seed's. */
  actor?: string
  /** Of an issue of tickets: what stands beside it. */
  issued?: { orderId: string; lineId: string; productId: string }
}

export type ScalePerson = { personId: string; name: string; phone: string; at: Date }

export type ScaleContact = {
  orderId: string
  person: ScalePerson
  isGuest: boolean
  at: Date
}

/** Some days of the year. */
export type ScaleChunk = {
  facts: ScaleFact[]
  people: ScalePerson[]
  contacts: ScaleContact[]
  orders: number
  tickets: number
}

export type ScaleShop = {
  random: Draws
  /** Nothing happens after it. */
  untilMs: number
  raffles: ScaleRaffle[]
  people: ScalePerson[]
  /** Tickets given out, and orders placed, so far. */
  tickets: number
  orders: number
}

export type ScaleProduct = { productId: OrderLine['productId']; name: string; priceCents: number }

export type ScaleRaffle = {
  raffleId: OrderLine['raffleId'] & string
  name: string
  opensMs: number
  closesMs: number
  ticketsMax: number
  products: ScaleProduct[]
  issued: number
  isClosed: boolean
  publishedHashes: string[]
}
