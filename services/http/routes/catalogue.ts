// Raffles, products and variants as everybody sees them, from memory, with an ETag: a visitor who
// asks again for what he has costs nothing.
import { createHash } from 'node:crypto'

import { Router } from 'express'
import type { Request, Response } from 'express'

import { rafflePhase } from '#events/raffle/phase.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import { raffleChanges } from '#projections/audit-trail/queries.ts'
import type { RaffleChange } from '#projections/audit-trail/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { Catalogue } from '../../catalogue.ts'
import type { Clock } from '../../clock.ts'
import { shared } from '../../commands/order-desk.ts'
import type { Product } from '../../contract/products.ts'
import type { Raffle } from '../../contract/raffles.ts'
import { noQuery } from '../../contract/shared.ts'
import { ask } from '../../io/ask.ts'
import type { Queryable } from '../../io/database.ts'
import { notFound } from '../problem.ts'
import { productWire, raffleChangeWire, raffleWire, variantWire } from '../wire.ts'

const PRODUCTS_MAX = 500

export type CatalogueRoutesNeeds = {
  catalogue: Catalogue
  clock: Pick<Clock, 'now'>
  database: Queryable
}

export function catalogueRoutes({ catalogue, clock, database }: CatalogueRoutesNeeds): Router {
  const router = Router()
  const shown = shownOf({ catalogue, clock })
  const remember = rememberPerRevision(catalogue)
  // Who asks for the same raffle meanwhile shares the answer: a crowd is one question.
  const asking = new Map<string, Promise<RaffleChange[]>>()

  router.get('/api/raffles', (request, response) => {
    noQuery.parse(request.query)
    send(request, response, remember('raffles', shown.raffles))
  })

  router.get('/api/raffles/:id', (request, response) => {
    const raffle = catalogue.raffle(request.params.id)
    if (raffle === undefined) throw notFound()
    send(
      request,
      response,
      remember(`raffle ${raffle.raffleId}`, () => shown.raffle(raffle)),
    )
  })

  router.get('/api/raffles/:id/changes', async (request, response) => {
    const raffle = catalogue.raffle(request.params.id)
    if (raffle === undefined) throw notFound()
    noQuery.parse(request.query)
    const { raffleId } = raffle
    const changes = await shared(asking, raffleId, () => ask(database, raffleChanges(raffleId)))
    response.json(changes.map(raffleChangeWire))
  })

  router.get('/api/raffles/:id/products', (request, response) => {
    const raffle = catalogue.raffle(request.params.id)
    if (raffle === undefined) throw notFound()
    const products = () => shown.productsOf(raffle)
    send(request, response, remember(`products of ${raffle.raffleId}`, products))
  })

  router.get('/api/products', (request, response) => {
    noQuery.parse(request.query)
    const active = () => catalogue.products().filter(({ isActive }) => isActive)
    send(
      request,
      response,
      remember('products', () => active().slice(0, PRODUCTS_MAX).map(productWire)),
    )
  })

  router.get('/api/products/:id/variants', (request, response) => {
    const product = catalogue.product(request.params.id)
    if (product === undefined || !product.isActive) throw notFound()
    send(
      request,
      response,
      remember(`variants ${product.productId}`, () => ({
        variants: product.variants.map(variantWire),
      })),
    )
  })
  return router
}

/** What everybody sees of raffles and their products; pages are written from it too. */
export function shownOf({ catalogue, clock }: Pick<CatalogueRoutesNeeds, 'catalogue' | 'clock'>) {
  const raffle = (row: BoardRow): Raffle =>
    raffleWire(row, firstActive(catalogue, row.raffleId, clock.now()), clock.now())
  return {
    raffle,
    raffles: () => shownRaffles(catalogue, clock.now()).map(raffle),
    productsOf: ({ raffleId }: BoardRow): Product[] =>
      activeProducts(catalogue, raffleId, clock.now()).map(productWire),
  }
}

/** Active and started; ended ones stay until their draw, after those one can still enter. */
function shownRaffles(catalogue: Catalogue, now: Date): BoardRow[] {
  const at = now.toISOString()
  const shown = catalogue
    .raffles()
    .filter(({ status, opensAt }) => status === 'active' && opensAt <= at)
  // What can be bought comes first, then what will be; the soonest to end before the others.
  const rank = ({ raffleId, closesAt, issued, ticketsMax }: BoardRow) => {
    if (closesAt <= at) return 3
    if (issued >= ticketsMax) return 2
    return Number(firstActive(catalogue, raffleId, now) === undefined)
  }
  return shown.toSorted((a, b) => rank(a) - rank(b) || a.closesAt.localeCompare(b.closesAt))
}

/** What enters the raffle first, then what is sold without entry; after its end, the other way. */
function activeProducts(catalogue: Catalogue, raffleId: string, now: Date): ShelfRow[] {
  const raffle = catalogue.raffle(raffleId)
  const isOver = raffle === undefined || rafflePhase(raffle, now.toISOString()) !== 'open'
  const rank = ({ sellsWithoutEntry }: ShelfRow) => Number(sellsWithoutEntry !== isOver)
  const active = catalogue.productsOf(raffleId).filter(({ isActive }) => isActive)
  return active.toSorted((a, b) => rank(a) - rank(b))
}

const firstActive = (catalogue: Catalogue, raffleId: string, now: Date) =>
  activeProducts(catalogue, raffleId, now)[0]

type Remembered = { json: string; etag: string }

/** Serialised once for each reading of the catalogue, not once for each visitor. */
function rememberPerRevision(catalogue: Catalogue) {
  let revision = -1
  const remembered = new Map<string, Remembered>()
  return (name: string, make: () => unknown): Remembered => {
    if (catalogue.revision() !== revision) {
      remembered.clear()
      revision = catalogue.revision()
    }
    const known = remembered.get(name)
    if (known !== undefined) return known
    const json = JSON.stringify(make())
    const etag = `"${createHash('sha1').update(json).digest('base64url')}"`
    const made = { json, etag }
    remembered.set(name, made)
    return made
  }
}

function send(request: Request, response: Response, { json, etag }: Remembered): void {
  // Kept by anybody, asked for again each time: a count of tickets may be a second old, not more.
  response.set({ 'Cache-Control': 'public, no-cache', ETag: etag })
  if (request.headers['if-none-match'] === etag) response.status(304).end()
  else response.type('application/json').send(json)
}
