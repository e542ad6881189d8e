// I11, I13 and I14: read models, checkpoints, marks, rows beside orders, and the texts that buyers
// were to get. All work is done, exactly once, and a rebuild from the facts says the same.
import { openProjector } from '../../workers/projector.ts'
import { allProjections } from '#projections/all.ts'

import { openChance } from './chance.ts'
import { connect } from './connection.ts'
import type { Network } from './network.ts'
import type { WalkedOrder } from './promises.ts'
import { openServer } from './server.ts'
import type { Tables } from './tables.ts'
import type { World } from './world.ts'

export function workBroken(world: World, orders: readonly WalkedOrder[]): string[] {
  const { tables } = world.server
  return [...marksBroken(tables), ...rowsBroken(tables), ...textsBroken(world, orders)]
}

function marksBroken(tables: Tables): string[] {
  const broken: string[] = []
  const head = (logId: string) => tables.logs.get(logId)?.head ?? 0
  for (const { log_id, name, position, status } of tables.checkpoints.values())
    if (status !== 'running' || position !== head(log_id))
      broken.push(`I13 ${name} in ${log_id}: ${status} at ${position} of ${head(log_id)}`)
  // A failure stays written beside a mark that is at the head until the next fact comes by.
  for (const { log_id, name, position, error } of tables.reactors.values())
    if (log_id !== '' && position !== head(log_id))
      broken.push(`I13 ${name} in ${log_id}: at ${position} of ${head(log_id)} (${error})`)
  return broken
}

function rowsBroken(tables: Tables): string[] {
  const broken: string[] = []
  for (const { order_id, state } of tables.purchases.values())
    if (state === 'running') broken.push(`I14 purchase ${order_id}: somebody works on it for ever`)
  for (const { order_id, finish_due_at } of tables.contacts.values())
    if (finish_due_at !== null) broken.push(`I14 order ${order_id}: is to be finished for ever`)
  return broken
}

/**
 * Each time an order was given tickets its buyer got one text with exactly these. Of one that was
 * cancelled before it went there may be none.
 */
function textsBroken({ outside, server }: World, orders: readonly WalkedOrder[]): string[] {
  return orders.flatMap(({ orderId, order, facts }) =>
    facts.flatMap((fact, index) => {
      if (fact.type !== 'TicketsGranted') return []
      const sent = outside.texts.get(`receipt:${orderId}:${index + 1}`)
      if (sent === undefined && order.status === 'cancelled') return []
      if (sent === undefined) return [`order ${orderId}: its buyer never got the numbers`]
      const { phone } = server.tables.contacts.get(orderId) ?? {}
      const isAll = fact.data.grants.every(({ first }) =>
        sent.text.includes(String(first).padStart(6, '0')),
      )
      return isAll && sent.to === phone ? [] : [`order ${orderId}: its buyer got another text`]
    }),
  )
}

/** I11 and I12: the read models are what the facts say, read from the first to the last. */
export async function modelsBroken({ server: { tables } }: World): Promise<string[]> {
  const fresh = openServer({ now: () => 0, newId: () => '' })
  for (const [logId, log] of tables.logs.entries()) fresh.tables.logs.set(logId, log)
  for (const [logId, rows] of tables.events.entries()) fresh.tables.events.set(logId, rows)
  const life = { name: 'rebuild', isAlive: true }
  const chance = openChance(0)
  const database = connect({ life, network: atOnce, server: fresh, chance })
  await openProjector({ database, projections: allProjections }).catchUp()
  const names = new Set([...tables.models.entries(), ...fresh.tables.models.entries()].map(nameIn))
  return [...names]
    .filter((name) => dump(tables, name) !== dump(fresh.tables, name))
    .map((name) => `I11 ${name} is not what the facts say`)
}

const nameIn = ([name]: [string, unknown]) => name

const dump = (tables: Tables, name: string): string =>
  JSON.stringify([...(tables.models.get(name) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1)))

const atOnce: Network = {
  call: async ({ act }) => act() as never, // nothing waits for anything here
  plan: () => {},
  heal: () => {},
}
