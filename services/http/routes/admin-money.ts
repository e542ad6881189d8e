// The money desk.
import { Router } from 'express'

import type { OrderId } from '#events/kernel/ids.ts'
import { centsOf } from '#events/kernel/money.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { actOnOrder } from '../../commands/order-acts.ts'
import type { Seller } from '../../commands/invoice-parties.ts'
import { issueInvoice, readInvoice } from '../../commands/invoices.ts'
import type { Issued } from '../../commands/invoices.ts'
import { readMoneySettings, setRate, setTax } from '../../commands/money-rates.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { listRefunds } from '../../commands/refund-duties.ts'
import { importStatement, listStatements, readDifferences } from '../../commands/statements.ts'
import { recordAct } from '../../commands/staff-acts.ts'
import { withdrawStatement } from '../../commands/statement-withdrawal.ts'
import { cashUp, readTills } from '../../commands/till.ts'
import {
  cashUpRequest,
  differencesQuery,
  exportQuery,
  invoiceFileQuery,
  moneySettingsQuery,
  rateRequest,
  refundsExportQuery,
  refundsQuery,
  statementQuery,
  statementsQuery,
  taxRequest,
  tillQuery,
  withdrawStatementRequest,
} from '../../contract/money-desk.ts'
import type { Invoice } from '../../contract/money-desk.ts'
import { id, noBody } from '../../contract/shared.ts'
import { creditsFile } from '../credit-file.ts'
import { sendCsv } from '../csv.ts'
import { invoiceFile } from '../invoice-file.ts'
import { invoiceOnWire } from '../invoice-view.ts'
import { ordersFile, refundsFile, salesFile } from '../money-files.ts'
import { notFound } from '../problem.ts'
import { inSearchTurn } from '../search-turns.ts'
import { requireStaff } from '../session.ts'
import { orderIdOf, sellers } from './admin-order-acts.ts'
import { actorOf, catalogueRoles, csvTextOf } from './admin-shared.ts'

/** Who packs sees orders, not the books; a whole file is for those who answer for it. */
const moneyReaders: readonly StaffRole[] = ['owner', 'manager', 'cashier', 'auditor']
const fileTakers: readonly StaffRole[] = ['owner', 'manager', 'auditor']

type AdminMoneyNeeds = { desk: OrderDesk; seller: Seller }

export function adminMoneyRoutes({ desk, seller }: AdminMoneyNeeds): Router {
  const router = Router()
  statementRoutes(router, desk)
  tillRoutes(router, desk)
  fileRoutes(router, desk)
  rateRoutes(router, desk)

  router.get('/api/admin/money/refunds', async (request, response) => {
    requireStaff(response, moneyReaders)
    const { page, limit, state } = refundsQuery.parse(request.query)
    const offset = (page - 1) * limit
    const { data, total } = await listRefunds(desk.database, { state, limit, offset })
    response.json({ data, pagination: { hasMore: offset + data.length < total, total } })
  })

  router.get('/api/admin/orders/:id/invoice', async (request, response) => {
    requireStaff(response, moneyReaders)
    response.json(await requireInvoice({ desk, seller }, orderIdOf(request)))
  })

  router.get('/api/admin/orders/:id/invoice.pdf', async (request, response) => {
    const actor = actorOf(request, response, moneyReaders)
    const { language, note } = invoiceFileQuery.parse(request.query)
    const orderId = orderIdOf(request)
    const invoice = await requireInvoice({ desk, seller }, orderId)
    const { fileName, bytes } = await invoiceFile(invoice, { language, noteNumber: note ?? null })
    const details = { number: note ?? String(invoice.number), language }
    const subject = `order/${orderId}`
    await recordAct(desk, { kind: 'invoice_exported', subject, actor, details })
    response.set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    })
    response.end(bytes)
  })

  router.post('/api/admin/orders/:id/invoice', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    noBody.parse(request.body)
    const orderId = orderIdOf(request)
    const issuing = { orderId, personId: actor.personId, seller }
    const act = { act: 'issue_invoice', actor, ifVersion: undefined, note: null } as const
    const issued = await actOnOrder<Issued>(desk, { orderId, ...act }, (_guard, noteIn) =>
      issueInvoice(desk, { ...issuing, noteIn }),
    )
    response.json(invoiceOnWire(orderId, issued))
  })

  return router
}

async function requireInvoice(
  { desk, seller }: AdminMoneyNeeds,
  orderId: OrderId,
): Promise<Invoice> {
  const issued = await readInvoice(desk, { orderId, seller })
  if (issued === null)
    throw new Rejection('no_invoice', 'No invoice has been issued for this order yet.')
  return invoiceOnWire(orderId, issued)
}

function statementRoutes(router: Router, desk: OrderDesk): void {
  const { database } = desk
  router.get('/api/admin/money/statements', async (request, response) => {
    requireStaff(response, moneyReaders)
    const { page, limit } = statementsQuery.parse(request.query)
    const offset = (page - 1) * limit
    const { data, total } = await listStatements(database, { limit, offset })
    response.json({ data, pagination: { hasMore: offset + data.length < total, total } })
  })

  router.post('/api/admin/money/statements', async (request, response) => {
    const actor = actorOf(request, response, catalogueRoles)
    const { provider, fileName } = statementQuery.parse(request.query)
    const text = csvTextOf(request)
    const imported = await importStatement(desk, { provider, fileName, text, actor })
    const detail = await readDifferences(database, imported.statementId)
    response.status(imported.isNew ? 201 : 200).json(detail)
  })

  router.delete('/api/admin/money/statements/:id', async (request, response) => {
    const actor = actorOf(request, response, catalogueRoles)
    const { reason } = withdrawStatementRequest.parse(request.body)
    const statementId = id().safeParse(request.params.id).data
    const isWithdrawn =
      statementId !== undefined && (await withdrawStatement(desk, { statementId, reason, actor }))
    if (!isWithdrawn) throw notFound()
    response.json({ deleted: true })
  })

  router.get('/api/admin/money/differences', async (request, response) => {
    requireStaff(response, moneyReaders)
    const { statement, page } = differencesQuery.parse(request.query)
    const detail = await inSearchTurn(() => readDifferences(database, statement, page))
    if (detail === null) throw notFound()
    response.json(detail)
  })
}

function tillRoutes(router: Router, desk: OrderDesk): void {
  const { database, now } = desk
  router.get('/api/admin/money/till', async (request, response) => {
    requireStaff(response, moneyReaders)
    const { day = beirutDay(now()) } = tillQuery.parse(request.query)
    response.json(await readTills(database, day))
  })

  router.post('/api/admin/money/cash-ups', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { day, cashierId, counted, countedLbp, ...asked } = cashUpRequest.parse(request.body)
    const { note = null, version = 0 } = asked
    // A cashier counts the own till; of others, who answers for the shop does.
    if (cashierId !== actor.personId) requireStaff(response, catalogueRoles)
    const cash = {
      countedCents: centsOf(counted.replace(/^\+/, '')),
      countedLbp: countedLbp === undefined ? null : Number(countedLbp),
    }
    response.json(await cashUp(desk, { day, cashierId, version, ...cash, note, actor }))
  })
}

const beirut = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Beirut', dateStyle: 'short' })
const beirutDay = (at: Date): string => beirut.format(at)

const files = [
  {
    path: '/api/admin/orders/export',
    kind: 'orders_exported',
    query: exportQuery,
    fileOf: ordersFile,
  },
  {
    path: '/api/admin/money/refunds/export',
    kind: 'refunds_exported',
    query: refundsExportQuery,
    fileOf: refundsFile,
  },
  {
    path: '/api/admin/money/sales/export',
    kind: 'sales_exported',
    query: exportQuery,
    fileOf: salesFile,
  },
] as const

function fileRoutes(router: Router, desk: OrderDesk): void {
  const { database, now } = desk
  for (const { path, kind, query, fileOf } of files)
    router.get(path, async (request, response) => {
      const actor = actorOf(request, response, fileTakers)
      const asked = query.parse(request.query)
      const { startDate = null, endDate = null } = asked
      const days = { startDate, endDate }
      const isCredit = 'state' in asked && asked.state === 'credit'
      const details = isCredit ? { ...days, state: 'credit' } : days
      await recordAct(desk, { kind, actor, details })
      const file = isCredit ? creditsFile : fileOf
      await sendCsv(response, file({ database, at: now(), days }))
    })
}

function rateRoutes(router: Router, desk: OrderDesk): void {
  const { database } = desk
  router.get('/api/admin/money/settings', async (request, response) => {
    requireStaff(response, moneyReaders)
    const { page } = moneySettingsQuery.parse(request.query)
    response.json(await readMoneySettings(database, page))
  })

  router.post('/api/admin/money/rates', async (request, response) => {
    const actor = actorOf(request, response, catalogueRoles)
    await setRate(desk, { ...rateRequest.parse(request.body), actor })
    response.json(await readMoneySettings(database))
  })

  router.post('/api/admin/money/taxes', async (request, response) => {
    const actor = actorOf(request, response, catalogueRoles)
    const { vatNumber = null, ...tax } = taxRequest.parse(request.body)
    await setTax(desk, { ...tax, vatNumber, actor })
    response.json(await readMoneySettings(database))
  })
}
