// What is on sale in every simulated world: little of everything, so that whatever can run out
// does. The raffles are published by the real writer, once; each world starts from a copy.
import type { CommandId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import { published } from '#events/testing/raffles.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { deriveId } from '../../ids.ts'

import type { Assortment, ShopProcess } from './shop.ts'

/** Two processes of the shop share each database. */
export const shopNames = ['shop A', 'shop B'] as const

export const START_MS = Date.parse('2026-11-21T08:00:00.000Z')

type Raffle = {
  raffleId: RaffleId
  name: string
  ticketsMax: number
  closesAt: string
  ticketsPerPersonMax: number
}

export const raffles: readonly Raffle[] = [
  {
    raffleId: deriveId<RaffleId>('simulated raffle', 'car'),
    name: 'A car',
    ticketsMax: 7,
    closesAt: '2026-11-30T21:59:59.999Z',
    ticketsPerPersonMax: 0,
  },
  // It ends while reservations are alive, and nobody may have more than three.
  {
    raffleId: deriveId<RaffleId>('simulated raffle', 'watch'),
    name: 'A watch',
    ticketsMax: 5,
    closesAt: '2026-11-21T08:20:00.000Z',
    ticketsPerPersonMax: 3,
  },
]

type Product = {
  productId: ProductId
  raffleId: RaffleId | null
  priceCents: number
  ticketsPerUnit: number
  /** Of the raffle's tickets. */
  ticketsMax: number
}

const productNamed = (name: string) => deriveId<ProductId>('simulated product', name)

export const products: readonly Product[] = [
  {
    productId: productNamed('cap'),
    raffleId: raffles[0]!.raffleId,
    priceCents: 1_999,
    ticketsPerUnit: 1,
    ticketsMax: 7,
  },
  {
    productId: productNamed('shirt'),
    raffleId: raffles[0]!.raffleId,
    priceCents: 3_333,
    ticketsPerUnit: 2,
    ticketsMax: 4,
  },
  {
    productId: productNamed('mug'),
    raffleId: raffles[1]!.raffleId,
    priceCents: 1_101,
    ticketsPerUnit: 1,
    ticketsMax: 5,
  },
  {
    productId: productNamed('card'),
    raffleId: null,
    priceCents: 257,
    ticketsPerUnit: 0,
    ticketsMax: 0,
  },
  // It costs nothing, so nobody is asked to pay and no provider watches over it.
  {
    productId: productNamed('gift'),
    raffleId: raffles[0]!.raffleId,
    priceCents: 0,
    ticketsPerUnit: 1,
    ticketsMax: 2,
  },
]

export const assortment: Assortment = {
  board: new Map(raffles.map((raffle) => [raffle.raffleId, boardRow(raffle)])),
  shelf: new Map(products.map((product) => [product.productId, shelfRow(product)])),
}

/** By a shop of its own, in a world where nothing goes wrong. */
export async function publishAll(shop: ShopProcess): Promise<void> {
  for (const raffle of raffles) {
    const { raffleId, name, ...terms } = raffle
    const now = new Date(START_MS).toISOString()
    const commandId = deriveId<CommandId>('publish', raffleId)
    const { data } = published({ ...terms, prize: name, origin: `shop.example/${raffleId}` })
    const writer = shop.store.raffle(raffleId)
    await writer.command(
      { type: 'PublishRaffle', now, raffle: data },
      { commandId, correlationId: raffleId, actor: 'system:simulation' },
    )
    for (const { productId, raffleId: of, ticketsMax } of products)
      if (of === raffleId) await writer.allot({ productId, ticketsMax })
  }
}

function boardRow({ raffleId, name, ...terms }: Raffle): BoardRow {
  const { raffleNumber, licenceNumber, opensAt, ticketsMin, underSold } = published().data
  return {
    raffleId,
    name,
    ...terms,
    raffleNumber,
    licenceNumber,
    licenceAuthority: null,
    licenceDate: null,
    staffMayEnter: false,
    opensAt,
    ticketsMin,
    underSold,
    description: '',
    prizeInfo: '',
    image: null,
    prizeValueCents: 2_500_000,
    issued: 0,
    voided: 0,
    held: 0,
    ticketsSold: 0,
    status: 'active',
    closedCause: null,
    draw: null,
    isFrozen: false,
    publishedAt: opensAt,
    pageVersion: 1,
    head: 1,
  }
}

function shelfRow({ productId, raffleId, priceCents, ticketsPerUnit }: Product): ShelfRow {
  return {
    productId,
    raffleId,
    priceCents,
    ticketsPerUnit,
    name: 'Cap',
    description: '',
    image: null,
    ticketsMax: 1_000,
    soldTickets: 0,
    raffleName: null,
    isActive: true,
    sellsWithoutEntry: false,
    isRemoved: false,
    listedAt: '2026-11-01T00:00:00.000Z',
    version: 1,
    variants: [],
  }
}
