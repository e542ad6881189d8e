// Who may see an order (answers 102): the customer it belongs to, or a browser that placed it or
// was opened by its signed link. To everybody else it does not exist.
import type { Response } from 'express'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
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
  /** The browser has come by the order's signed link. */
  open: (orderId: OrderId, sessionId: string) => Promise<void>
}

const REMEMBERED_MAX = 50_000

/** A right once given is never taken back, so a yes is remembered; a no is asked again. */
export function openOrderAccess(database: Queryable): OrderAccess {
  const granted = new Set<string>()

  function remember(pass: string) {
    granted.add(pass)
    const [oldest] = granted.size > REMEMBERED_MAX ? granted : []
    if (oldest !== undefined) granted.delete(oldest)
  }

  return {
    async require(given, response) {
      const known = orderIdSchema.safeParse(given)
      const viewer = viewerOf(response)
      if (!known.success || viewer === null) throw notFound()
      const orderId = known.data
      const pass = `${orderId} ${viewer.sessionId}`
      if (granted.has(pass)) return { orderId, viewer }
      if (!(await maySee(database, orderId, viewer))) throw notYours()
      remember(pass)
      return { orderId, viewer }
    },

    async allows(given, response) {
      const known = orderIdSchema.safeParse(given)
      const viewer = viewerOf(response)
      if (!known.success || viewer === null) return false
      return maySee(database, known.data, viewer)
    },

    owns: (orderId, viewer) => isHolder(database, orderId, viewer),

    async open(orderId, sessionId) {
      await database.query({
        name: 'open_order',
        text: `
          insert into order_openings (session_id, order_id)
          values ($1, $2)
          on conflict do nothing`,
        values: [sessionId, orderId],
      })
      remember(`${orderId} ${sessionId}`)
    },
  }
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

/** Staff have their own calls; a shop session of a member of staff is nobody's here. */
async function maySee(database: Queryable, orderId: OrderId, viewer: Viewer): Promise<boolean> {
  const { rows } = await database.query<{ may_see: boolean }>({
    name: 'may_see_order',
    text: `
      select exists (select from order_openings where session_id = $1 and order_id = $2)
          or exists (select from order_contacts where order_id = $2 and customer_id = $3)
          as may_see`,
    values: [viewer.sessionId, orderId, customerOf(viewer)],
  })
  return rows[0]?.may_see === true
}
