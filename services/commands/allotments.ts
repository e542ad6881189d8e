// What each raffle may sell of a product: the allotment in its writer, by the facts of the product.
// Staff who shrink it or make a new one ask for it before the fact (`product.ts`); this brings all
// of them to what the facts say, after each change and once an hour. A raffle that is halted takes
// none: its own wait until it was resumed. What is held in a raffle that the product has left goes
// to the one it is in now as the holds end.
import type { ProductId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { productDecider } from '#events/product/decide.ts'
import { listShelf } from '#projections/product-shelf/queries.ts'

import type { Allotment, EventStore } from '../event-store/types.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { readState } from './change-stream.ts'
import { isPassing } from './passing.ts'
import { allPlaces, placesOf, usedOf } from './product-use.ts'
import type { Place } from './product-use.ts'

export type AllotmentNeeds = {
  database: Queryable
  store: Pick<EventStore, 'readStream' | 'raffle'>
}

/** The product's total less what it has issued and holds in other raffles. */
export async function allot(
  { database, store }: AllotmentNeeds,
  { raffleId, productId, ticketsMax }: Allotment & { raffleId: RaffleId },
): Promise<void> {
  const { everywhere, byRaffle } = await usedOf(database, productId)
  const here = byRaffle.get(raffleId) ?? 0
  const left = Math.max(0, ticketsMax - (everywhere - here))
  await store.raffle(raffleId).allot({ productId, ticketsMax: left })
}

const TURNS_MAX = 5

/**
 * In every raffle that knows the product, by its facts as they stand; how many have changed. What
 * it has done it looks at again: facts and holds may have come while it was being done, and
 * whoever made them may have looked before.
 */
export async function settleAllotments(
  { database, store }: AllotmentNeeds,
  productId: ProductId,
): Promise<number> {
  let changed = 0
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { state } = await readState(store, productDecider, `product/${productId}`)
    // Its first allotment is made before its first fact.
    if (state.status === 'none') return changed
    const linked =
      state.status === 'listed'
        ? { raffleId: state.raffleId, ticketsMax: state.fields.ticketsMax }
        : nowhere
    let isToBeSeen = false
    for (const { raffleId, ticketsMax } of wanted(linked, await placesOf(database, productId))) {
      const outcome = await tryAllot(store, { raffleId, productId, ticketsMax })
      if (outcome === 'changed') changed += 1
      if (outcome !== 'waiting') isToBeSeen = true
    }
    if (!isToBeSeen) return changed
  }
  return changed
}

/** Once an hour; how many allotments have changed. The shelf says where to look, facts decide. */
export async function repairAllotments(needs: AllotmentNeeds): Promise<number> {
  const shelf = await ask(needs.database, listShelf())
  const shown = new Map(
    // The shelf was written from facts, whose schemas proved the shape of the ids.
    shelf.map(({ productId, raffleId, ticketsMax }): [string, Linked] => [
      productId,
      { raffleId: raffleId as RaffleId | null, ticketsMax },
    ]),
  )
  let changed = 0
  for (const [productId, places] of await allPlaces(needs.database))
    if (wanted(shown.get(productId) ?? nowhere, places).length > 0)
      changed += await settleAllotments(needs, productId)
  return changed
}

type Linked = { raffleId: RaffleId | null; ticketsMax: number }
/** It was removed, or is on no shelf yet. */
const nowhere: Linked = { raffleId: null, ticketsMax: 0 }

/**
 * Allotments that are not as they should be; the one that may grow comes last. What is sold and
 * reserved keeps its place everywhere, even if it is too much by now; a raffle that the product has
 * left has no more than that.
 */
function wanted(linked: Linked, places: readonly Place[]): Omit<Place, 'used'>[] {
  const here = places.find(({ raffleId }) => raffleId === linked.raffleId)
  const left = places
    .filter((place) => place !== here && place.ticketsMax !== place.used)
    .map(({ raffleId, used }) => ({ raffleId, ticketsMax: used }))
  if (linked.raffleId === null) return left
  const used = here?.used ?? 0
  const elsewhere = places.reduce((sum, place) => sum + place.used, -used)
  const ticketsMax = Math.max(used, linked.ticketsMax - elsewhere)
  if (here?.ticketsMax === ticketsMax) return left
  return [...left, { raffleId: linked.raffleId, ticketsMax }]
}

/** `waiting`: halted, or busy: the hourly repair comes again. */
type Outcome = 'changed' | 'overtaken' | 'waiting'

async function tryAllot(
  store: AllotmentNeeds['store'],
  { raffleId, ...allotment }: Allotment & { raffleId: RaffleId },
): Promise<Outcome> {
  try {
    await store.raffle(raffleId).allot(allotment)
    return 'changed'
  } catch (error) {
    if (isPassing(error)) return 'waiting'
    // Somebody took what was to go: the next look counts it.
    if (error instanceof Rejection && error.code === 'below_sold_and_held') return 'overtaken'
    throw error
  }
}
