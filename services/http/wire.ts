// From the rows of the read models to the shapes of the contract.
import { createHash } from 'node:crypto'

import { decimalOf } from '#events/kernel/money.ts'
import { rafflePhase } from '#events/raffle/phase.ts'
import { raffleReasons } from '#events/raffle/reasons.ts'
import type { RaffleChange as StoredChange } from '#projections/audit-trail/queries.ts'
import type { ShelfRow, ShelfStock } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { AdminProduct, AdminVariant } from '../contract/admin-products.ts'
import type { AdminRaffle } from '../contract/admin-raffles.ts'
import type { SignedInResponse, User } from '../contract/auth.ts'
import type { Product, Variant } from '../contract/products.ts'
import type { RaffleChange } from '../contract/raffle-changes.ts'
import type { Raffle } from '../contract/raffles.ts'
import { imagePath } from '../contract/shared.ts'
import type { Staff, Viewer } from './session.ts'

export function raffleWire(row: BoardRow, product: ShelfRow | undefined, now: Date): Raffle {
  return {
    ...raffleFieldsWire(row, now),
    product: product === undefined ? null : productWire(product),
  }
}

export function adminRaffleWire(row: BoardRow, now: Date): AdminRaffle {
  return { ...raffleFieldsWire(row, now), version: raffleVersion(row) }
}

function raffleFieldsWire(row: BoardRow, now: Date): Omit<Raffle, 'product'> {
  return {
    id: row.raffleId,
    raffleNumber: row.raffleNumber,
    name: row.name,
    image: imagePath(row.image),
    description: row.description,
    prizeInfo: row.prizeInfo,
    value: decimalOf(row.prizeValueCents),
    startsAt: row.opensAt,
    endsAt: row.closesAt,
    totalTickets: row.ticketsMax,
    minTicketsRequired: row.ticketsMin,
    ticketsSold: row.ticketsSold,
    ticketsHeld: row.held,
    ticketsLeft: Math.max(0, row.ticketsMax - row.issued - row.held),
    status: row.status,
    phase: rafflePhase(row, now.toISOString()),
    underSold: row.underSold,
    ticketsPerPersonMax: row.ticketsPerPersonMax,
    licenceNumber: row.licenceNumber,
    licenceAuthority: row.licenceAuthority,
    licenceDate: row.licenceDate,
    staffMayEnter: row.staffMayEnter,
  }
}

/** In the words of the wire; a page is read, not told of. */
const changedFields: Record<string, RaffleChange['field']> = {
  prize: 'prize',
  prizeValue: 'prizeValue',
  ticketsMax: 'totalTickets',
  ticketsMin: 'minTicketsRequired',
  opensAt: 'startsAt',
  closesAt: 'endsAt',
  extended: 'endsAt',
}
export function raffleChangeWire({ recordedAt, field, value, cause }: StoredChange): RaffleChange {
  const named = changedFields[field] ?? 'page'
  return {
    at: recordedAt.toISOString(),
    field: named,
    value: named === 'page' ? null : named === 'prizeValue' ? decimalOf(Number(value)) : value,
    reason: raffleReasons.find((code) => code === cause) ?? null,
    isByRule: cause === 'underSold',
  }
}

/** Of what staff can edit, so that a ticket sold meanwhile is no conflict. */
export function raffleVersion(row: EditableRaffle): string {
  const { name, description, prizeInfo, image, prizeValueCents, opensAt, closesAt } = row
  const { ticketsMax, ticketsMin, status } = row
  const words = [name, description, prizeInfo, image]
  const terms = [prizeValueCents, opensAt, closesAt, ticketsMax, ticketsMin, status]
  const text = JSON.stringify([...words, ...terms])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export type EditableRaffle = Pick<
  BoardRow,
  | 'name'
  | 'description'
  | 'prizeInfo'
  | 'image'
  | 'prizeValueCents'
  | 'opensAt'
  | 'closesAt'
  | 'ticketsMax'
  | 'ticketsMin'
  | 'status'
>

/** What is sold without entry brings no tickets, whatever staff have linked it to. */
export function productWire(row: ShelfRow): Product {
  const product = productAsLinked(row)
  if (!row.sellsWithoutEntry) return product
  return { ...product, tickets: 0, raffleId: null, raffleName: null }
}

function productAsLinked(row: ShelfRow): Product {
  return {
    id: row.productId,
    name: row.name,
    description: row.description,
    price: decimalOf(row.priceCents),
    image: imagePath(row.image),
    tickets: row.ticketsPerUnit,
    totalTickets: row.ticketsMax,
    soldTickets: row.soldTickets,
    raffleId: row.raffleId,
    raffleName: row.raffleName,
    active: row.isActive ? 1 : 0,
    ...(row.sellsWithoutEntry && { withoutEntry: true as const }),
    variants: row.variants.map(variantWire),
  }
}

export function adminProductWire(row: ShelfRow): AdminProduct {
  const variants = row.variants.map(adminVariantWire)
  return { ...productAsLinked(row), variants, version: String(row.version) }
}

export function adminVariantWire(variant: ShelfRow['variants'][number]): AdminVariant {
  const { stock } = variant
  if (stock === null) return { ...variantWire(variant), stock }
  return { ...variantWire(variant), stock: { ...stock, pieces: stock.left + stock.held } }
}

export function variantWire(variant: ShelfRow['variants'][number]): Variant {
  return {
    id: variant.variantId,
    name: variant.name,
    sku: variant.sku,
    image: imagePath(variant.image),
    priceAdjustment: decimalOf(variant.priceAdjustmentCents),
    ...scarcity(variant.stock),
  }
}

/** How many are left is said when it matters to a buyer, and is nobody else's business before. */
function scarcity(stock: ShelfStock | null): Pick<Variant, 'left' | 'isReserved'> {
  if (stock === null || stock.left > stock.lowAt) return {}
  const { left, held } = stock
  return { left, ...(left === 0 && held > 0 && { isReserved: true }) }
}

/** Staff powers follow the session, not the person: a code never makes an admin. */
export function userWire({ kind, person }: Viewer | Staff): User | null {
  if (person === null) return null
  const isAdmin = kind === 'admin'
  return {
    id: person.personId,
    fullName: person.fullName,
    email: person.email,
    phone: person.phone,
    isAdmin,
    isPhoneVerified: person.isPhoneVerified,
    role: isAdmin ? person.role : null,
    mustChangePassword: isAdmin && person.mustChangePassword,
  }
}

export function signedInAs(viewer: Viewer): SignedInResponse {
  const user = userWire(viewer)
  if (user === null) throw new Error('signed in as nobody')
  return { user }
}
