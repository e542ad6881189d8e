// Who may see an order (docs/decisions/0035): the customer it belongs to, or a browser that placed
// it or was opened by its signed link. To everybody else it does not exist. Once the order's phone
// is corrected, whoever came by an earlier link is everybody else (`correct-holder.ts`).
import type { Response } from 'express'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import { countCorrections, isCorrection } from '../commands/link-generation.ts'
import type { LinkedOrder } from '../commands/order-link.ts'
import type { Orders } from '../commands/orders.ts'
import { openRowBatcher } from '../commands/row-batcher.ts'
import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import type { OrderFollower } from './order-follower.ts'
import { notFound, notYours } from './problem.ts'
import { viewerOf } from './session.ts'
import type { Viewer } from './session.ts'

export type OrderAccess = {
  /** Throws `not_found` for anybody whose order it is not. */
  require: (orderId: string, response: Response) => Promise<{ orderId: OrderId; viewer: Viewer }>
  /** The same question for a page, which is shown either way. */
  allows: (orderId: string, response: Response) => Promise<boolean>
  /**
   * Is it the viewer's own: the customer it belongs to, or the browser that placed it? Not who was
   * given the link.
   */
  owns: (orderId: OrderId, viewer: Viewer) => Promise<boolean>
  /**
   * The browser has come by the order's signed link, of this generation. False: the phone was
   * corrected meanwhile, and the link opens nothing.
   */
  open: (opening: Opening) => Promise<boolean>
}

type Opening = LinkedOrder & { sessionId: string }

export type OrderAccessNeeds = {
  database: Queryable
  store: Pick<EventStore, 'logOf'>
  orders: Pick<Orders, 'onChange'>
  /** Left out: what other processes correct is not heard of, and nothing is remembered. */
  follower?: Pick<OrderFollower, 'onChange' | 'isCurrent'>
}

const REMEMBERED_MAX = 50_000
const CORRECTED_MAX = 10_000

/**
 * A yes is remembered as long as every process is heard; a no is asked again. Only a corrected
 * phone takes a right back: from its fact on nothing is remembered of that order, because the
 * openings go a moment after the fact.
 */
export function openOrderAccess(needs: OrderAccessNeeds): OrderAccess {
  const { database, store, orders, follower } = needs
  const sights = openRowBatcher({
    name: 'who may see an order',
    run: (asked: readonly Asked[]) => maySee(database, asked),
  })
  const granted = new Set<string>()
  const corrected = new Set<string>()
  orders.onChange(forgetCorrected)
  follower?.onChange(forgetCorrected)

  function forgetCorrected(orderId: OrderId, types: readonly string[]) {
    if (!types.some(isCorrection)) return
    addWithin(corrected, { pass: orderId, max: CORRECTED_MAX })
    for (const pass of granted) if (pass.startsWith(orderId)) granted.delete(pass)
  }

  function remember(orderId: OrderId, sessionId: string) {
    if (corrected.has(orderId) || follower === undefined) return
    addWithin(granted, { pass: `${orderId} ${sessionId}`, max: REMEMBERED_MAX })
  }

  const isRemembered = (orderId: OrderId, sessionId: string) =>
    granted.has(`${orderId} ${sessionId}`) && follower?.isCurrent() === true

  return {
    async require(given, response) {
      const known = orderIdSchema.safeParse(given)
      const viewer = viewerOf(response)
      if (!known.success || viewer === null) throw notFound()
      const orderId = known.data
      if (isRemembered(orderId, viewer.sessionId)) return { orderId, viewer }
      if (!(await sights.add(askedBy(orderId, viewer)))) throw notYours()
      remember(orderId, viewer.sessionId)
      return { orderId, viewer }
    },

    async allows(given, response) {
      const known = orderIdSchema.safeParse(given)
      const viewer = viewerOf(response)
      if (!known.success || viewer === null) return false
      return sights.add(askedBy(known.data, viewer))
    },

    owns: (orderId, viewer) => isHolder(database, orderId, viewer),

    async open({ orderId, generation, sessionId }) {
      const streamId = `order/${orderId}`
      const { rows } = await database.query<{ is_current: boolean }>({
        name: 'open_order',
        text: `
          with link as (select ${countCorrections} = $5::int as is_current),
               opened as (
                 insert into order_openings (session_id, order_id)
                 select $3::uuid, $4::uuid from link where is_current
                     on conflict do nothing
               )
          select is_current from link`,
        values: [store.logOf(streamId), streamId, sessionId, orderId, generation],
      })
      const isOpened = rows[0]?.is_current === true
      if (isOpened) remember(orderId, sessionId)
      return isOpened
    },
  }
}

function addWithin(passes: Set<string>, { pass, max }: { pass: string; max: number }): void {
  passes.add(pass)
  const [oldest] = passes.size > max ? passes : []
  if (oldest !== undefined) passes.delete(oldest)
}

async function isHolder(database: Queryable, orderId: OrderId, viewer: Viewer): Promise<boolean> {
  const { rows } = await database.query<{ is_holder: boolean }>({
    name: 'is_order_holder',
    text: `
      select case when customer_id is null then session_id = $2
                  else customer_id = $3
             end as is_holder
        from order_contacts
       where order_id = $1`,
    values: [orderId, viewer.sessionId, customerOf(viewer)],
  })
  return rows[0]?.is_holder === true
}

const customerOf = ({ kind, person }: Viewer) =>
  kind === 'customer' ? (person?.personId ?? null) : null

type Asked = { orderId: OrderId; sessionId: string; customerId: string | null }

/** Staff have their own calls; a shop session of a member of staff is nobody's here. */
const askedBy = (orderId: OrderId, viewer: Viewer): Asked => ({
  orderId,
  sessionId: viewer.sessionId,
  customerId: customerOf(viewer),
})

/**
 * Every payment page that is open asks; those of one moment share a statement. Its questions are
 * values and no EXISTS, which a plan made for empty tables would answer by reading all of them.
 */
async function maySee(database: Queryable, asked: readonly Asked[]): Promise<boolean[]> {
  const { rows } = await database.query<{ ordinal: number }>({
    name: 'may_see_orders',
    text: `
      select ordinal::int as ordinal
        from unnest($1::uuid[], $2::uuid[], $3::uuid[])
             with ordinality as asked (order_id, session_id, customer_id, ordinal)
       where coalesce(
               (select true
                  from order_openings as opening
                 where opening.session_id = asked.session_id
                   and opening.order_id = asked.order_id),
               (select true
                  from order_contacts as contact
                 where contact.order_id = asked.order_id
                   and contact.customer_id = asked.customer_id)
             )`,
    values: [
      asked.map(({ orderId }) => orderId),
      asked.map(({ sessionId }) => sessionId),
      asked.map(({ customerId }) => customerId),
    ],
  })
  const allowed = new Set(rows.map(({ ordinal }) => ordinal))
  return asked.map((_, index) => allowed.has(index + 1))
}
