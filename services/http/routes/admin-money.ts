// The money desk.
import { Router } from 'express'
import type { Request } from 'express'

import { actOnOrder } from '../../commands/order-acts.ts'
import { issueInvoice } from '../../commands/invoices.ts'
import { readMoneySettings, setRate, setTax } from '../../commands/money-rates.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { centsOf } from '../../commands/price-purchase.ts'
import { listRefunds } from '../../commands/refund-duties.ts'
import { importStatement, listStatements, readDifferences } from '../../commands/statements.ts'
import { cashUp, readTills } from '../../commands/till.ts'
import {
  cashUpRequest,
  differencesQuery,
  exportQuery,
  rateRequest,
  refundsQuery,
  statementQuery,
  taxRequest,
  tillQuery,
} from '../../contract/money-desk.ts'
import { noBody } from '../../contract/shared.ts'
import { sendCsv } from '../csv.ts'
import { invoiceOnWire } from '../invoice-view.ts'
import { ordersFile, refundsFile, salesFile } from '../money-files.ts'
import { invalid, notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { orderIdOf, orderReaders, sellers } from './admin-order-acts.ts'
import { actorOf, catalogueRoles } from './admin-shared.ts'

export function adminMoneyRoutes({ desk }: { desk: OrderDesk }): Router {
  const router = Router()
  statementRoutes(router, desk)
  tillRoutes(router, desk)
  fileRoutes(router, desk)
  rateRoutes(router, desk)

  router.get('/api/admin/money/refunds', async (request, response) => {
    requireStaff(response, orderReaders)
    const { page, limit, state } = refundsQuery.parse(request.query)
    const offset = (page - 1) * limit
    const { data, total } = await listRefunds(desk.database, { state, limit, offset })
    response.json({ data, pagination: { hasMore: offset + data.length < total, total } })
  })

  router.post('/api/admin/orders/:id/invoice', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    noBody.parse(request.body)
    const orderId = orderIdOf(request)
    const issued = await issueInvoice(desk, { orderId, personId: actor.personId })
    if (issued.isNew) {
      const act = {
        orderId,
        act: 'issue_invoice',
        actor,
        ifVersion: undefined,
        note: null,
      } as const
      await actOnOrder(desk, act, async () => {})
    }
    const contact = await desk.rows.contact.add(orderId)
    response.json(invoiceOnWire(orderId, issued, contact))
  })

  return router
}

function statementRoutes(router: Router, { database }: OrderDesk): void {
  router.get('/api/admin/money/statements', async (_request, response) => {
    requireStaff(response, orderReaders)
    const data = await listStatements(database)
    response.json({ data, pagination: { hasMore: false, total: data.length } })
  })

  router.post('/api/admin/money/statements', async (request, response) => {
    const { person } = requireStaff(response, catalogueRoles)
    const { provider, fileName } = statementQuery.parse(request.query)
    const { personId } = person
    const text = textOf(request)
    const imported = await importStatement(database, { provider, fileName, text, personId })
    const detail = await readDifferences(database, imported.statementId)
    response.status(imported.isNew ? 201 : 200).json(detail)
  })

  router.get('/api/admin/money/differences', async (request, response) => {
    requireStaff(response, orderReaders)
    const detail = await readDifferences(database, differencesQuery.parse(request.query).statement)
    if (detail === null) throw notFound()
    response.json(detail)
  })
}

function textOf({ body }: Request): string {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('The file is empty.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body).replaceAll('\0', '')
  } catch (cause) {
    throw Object.assign(invalid('Please save the file as CSV with UTF-8 letters.'), { cause })
  }
}

function tillRoutes(router: Router, { database, now }: OrderDesk): void {
  router.get('/api/admin/money/till', async (request, response) => {
    requireStaff(response, orderReaders)
    const { day = beirutDay(now()) } = tillQuery.parse(request.query)
    response.json(await readTills(database, day))
  })

  router.post('/api/admin/money/cash-ups', async (request, response) => {
    const { person } = requireStaff(response, sellers)
    const { day, cashierId, counted, note = null } = cashUpRequest.parse(request.body)
    // A cashier counts the own till; of others, who answers for the shop does.
    if (cashierId !== person.personId) requireStaff(response, catalogueRoles)
    const countedCents = centsOf(counted)
    const { personId } = person
    response.json(await cashUp(database, { day, cashierId, countedCents, note, personId }))
  })
}

const beirut = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Beirut', dateStyle: 'short' })
const beirutDay = (at: Date): string => beirut.format(at)

function fileRoutes(router: Router, { database, now }: OrderDesk): void {
  const asked = (request: Request) => {
    const { startDate = null, endDate = null } = exportQuery.parse(request.query)
    return { database, at: now(), days: { startDate, endDate } }
  }
  router.get('/api/admin/orders/export', async (request, response) => {
    requireStaff(response, orderReaders)
    await sendCsv(response, ordersFile(asked(request)))
  })
  router.get('/api/admin/money/refunds/export', async (request, response) => {
    requireStaff(response, orderReaders)
    await sendCsv(response, refundsFile(asked(request)))
  })
  router.get('/api/admin/money/sales/export', async (request, response) => {
    requireStaff(response, orderReaders)
    await sendCsv(response, salesFile(asked(request)))
  })
}

function rateRoutes(router: Router, { database }: OrderDesk): void {
  router.get('/api/admin/money/settings', async (_request, response) => {
    requireStaff(response, orderReaders)
    response.json(await readMoneySettings(database))
  })

  router.post('/api/admin/money/rates', async (request, response) => {
    const { person } = requireStaff(response, catalogueRoles)
    const rate = rateRequest.parse(request.body)
    await setRate(database, { ...rate, personId: person.personId })
    response.json(await readMoneySettings(database))
  })

  router.post('/api/admin/money/taxes', async (request, response) => {
    const { person } = requireStaff(response, catalogueRoles)
    const { vatNumber = null, ...tax } = taxRequest.parse(request.body)
    await setTax(database, { ...tax, vatNumber, personId: person.personId })
    response.json(await readMoneySettings(database))
  })
}
