// An order from outside the browser that placed it: its signed link, in the provider's return
// address or in a text, opens it for whoever holds it. The link leaves the address bar at once.
import { Router } from 'express'
import type { Request, Response } from 'express'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import { orderByReference } from '#projections/order-status/queries.ts'

import { generationOf } from '../../commands/link-generation.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import type { LinkedOrder } from '../../commands/order-link.ts'
import { askAboutOrder, withdrawRequest } from '../../commands/order-requests.ts'
import { resendReceipt } from '../../commands/resend-receipt.ts'
import { newOrderRequest } from '../../contract/order-page.ts'
import { noBody } from '../../contract/shared.ts'
import { askOne } from '../../io/ask.ts'
import type { OrderAccess } from '../order-access.ts'
import { readOrderPage } from '../order-page-view.ts'
import { notFound } from '../problem.ts'
import type { Sessions, Viewer } from '../session.ts'

export type OrderPageNeeds = {
  desk: OrderDesk
  access: OrderAccess
  sessions: Sessions
}

export function orderPageRoutes({ desk, access, sessions }: OrderPageNeeds): Router {
  const router = Router()

  router.get('/api/orders/:id', async (request, response) => {
    const { orderId } = await access.require(request.params.id, response)
    response.json(await readOrderPage(desk, orderId))
  })

  router.post('/api/orders/:id/receipt', async (request, response) => {
    noBody.parse(request.body)
    const { orderId } = await access.require(request.params.id, response)
    await resendReceipt(desk, orderId)
    response.json({ sent: true })
  })

  router.post('/api/orders/:id/requests', async (request, response) => {
    const { kind, note = null } = newOrderRequest.parse(request.body)
    const { orderId, viewer } = await access.require(request.params.id, response)
    await askAboutOrder(desk, { orderId, kind, note, actor: actorOf(viewer) })
    response.status(201).json(await readOrderPage(desk, orderId))
  })

  router.delete('/api/orders/:id/requests', async (request, response) => {
    const { orderId } = await access.require(request.params.id, response)
    await withdrawRequest(desk.database, orderId)
    response.json(await readOrderPage(desk, orderId))
  })

  // Before the web app's own pages: without a link there is nothing to do here.
  router.get(['/payment/success', '/payment/failed'], async (request, response, next) => {
    const { orderId, link } = request.query
    if (typeof link !== 'string') return next()
    if (typeof orderId === 'string') await openByLink(request, response, { orderId, link })
    goOn(request, response)
  })

  router.get('/order/:id', async (request, response, next) => {
    const { link } = request.query
    if (typeof link !== 'string') {
      const maySee = await access.allows(request.params.id, response)
      response.locals.isPageMissing = !maySee
      return next()
    }
    if (!(await openByLink(request, response, { orderId: request.params.id, link })))
      throw notFound()
    goOn(request, response)
  })

  // From a text: the page's address is short, and stays in no history.
  router.get('/o/:code', async (request, response) => {
    const link = desk.links.readShort(request.params.code)
    const order = link && (await askOne(desk.database, orderByReference(link.reference)))
    const known = orderIdSchema.safeParse(order?.orderId)
    if (!link || !known.success) throw notFound()
    const isOpen = await openIf(request, response, { orderId: known.data, fits: link.isOf })
    if (!isOpen) throw notFound()
    response.set('Cache-Control', 'no-store').redirect(303, `/order/${known.data}`)
  })

  /** A wrong link opens nothing; the page behind it says what it says to any stranger. */
  async function openByLink(
    request: Request,
    response: Response,
    { orderId: given, link }: { orderId: string; link: string },
  ): Promise<boolean> {
    const known = orderIdSchema.safeParse(given)
    if (!known.success) return false
    const fits = (order: LinkedOrder) => desk.links.isSigned(order, link)
    return openIf(request, response, { orderId: known.data, fits })
  }

  /** A link of before the phone was corrected is as wrong as any other. */
  async function openIf(
    request: Request,
    response: Response,
    { orderId, fits }: { orderId: OrderId; fits: (order: LinkedOrder) => boolean },
  ): Promise<boolean> {
    const order = { orderId, generation: await generationOf(desk, orderId) }
    if (!fits(order)) return false
    const { sessionId } = await sessions.ensureGuest(request, response)
    return access.open({ ...order, sessionId })
  }

  return router
}

/** Kept by nobody: the answer sets a cookie, and its address is a key. */
function goOn(request: Request, response: Response): void {
  response.set('Cache-Control', 'no-store').redirect(303, withoutLink(request))
}

const actorOf = ({ kind, person, sessionId }: Viewer): string =>
  kind === 'customer' && person !== null ? `customer:${person.personId}` : `guest:${sessionId}`

/** The same page of this host; what else the provider has appended stays. */
function withoutLink(request: Request): string {
  const url = new URL(request.originalUrl, 'http://here')
  url.searchParams.delete('link')
  return `${url.pathname}${url.search}`
}
