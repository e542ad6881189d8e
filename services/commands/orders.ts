// The streams `order/<id>`: read, decide, append with the version that was read. Orders that are
// hot are kept in memory, which saves the read; the version in the append is what makes that safe.
import { orderIdSchema } from '#events/kernel/ids.ts'
import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { decideOrder } from '#events/order/decide.ts'
import type { Order, OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { evolveOrder, initialOrder } from '#events/order/evolve.ts'

import type { EventStore, Meta } from '../event-store/types.ts'
import { hashTexts, newId } from '../ids.ts'
import { currentTraceparent, linkTo, type Traceparent } from '../io/tracing.ts'
import type { Agreement } from './approvals.ts'
import { correctionsIn } from './link-generation.ts'

export type LoadedOrder = {
  order: Order
  /** 0: there is no such order. */
  version: number
  /** When its first fact was recorded; null when there is none. */
  placedAt: Date | null
  /** The trace of its first fact, where one was taken: what is done to it later points there. */
  placedIn?: Traceparent | undefined
  /** How often its phone was corrected: the links of this generation open it. */
  generation: number
}

export type OrderChange = {
  /** A retry with this id finds what the first time did. */
  commandId?: CommandId
  actor: string
  correlationId?: string
  causationId?: string
  /** It cannot be there yet: not read first, and the append refuses if it is. */
  isNew?: boolean
  /** The version the caller had read; another one is refused. */
  ifVersion?: number | undefined
  /** Asked again, with fresher facts, when somebody else was faster. Empty: nothing to record. */
  commands: (order: Order) => readonly OrderCommand[] | Promise<readonly OrderCommand[]>
  /** Called when the facts are decided, before they are recorded. */
  agreed?: Agreement | undefined
}

/** What an act of staff adds to a change: its name, the version it was decided on, who agreed. */
export type Guard = Pick<OrderChange, 'commandId' | 'ifVersion' | 'agreed'>

export type ChangedOrder = LoadedOrder & {
  /** What was recorded now; empty when there was nothing to record or it had been before. */
  facts: readonly OrderEvent[]
}

/** With the types of what was recorded. */
export type OrderListener = (orderId: OrderId, types: readonly string[]) => void

export type Orders = {
  /**
   * `fresh`: another process may have changed it since it was read here; `atLeast`: it has, if the
   * version that is known here is a lower one.
   */
  load: (orderId: OrderId, options?: { fresh?: boolean; atLeast?: number }) => Promise<LoadedOrder>
  change: (orderId: OrderId, change: OrderChange) => Promise<ChangedOrder>
  /** Told after each commit made here: what was answered about this order is old. */
  onChange: (listen: OrderListener) => () => void
}

const KEPT_MAX = 20_000
const TRIES_MAX = 6
const nothing: LoadedOrder = { order: initialOrder, version: 0, placedAt: null, generation: 0 }

export function openOrders({
  store,
  now,
}: {
  store: Pick<EventStore, 'append' | 'readStream'>
  now: () => Date
}): Orders {
  const kept = new Map<OrderId, LoadedOrder>()
  const listeners = new Set<OrderListener>()

  /** A slow read may end after a change that it did not see: what is kept only ever grows. */
  function keep(orderId: OrderId, loaded: LoadedOrder): LoadedOrder {
    if (loaded.version === 0) return loaded
    const known = kept.get(orderId)
    if (known !== undefined && known.version > loaded.version) return known
    kept.delete(orderId)
    kept.set(orderId, loaded)
    const [oldest] = kept.size > KEPT_MAX ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return loaded
  }

  const read = async (orderId: OrderId) => keep(orderId, await readOrder(store, orderId))

  /** One try: undefined when the order has moved on since it was read. */
  async function tryChange(orderId: OrderId, loaded: LoadedOrder, change: NamedChange) {
    requireVersion(change, loaded)
    const { facts, order } = decideAll(await change.commands(loaded.order), loaded.order)
    if (facts.length === 0) return { ...loaded, facts }

    await change.agreed?.(`order/${orderId}`)
    linkTo(loaded.placedIn)
    const answer = await store.append({
      streamId: `order/${orderId}`,
      expectedVersion: loaded.version,
      commandId: change.commandId,
      requestHash: hashTexts('order', orderId),
      facts,
      meta: metaOf(orderId, change),
    })
    kept.delete(orderId)
    if (answer.kind === 'conflict') return undefined
    const types = facts.map(({ type }) => type)
    for (const listen of listeners) listen(orderId, types)
    if (answer.kind === 'duplicate') return { ...(await read(orderId)), facts: [] }
    const { placedAt } = loaded
    const placedIn = loaded.version === 0 ? currentTraceparent() : loaded.placedIn
    const generation = loaded.generation + correctionsIn(facts)
    const { version } = answer
    const after = { order, version, placedAt: placedAt ?? now(), placedIn, generation }
    return { ...keep(orderId, after), facts }
  }

  async function change(orderId: OrderId, wanted: OrderChange): Promise<ChangedOrder> {
    const named = { ...wanted, commandId: wanted.commandId ?? newId<CommandId>() }
    const known = wanted.isNew === true ? nothing : kept.get(orderId)
    for (let tries = 1; tries <= TRIES_MAX; tries++) {
      const loaded = tries === 1 && known !== undefined ? known : await read(orderId)
      const changed = await tryChange(orderId, loaded, named)
      if (changed !== undefined) return changed
    }
    throw new Rejection('busy', 'This order is being changed. Please try again in a moment.', {
      retryAfterSeconds: 1,
    })
  }

  return {
    async load(orderId, { fresh = false, atLeast = 0 } = {}) {
      const known = fresh ? undefined : kept.get(orderId)
      return known !== undefined && known.version >= atLeast ? known : read(orderId)
    },
    change,
    onChange(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}

type NamedChange = OrderChange & { commandId: CommandId }

/** Throws `edit_conflict`. */
export function requireVersion(
  { ifVersion }: Pick<Guard, 'ifVersion'>,
  { version }: Pick<LoadedOrder, 'version'>,
): void {
  if (ifVersion === undefined || ifVersion === version) return
  throw new Rejection('edit_conflict', 'Somebody else has changed this order meanwhile.')
}

async function readOrder(
  store: Pick<EventStore, 'readStream'>,
  orderId: OrderId,
): Promise<LoadedOrder> {
  const recorded = await store.readStream<OrderEvent>(`order/${orderId}`)
  let order = initialOrder
  for (const { event } of recorded) order = evolveOrder(order, event)
  const [first] = recorded
  return {
    order,
    version: recorded.length,
    placedAt: first?.recordedAt ?? null,
    placedIn: first?.meta.traceparent,
    generation: correctionsIn(recorded.map(({ event }) => event)),
  }
}

/** Commands of one change are decided one after the other and recorded together. */
function decideAll(commands: readonly OrderCommand[], before: Order) {
  let order = before
  const facts: OrderEvent[] = []
  for (const command of commands) {
    for (const fact of decideOrder(command, order)) {
      order = evolveOrder(order, fact)
      facts.push(fact)
    }
  }
  return { facts, order }
}

function metaOf(orderId: OrderId, change: NamedChange): Meta {
  const { commandId, actor, correlationId, causationId } = change
  return {
    commandId,
    correlationId: correlationId ?? orderId,
    ...(causationId !== undefined && { causationId }),
    actor,
    orderId,
  }
}

export function requirePlaced(order: Order): PlacedOrder {
  if (order.status === 'none') throw new Rejection('not_found', 'There is no such order')
  return order
}

/** The id in `order/<id>`. */
export const orderIdOf = (streamId: string): OrderId =>
  orderIdSchema.parse(streamId.slice('order/'.length))
