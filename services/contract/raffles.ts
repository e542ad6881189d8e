// Raffles, as the shop shows them.
import * as z from 'zod/mini'

import { underSoldRules } from '#events/raffle/under-sold.ts'
import { rafflePhases } from '#events/raffle/phase.ts'

import { product, productList } from './products.ts'
import { count, id, image, instantOut, money } from './shared.ts'

export const raffleStatuses = ['active', 'completed', 'cancelled'] as const
export type RaffleStatus = (typeof raffleStatuses)[number]

export const raffleFields = {
  id: id(),
  raffleNumber: z.string(),
  name: z.string(),
  image: image(),
  description: z.string(),
  prizeInfo: z.string(),
  value: money(),
  startsAt: instantOut(),
  endsAt: instantOut(),
  totalTickets: count(),
  minTicketsRequired: count(),
  /** Issued and not voided. */
  ticketsSold: count(),
  /** Reserved by orders that are not paid yet: they may become free again. */
  ticketsHeld: count(),
  /** What may still be bought now; numbers of void tickets stay used. */
  ticketsLeft: count(),
  status: z.enum(raffleStatuses),
  /** Where it stands by the clock and its tickets; `status` is what staff have set. */
  phase: z.enum(rafflePhases),
  underSold: z.enum(underSoldRules),
  /** 0: no limit. */
  ticketsPerPersonMax: count(),
  licenceNumber: z.string(),
  /** Null: not stated. */
  licenceAuthority: z.nullable(z.string()),
  licenceDate: z.nullable(z.string()),
  /** False: the owner and staff with a part in the draw cannot enter it. */
  staffMayEnter: z.boolean(),
}

/** `product` is the first active product by the time it was listed, the one a card sells. */
export const raffle = z.strictObject({ ...raffleFields, product: z.nullable(product) })
export type Raffle = z.infer<typeof raffle>

export const raffleList = z.array(raffle)
export const raffleProducts = productList
