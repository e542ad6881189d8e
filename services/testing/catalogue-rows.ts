// A cap with three tickets for a car, as the catalogue shows them.
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { newId } from '../ids.ts'

export const carOnBoard: BoardRow = {
  raffleId: newId<string>(),
  raffleNumber: 'R-2026-001',
  name: 'A car',
  description: '',
  prizeInfo: '',
  image: null,
  prizeValueCents: 2_000_000,
  opensAt: '2026-11-01T00:00:00.000Z',
  closesAt: '2026-12-01T00:00:00.000Z',
  ticketsMax: 500,
  ticketsMin: 0,
  issued: 0,
  voided: 0,
  held: 0,
  ticketsSold: 0,
  status: 'active',
  closedCause: null,
  draw: null,
  isFrozen: false,
  underSold: 'draw',
  ticketsPerPersonMax: 0,
  licenceNumber: 'L-1',
  licenceAuthority: null,
  licenceDate: null,
  staffMayEnter: false,
  publishedAt: '2026-11-01T00:00:00.000Z',
  pageVersion: 1,
  head: 1,
}

export const capOnShelf: ShelfRow = {
  productId: newId<string>(),
  name: 'Cap',
  description: '',
  priceCents: 1_000,
  image: null,
  ticketsPerUnit: 3,
  ticketsMax: 500,
  soldTickets: 0,
  raffleId: carOnBoard.raffleId,
  raffleName: carOnBoard.name,
  isActive: true,
  sellsWithoutEntry: false,
  isRemoved: false,
  listedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  variants: [],
}
