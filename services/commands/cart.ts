// The cart that a signed-in customer finds on each of his devices. Kept are products, variants and
// quantities; names and prices are the shop's of the moment of reading.
import * as z from 'zod/mini'

import { decimalOf } from '#events/kernel/money.ts'

import type { Catalogue } from '../catalogue.ts'
import { keptLine } from '../contract/cart.ts'
import type { CartResponse, KeptLine, SoldLine } from '../contract/cart.ts'
import { QUANTITY_MAX } from '../contract/purchase-limits.ts'
import { imagePath } from '../contract/shared.ts'
import type { Queryable } from '../io/database.ts'

export type CartNeeds = {
  database: Queryable
  catalogue: Pick<Catalogue, 'product' | 'raffle'>
}

const cartRow = z.object({ lines: z.array(keptLine), version: z.int() })

export async function readCart(needs: CartNeeds, personId: string): Promise<CartResponse> {
  const { rows } = await needs.database.query({
    name: 'cart',
    text: 'select lines, version from carts where person_id = $1',
    values: [personId],
  })
  const { lines, version } = rows[0] === undefined ? nothing : cartRow.parse(rows[0])
  return soldNow(needs, lines, version)
}

const nothing = { lines: [], version: 0 }

export async function keepCart(
  needs: CartNeeds,
  { personId, lines }: { personId: string; lines: readonly KeptLine[] },
): Promise<CartResponse> {
  const kept = merged(lines)
  const { rows } = await needs.database.query<{ version: number }>({
    name: 'cart_keep',
    text: `insert into carts as known (person_id, lines, version, changed_at)
           values ($1, $2, 1, clock_now())
           on conflict (person_id) do update
              set lines = excluded.lines,
                  version = known.version + 1,
                  changed_at = excluded.changed_at
           returning version`,
    values: [personId, JSON.stringify(kept)],
  })
  return soldNow(needs, kept, rows[0]?.version ?? 0)
}

/** The same product and variant twice is one line. */
function merged(lines: readonly KeptLine[]): KeptLine[] {
  const byKey = new Map<string, KeptLine>()
  for (const line of lines) {
    const key = `${line.productId} ${line.variantId}`
    const quantity = Math.min(QUANTITY_MAX, line.quantity + (byKey.get(key)?.quantity ?? 0))
    byKey.set(key, { ...line, quantity })
  }
  return [...byKey.values()]
}

function soldNow(
  { catalogue }: CartNeeds,
  kept: readonly KeptLine[],
  version: number,
): CartResponse {
  const priced = kept.map((line) => ({ line, sold: soldLineOf(catalogue, line) }))
  return {
    version,
    lines: priced.flatMap(({ sold }) => (sold === null ? [] : [sold])),
    gone: priced.flatMap(({ line, sold }) => (sold === null ? [line] : [])),
  }
}

/**
 * Null: not sold any more, or its variant is not. Goods bring no tickets, as the checkout prices
 * them: what is sold without entry is goods, whatever became of its raffle.
 */
export function soldLineOf(
  catalogue: CartNeeds['catalogue'],
  { productId, variantId, quantity }: KeptLine,
): SoldLine | null {
  const product = catalogue.product(productId)
  if (product === undefined || !product.isActive || product.isRemoved) return null
  const variant = product.variants.find((known) => known.variantId === variantId)
  if (variant === undefined && (variantId !== null || product.variants.length > 0)) return null
  const raffleId = product.sellsWithoutEntry ? null : product.raffleId
  const raffle = raffleId === null ? undefined : catalogue.raffle(raffleId)
  if (raffle !== undefined && raffle.status !== 'active') return null
  return {
    id: productId,
    name: product.name,
    price: decimalOf(product.priceCents + (variant?.priceAdjustmentCents ?? 0)),
    image: imagePath(variant?.image ?? product.image),
    tickets: raffleId === null ? 0 : product.ticketsPerUnit,
    quantity,
    prizeName: raffleId === null ? null : product.raffleName,
    prizeImage: imagePath(raffle?.image ?? null),
    variantId,
    variantName: variant?.name ?? null,
  }
}
