// What the shop sells, in memory: read anew every half second and after each commit made here, so
// the thousand visitors of a rush cost the database two questions a second. Prices of a purchase
// come from here too; tickets do not, they are counted by the raffle's writer.
import { listShelf } from '#projections/product-shelf/queries.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import { listBoard } from '#projections/raffle-board/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { ask } from './io/ask.ts'
import type { Database } from './io/database.ts'
import { every } from './io/timers.ts'

export type Catalogue = {
  /** Newest first. */
  raffles: () => readonly BoardRow[]
  raffle: (raffleId: string) => BoardRow | undefined
  /** In the order they were listed; removed ones are not in it. */
  products: () => readonly ShelfRow[]
  product: (productId: string) => ShelfRow | undefined
  productsOf: (raffleId: string) => readonly ShelfRow[]
  /** Counts up whenever something was read anew. */
  revision: () => number
  refresh: () => Promise<void>
  stop: () => Promise<void>
}

export type CatalogueNeeds = {
  database: Database
  /** The database could not be asked: what is known stays in use. */
  failed: (error: unknown) => void
}

const REFRESH_MS = 500

type Shown = {
  raffles: readonly BoardRow[]
  products: readonly ShelfRow[]
  raffleById: ReadonlyMap<string, BoardRow>
  productById: ReadonlyMap<string, ShelfRow>
  productsByRaffle: ReadonlyMap<string, readonly ShelfRow[]>
}

export async function openCatalogue({ database, failed }: CatalogueNeeds): Promise<Catalogue> {
  let revision = 0
  let shown = await read(database)

  const repeating = every(
    'catalogue refresh',
    REFRESH_MS,
    async () => {
      shown = await read(database)
      revision += 1
    },
    failed,
  )

  return {
    raffles: () => shown.raffles,
    raffle: (raffleId) => shown.raffleById.get(raffleId),
    products: () => shown.products,
    product: (productId) => shown.productById.get(productId),
    productsOf: (raffleId) => shown.productsByRaffle.get(raffleId) ?? [],
    revision: () => revision,
    refresh: repeating.now,
    stop: repeating.stop,
  }
}

async function read(database: Database): Promise<Shown> {
  const [raffles, products] = await Promise.all([
    ask(database, listBoard()),
    ask(database, listShelf()),
  ])
  return {
    raffles,
    products,
    raffleById: new Map(raffles.map((raffle) => [raffle.raffleId, raffle])),
    productById: new Map(products.map((product) => [product.productId, product])),
    productsByRaffle: Map.groupBy(
      products.filter(({ raffleId }) => raffleId !== null),
      ({ raffleId }) => raffleId ?? '',
    ),
  }
}
