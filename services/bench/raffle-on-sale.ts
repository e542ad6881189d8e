// A raffle with one product, published through the commands of staff: what benchmarks and the rush
// buy from.
import type { ProductId, RaffleId } from '#events/kernel/ids.ts'

import type { Actor } from '../commands/audit.ts'
import { listProduct } from '../commands/product.ts'
import { publishRaffle } from '../commands/publish-raffle.ts'
import { ensureFirstOwner } from '../commands/staff.ts'
import type { Core } from '../core.ts'
import { drawArtwork } from '../demo/artwork.ts'
import type { PictureSize } from '../demo/artwork.ts'

export type OnSale = {
  name: string
  ticketsMax: number
  ticketsPerUnit: number
  priceUsd: string
}

export type RaffleOnSale = { raffleId: RaffleId; productId: ProductId }

const WEEK_MS = 7 * 86_400_000

/** `size`: of its pictures, that of the demo's when left out. */
export async function sellRaffle(
  core: Core,
  onSale: OnSale,
  size?: PictureSize,
): Promise<RaffleOnSale> {
  const { name, ticketsMax, ticketsPerUnit, priceUsd } = onSale
  const needs = { ...core, now: core.clock.now }
  const actor = await ownerOf(core)
  const now = core.clock.now()
  const { raffleId } = await publishRaffle(needs, {
    actor,
    image: await drawArtwork({ seed: name, glyph: 'gold', plate: 'saffron' }, size),
    form: {
      name,
      description: 'Everybody comes at once.',
      prizeInfo: 'One gold sovereign, 7.98 g, with certificate.',
      value: '1050.00',
      startsAt: new Date(now.getTime() - 1_000).toISOString(),
      endsAt: new Date(now.getTime() + WEEK_MS).toISOString(),
      totalTickets: ticketsMax,
      minTicketsRequired: 0,
      status: 'active',
    },
  })
  const { productId } = await listProduct(needs, {
    actor,
    image: await drawArtwork({ seed: `${name} cap`, glyph: 'shirt', plate: 'cedar' }, size),
    form: {
      name: `${name} cap`,
      description: 'One size.',
      price: priceUsd,
      tickets: ticketsPerUnit,
      totalTickets: ticketsMax,
      active: '1',
      raffleId,
    },
  })
  return { raffleId, productId }
}

async function ownerOf(core: Core): Promise<Actor> {
  const { database, store, codeKeys, config } = core
  const email = config.admin.email ?? 'owner@qura.example'
  await ensureFirstOwner({ database, store, codeKeys }, { email, password: config.admin.password })
  const { rows } = await database.query<{ person_id: string }>(
    `select person_id from people where role = 'owner' order by created_at limit 1`,
  )
  const [owner] = rows
  if (owner === undefined) throw new Error('there is no owner')
  return { personId: owner.person_id, role: 'owner', address: '127.0.0.1' }
}
