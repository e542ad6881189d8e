// The holder's own receipts and proofs: as one list, and each as a file to keep.
import { Router } from 'express'
import type { Response } from 'express'

import { lineIdSchema } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import type { OrderDesk } from '../../commands/order-desk.ts'
import { requirePlaced } from '../../commands/orders.ts'
import type { TicketReceipts } from '../../contract/receipts.ts'
import { ticketReceipt } from '../../ledger/receipts.ts'
import type { ReceiptNeeds, TicketReceipt } from '../../ledger/receipts.ts'
import type { OrderAccess } from '../order-access.ts'
import { notFound } from '../problem.ts'

export type ReceiptRouteNeeds = { desk: OrderDesk; access: OrderAccess; receipts: ReceiptNeeds }

export function receiptRoutes({ desk, access, receipts }: ReceiptRouteNeeds): Router {
  const router = Router()

  async function open(orderId: string, response: Response) {
    const known = await access.require(orderId, response)
    const { order } = await desk.orders.load(known.orderId)
    return { order: requirePlaced(order), isOwn: await access.owns(known.orderId, known.viewer) }
  }

  router.get('/api/orders/:id/receipts', async (request, response) => {
    const { order, isOwn } = await open(request.params.id, response)
    const found = await Promise.all(
      ticketLines(order).map((line) => ticketReceipt(receipts, line, { isOwn })),
    )
    const data = found.filter((one) => one !== null).map(onWire)
    response.json({ data } satisfies TicketReceipts)
  })

  router.get('/api/orders/:id/receipts/:lineId', async (request, response) => {
    const { order, isOwn } = await open(request.params.id, response)
    const lineId = lineIdSchema.safeParse(request.params.lineId).data
    const line = ticketLines(order).find((one) => one.lineId === lineId)
    if (line === undefined) throw notFound()
    const found = await ticketReceipt(receipts, line, { isOwn })
    if (found === null) throw noTickets()
    response
      .attachment(fileNameOf(found))
      .type('text/plain')
      .send(found.proof ?? found.receipt)
  })

  return router
}

const noTickets = () => new Rejection('order_not_paid', 'These tickets have not been issued.')

function ticketLines({ lines }: PlacedOrder) {
  return lines.flatMap(({ lineId, raffleId }) => (raffleId === null ? [] : [{ lineId, raffleId }]))
}

const numberText = (number: number) => String(number).padStart(6, '0')

function onWire(found: TicketReceipt): TicketReceipts['data'][number] {
  const { lineId, first, last, ...rest } = found
  return { id: lineId, ...rest, firstNumber: numberText(first), lastNumber: numberText(last) }
}

/** `.tlog-proof` is the specification's; before there is one, the signed note. */
function fileNameOf({ raffleId, first, last, proof }: TicketReceipt): string {
  const name = `raffle-${raffleId.slice(0, 8)}-tickets-${numberText(first)}-${numberText(last)}`
  return proof === null ? `${name}.receipt.txt` : `${name}.tlog-proof`
}
