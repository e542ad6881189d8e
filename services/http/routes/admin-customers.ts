// Customers for staff: the list, one of them, all of them as a file, and the exclude list.
import { Router } from 'express'
import type { Request, Response } from 'express'

import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import { customerIdSchema, type CustomerId } from '#events/kernel/ids.ts'
import type { StaffRole } from '#events/staff/events.ts'
import { customerOrdersCount, customerOrdersPage } from '#projections/customer-orders/queries.ts'
import {
  customerById,
  customersAfter,
  customersCount,
  customersPage,
  type CustomerRow as CustomerFound,
} from '#projections/customers/queries.ts'
import { raffleEntriesCount, raffleEntriesPage } from '#projections/raffle-entries/queries.ts'

import { readBars } from '../../commands/account-limits.ts'
import type { LimitNeeds } from '../../commands/account-limits.ts'
import type { Actor } from '../../commands/audit.ts'
import { correctCustomer } from '../../commands/correct-customer.ts'
import { excludeCustomer } from '../../commands/exclude-customer.ts'
import { liftExclusion, listExclusions } from '../../commands/exclusions.ts'
import { liveSessions } from '../../commands/live-sessions.ts'
import { creditsOf } from '../../commands/open-credits.ts'
import { recordAct } from '../../commands/staff-acts.ts'
import type { ActNeeds } from '../../commands/staff-acts.ts'
import {
  CUSTOMER_ENTRIES_MAX,
  CUSTOMER_ORDERS_MAX,
  correctCustomerRequest,
  customersExportQuery,
  customersQuery,
  excludeCustomerRequest,
  liftExclusionRequest,
} from '../../contract/admin-customers.ts'
import type { CustomerDetail } from '../../contract/admin-customers.ts'
import { id as idSchema, noBody, pageQuerySchema } from '../../contract/shared.ts'
import { ask, askOne } from '../../io/ask.ts'
import type { Database } from '../../io/database.ts'
import { pagesOf, sendCsv } from '../csv.ts'
import {
  customerCells,
  customerDetailWire,
  customerHeader,
  customerWire,
} from '../customer-view.ts'
import { notFound } from '../problem.ts'
import { inSearchTurn } from '../search-turns.ts'
import { requireStaff } from '../session.ts'
import type { Sessions } from '../session.ts'
import { versionRead } from './admin-order-acts.ts'
import { actorOf, etagOf } from './admin-shared.ts'

/** Who takes orders by hand looks people up; the whole file is for those who answer for it. */
const readers: readonly StaffRole[] = ['owner', 'manager', 'cashier', 'auditor']
const exporters: readonly StaffRole[] = ['owner', 'manager', 'auditor']
/** Who is excluded, and why, is for those who exclude and those who look at what they did. */
const exclusionReaders: readonly StaffRole[] = ['owner', 'manager', 'auditor']

const ROWS_PER_PAGE = 1_000

export type CustomersNeeds = Pick<ActNeeds, 'store'> &
  LimitNeeds & { sessions: Pick<Sessions, 'endAllOf'>; now: () => Date }

type Page = { search: string | undefined; limit: number; offset: number }

/** Both walk through everybody when few are found: neither does so for what the other has told. */
async function found(database: Database, { search, limit, offset }: Page) {
  const count = async () => (await askOne(database, customersCount({ search }))) ?? 0
  const page = () => ask(database, customersPage({ search, limit, offset }))
  if (offset === 0) {
    const rows = await page()
    return { rows, total: rows.length < limit ? rows.length : await count() }
  }
  const total = await count()
  return { rows: offset < total ? await page() : [], total }
}

export function adminCustomerRoutes(needs: CustomersNeeds): Router {
  const router = Router()
  const { database, now } = needs
  router.use(exclusionRoutes(needs))

  router.get('/api/admin/customers', async (request, response) => {
    requireStaff(response, readers)
    const { page, limit, search } = customersQuery.parse(request.query)
    const offset = (page - 1) * limit

    const { rows, total } = await inSearchTurn(() => found(database, { search, limit, offset }))

    const hasMore = offset + rows.length < total
    response.json({ data: rows.map(customerWire), pagination: { hasMore, total } })
  })

  router.get('/api/admin/customers/export', async (request, response) => {
    const actor = actorOf(request, response, exporters)
    const { search } = customersExportQuery.parse(request.query)
    // What was looked for is a name or a number of somebody's.
    const details = search === undefined ? {} : { hasSearch: true }
    await recordAct(needs, { kind: 'customers_exported', actor, details })
    await sendCsv(response, {
      fileName: `customers_${beirutDayOf(now().toISOString())}.csv`,
      header: customerHeader,
      pages: allRows(database, search),
    })
  })

  router.get('/api/admin/customers/:id', async (request, response) => {
    requireStaff(response, readers)
    await answer(needs, customerIdOf(request), response)
  })

  router.put('/api/admin/customers/:id/exclusion', async (request, response) => {
    const actor = actorOf(request, response)
    const wanted = excludeCustomerRequest.parse(request.body)
    const customerId = customerIdOf(request)
    await excludeCustomer(needs, { ...wanted, customerId, actor })
    await answer(needs, customerId, response)
  })

  router.put('/api/admin/customers/:id/profile', async (request, response) => {
    const actor = actorOf(request, response)
    const { note = null, ...right } = correctCustomerRequest.parse(request.body)
    const customerId = customerIdOf(request)
    const ifVersion = versionRead(request)
    await correctCustomer(needs, { customerId, right, note, actor, ifVersion })
    await answer(needs, customerId, response)
  })

  router.delete('/api/admin/customers/:id/sessions', async (request, response) => {
    const actor = actorOf(request, response)
    noBody.parse(request.body)
    const revoked = await signOut(needs, { customerId: customerIdOf(request), actor })
    response.json({ revoked })
  })

  return router
}

function exclusionRoutes(needs: CustomersNeeds): Router {
  const router = Router()

  router.get('/api/admin/exclusions', async (request, response) => {
    requireStaff(response, exclusionReaders)
    const { page, limit } = pageQuerySchema.parse(request.query)
    const offset = (page - 1) * limit
    const { data, total } = await listExclusions(needs, { limit, offset })
    response.json({ data, pagination: { hasMore: offset + data.length < total, total } })
  })

  router.put('/api/admin/exclusions/:id', async (request, response) => {
    const actor = actorOf(request, response)
    const lifting = liftExclusionRequest.parse(request.body)
    const exclusionId = idSchema().safeParse(request.params.id)
    if (!exclusionId.success) throw notFound()
    await liftExclusion(needs, { ...lifting, exclusionId: exclusionId.data, actor })
    response.json({ id: exclusionId.data, isExcluded: false })
  })

  return router
}

/** Everywhere, as a customer. The act first: no session ends without somebody who has ended it. */
async function signOut(
  needs: CustomersNeeds,
  { customerId, actor }: { customerId: CustomerId; actor: Actor },
): Promise<number> {
  const { database, sessions } = needs
  if ((await askOne(database, customerById(customerId))) === undefined) throw notFound()
  const { length: count } = await signedInAs(database, customerId)
  if (count === 0) return 0
  const subject = `customer/${customerId}`
  await recordAct(needs, { kind: 'customer_signed_out', actor, subject, details: { count } })
  return sessions.endAllOf(customerId, null, 'customer')
}

const signedInAs = (database: Database, personId: CustomerId) =>
  liveSessions(database, { personId, kind: 'customer' })

async function answer(
  needs: CustomersNeeds,
  customerId: CustomerId,
  response: Response,
): Promise<void> {
  const customer = await detailOf(needs, customerId)
  response.set('ETag', etagOf(String(customer.version))).json(customer)
}

async function detailOf(needs: CustomersNeeds, customerId: CustomerId): Promise<CustomerDetail> {
  const { database, store } = needs
  const [facts, customer, bought, { length: signedIn }] = await Promise.all([
    store.readStream(`customer/${customerId}`),
    askOne(database, customerById(customerId)),
    boughtBy(database, customerId),
    signedInAs(database, customerId),
  ])
  if (customer === undefined) throw notFound()
  const { phone } = customer
  const [bars, credits] =
    phone === null
      ? [null, []]
      : await Promise.all([readBars(needs, phone), creditsOf(database, phone)])
  return customerDetailWire(customer, { version: facts.length, signedIn, ...bought, credits, bars })
}

/** The newest, and how many there are: counted only where these are not all. */
async function boughtBy(database: Database, customerId: CustomerId) {
  const [orders, entries] = await Promise.all([
    ask(database, customerOrdersPage({ customerId, limit: CUSTOMER_ORDERS_MAX, offset: 0 })),
    ask(database, raffleEntriesPage({ customerId, limit: CUSTOMER_ENTRIES_MAX, offset: 0 })),
  ])
  const [orderCount, entryCount] = await Promise.all([
    orders.length < CUSTOMER_ORDERS_MAX
      ? orders.length
      : askOne(database, customerOrdersCount(customerId)),
    entries.length < CUSTOMER_ENTRIES_MAX
      ? entries.length
      : askOne(database, raffleEntriesCount(customerId)),
  ])
  return {
    orders,
    orderCount: orderCount ?? orders.length,
    entries,
    entryCount: entryCount ?? entries.length,
  }
}

async function* allRows(database: Database, search: string | undefined) {
  const pages = pagesOf((after: CustomerFound | null) =>
    ask(database, customersAfter({ search, after, limit: ROWS_PER_PAGE })),
  )
  for await (const page of pages) yield page.map(customerCells)
}

function customerIdOf(request: Request): CustomerId {
  const customerId = customerIdSchema.safeParse(request.params.id)
  if (!customerId.success) throw notFound()
  return customerId.data
}
