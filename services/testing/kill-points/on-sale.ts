// Two raffles with a product each, published and listed by the commands of staff.
import type { Actor } from '../../commands/audit.ts'
import { listProduct } from '../../commands/product.ts'
import { publishRaffle } from '../../commands/publish-raffle.ts'
import { ensureFirstOwner } from '../../commands/staff.ts'
import type { Core } from '../../core.ts'

const TICKETS_MAX = 5_000
const MONTH_MS = 30 * 86_400_000

/** A white pixel: PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

/** The products, in the order in which a cart holds them. */
export async function sellTwoRaffles(core: Core): Promise<readonly [string, string]> {
  const actor = await ownerOf(core)
  return [
    await sell(core, { actor, name: 'A watch', ticketsPerUnit: 3 }),
    await sell(core, { actor, name: 'A car', ticketsPerUnit: 1 }),
  ]
}

async function sell(
  core: Core,
  { actor, name, ticketsPerUnit }: { actor: Actor; name: string; ticketsPerUnit: number },
): Promise<string> {
  const needs = { ...core, now: core.clock.now }
  const now = core.clock.now().getTime()
  const words = { name, description: 'Words.' }
  const { raffleId } = await publishRaffle(needs, {
    actor,
    image: picture,
    form: {
      ...words,
      prizeInfo: 'New.',
      value: '1000.00',
      startsAt: new Date(now - 60_000).toISOString(),
      endsAt: new Date(now + MONTH_MS).toISOString(),
      totalTickets: TICKETS_MAX,
      minTicketsRequired: 0,
      status: 'active',
    },
  })
  const { productId } = await listProduct(needs, {
    actor,
    image: picture,
    form: {
      ...words,
      price: '12.50',
      tickets: ticketsPerUnit,
      totalTickets: TICKETS_MAX,
      active: '1',
      raffleId,
    },
  })
  return productId
}

async function ownerOf({ database, store, codeKeys }: Core): Promise<Actor> {
  const account = { email: 'owner@shop.example', password: 'five cedars over the harbour' }
  await ensureFirstOwner({ database, store, codeKeys }, account)
  const { rows } = await database.query<{ person_id: string }>(
    `select person_id from people where role = 'owner'`,
  )
  return { personId: rows[0]?.person_id ?? '', role: 'owner', address: '127.0.0.1' }
}
