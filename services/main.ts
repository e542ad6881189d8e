// The one place that puts the shop together and takes it apart again, in order.
import { join } from 'node:path'

import type { Router } from 'express'

import { allReactors } from './all-reactors.ts'
import { openAllSweeps } from './all-sweeps.ts'
import { erasedList } from './backup/erased-list.ts'
import { requireNothingLost } from './backup/brought-back.ts'
import { requireFinished } from './backup/unfinished.ts'
import { openCore } from './core.ts'
import type { Core } from './core.ts'
import type { Config } from './config.ts'
import { openCustomerSecurity } from './customer-area.ts'
import { openDoorArea } from './door-area.ts'
import { openDraws } from './draws.ts'
import type { DrawDesk } from './draws.ts'
import { sellerNow } from './commands/invoice-parties.ts'
import { ensureFirstOwner } from './commands/staff.ts'
import { sendMessage } from './commands/send-message.ts'
import type { PreparedDatabase, Progress } from './database/prepare.ts'
import { beginPast, livePast, openSandbox, openSandboxRouters } from './demo-area.ts'
import { createApp } from './http/app.ts'
import { canonicalHost } from './http/canonical-host.ts'
import type { Door } from './http/door.ts'
import type { Limits } from './http/limits.ts'
import { listen } from './http/listen.ts'
import { metricsApp, openMetrics } from './http/metrics.ts'
import type { Metrics } from './http/metrics.ts'
import { openOrderAccess } from './http/order-access.ts'
import { followOrders } from './http/order-follower.ts'
import type { OrderFollower } from './http/order-follower.ts'
import { openPaymentStatusCache } from './http/payment-status-cache.ts'
import { openPhoneWalks } from './http/phone-walk.ts'
import { walkedOf } from './http/process-news.ts'
import type { ProcessNews } from './http/process-news.ts'
import { accountRoutes } from './http/routes/account.ts'
import { adminAttentionRoutes } from './http/routes/admin-attention.ts'
import { adminFulfilmentRoutes } from './http/routes/admin-fulfilment.ts'
import { adminMessageRoutes } from './http/routes/admin-messages.ts'
import { adminMoneyRoutes } from './http/routes/admin-money.ts'
import { adminOrderActRoutes } from './http/routes/admin-order-acts.ts'
import { adminAnalyticsRoutes } from './http/routes/admin-analytics.ts'
import { adminCustomerRoutes } from './http/routes/admin-customers.ts'
import { alertRoutes } from './http/routes/alerts.ts'
import { adminOrderRoutes } from './http/routes/admin-orders.ts'
import { adminProductRoutes } from './http/routes/admin-products.ts'
import { productImportRoutes } from './http/routes/product-import.ts'
import { adminRaffleRoutes } from './http/routes/admin-raffles.ts'
import { adminDrawRoutes } from './http/routes/admin-draws.ts'
import { authRoutes } from './http/routes/auth.ts'
import { bundleRoutes } from './http/routes/bundles.ts'
import { callbackRoutes } from './http/routes/callbacks.ts'
import { cartRoutes } from './http/routes/cart.ts'
import { catalogueRoutes } from './http/routes/catalogue.ts'
import { docsRoutes } from './http/routes/docs.ts'
import { drawRoutes } from './http/routes/draws.ts'
import { eventRoutes } from './http/routes/events.ts'
import { healthRoutes } from './http/routes/health.ts'
import { imageRoutes } from './http/routes/images.ts'
import { messageCallbackRoutes } from './http/routes/message-callbacks.ts'
import { orderPageRoutes } from './http/routes/order-page.ts'
import { paymentRoutes } from './http/routes/payments.ts'
import { purchaseRoutes } from './http/routes/purchases.ts'
import { siteFileRoutes } from './http/routes/site-files.ts'
import { userOrderRoutes } from './http/routes/user-orders.ts'
import { openSessions } from './http/session.ts'
import type { Sessions } from './http/session.ts'
import { openLog } from './log.ts'
import type { Exchange } from './io/processes.ts'
import type { Log } from './log.ts'
import { drawShareCard } from './providers/files/share-card.ts'
import { openReadiness } from './readiness.ts'
import { startTracing } from './tracing/start.ts'
import { watchShop } from './watch-shop.ts'
import { openLedgerRouter, openReceiptRouter } from './ledger-area.ts'
import { openLimitArea } from './limit-area.ts'
import { openPages } from './page-area.ts'
import { openStaffArea } from './staff-area.ts'
import { renewReadModels } from './workers/renew-read-models.ts'
import { startWorkers } from './workers/workers.ts'
import type { Workers } from './workers/workers.ts'

export type Service = {
  origin: string
  core: Core
  workers: Workers
  /** Shown once: the first owner's password, when the settings gave none. */
  oneTimePassword: string | null
  /** `/readyz` says no, and a while later nobody listens; requests under way are answered. */
  stopAnswering: () => Promise<void>
  /** That first; then no new work, what is under way of it, and the connections. */
  stop: () => Promise<void>
}

export type ServiceOptions = {
  /** Of the built web app; null: the API alone. */
  distFolder: string | null
  progress?: Progress
  /** False: an empty shop, for tests. */
  seed?: boolean
  /** Instead of standard output. */
  log?: Log
  /** Answers and decides beside a process that does all the rest. */
  isBeside?: boolean
  /** Ceilings and buyers are counted together with the other processes. */
  exchange?: Exchange<ProcessNews> | undefined
  picturesMs?: number | undefined
}

/** From the first word of the end to the last answer; the rest of the end takes a few seconds. */
const ANSWERED_WITHIN_MS = 20_000

export async function startService(
  config: Config,
  database: PreparedDatabase,
  options: ServiceOptions,
): Promise<Service> {
  const { distFolder, progress = () => {}, isBeside = false } = options
  await requireFinished(database.url)
  const log = options.log ?? openLog({ level: config.log.level })
  const { signerFolder } = config
  // Who comes beside it works on what the first one has found in order.
  if (!isBeside) await requireNothingLost({ ...database, signerFolder, log })
  const tracing = await startTracing(config, log)
  const { shopLogs, seededAt } = database.installation
  const isToSeed =
    config.mode === 'demo' && seededAt === null && (options.seed ?? true) && !isBeside
  if (isToSeed) await beginPast(database.ownerUrl)
  if (!isBeside) await renew(database, log, progress)
  const core = await openCore({ config, url: database.url, shopLogs, log })
  const life: { state: 'starting' | 'ready' | 'stopping' } = { state: 'starting' }
  const isStopping = () => life.state === 'stopping'
  const workers = await openWorkers(core, database, isBeside)
  const sandbox = isBeside ? null : await openSandbox(core)
  const owner = isBeside ? null : await openOwner(core)

  const metrics = openMetrics()
  const databaseFolder = database.embedded?.folder ?? null
  watchShop(metrics, { core, workers, databaseFolder })
  const isSeeded = config.mode === 'demo' && (options.seed ?? true)
  const state = () => life.state
  const readiness = await openReadiness({ core, workers, metrics, state, isSeeded })
  const sessions = openSessions({
    database: core.database,
    clock: core.clock,
    keys: core.secrets.keys('session').map(({ kid, bytes }) => ({ kid, key: bytes })),
    publicOrigin: config.http.publicOrigin,
    adminSecurity: config.admin.security,
  })
  const follower = await followOrders({
    database: core.database,
    shopLogs,
    failed: (error) => log.warn({ error }, 'changed orders could not be read'),
  })
  const draws = openDraws(core)
  const { exchange } = options
  const entrance = openDoorArea(core, { metrics, exchange })
  const ceilings = openLimitArea(core, { metrics, exchange })
  const app = openApp({
    core,
    draws,
    follower,
    sessions,
    workers,
    sandboxRouters: await openSandboxRouters(config, sandbox),
    metrics,
    pages: distFolder === null ? null : await openPages(core, { draws, distFolder }),
    isReady: readiness.isReady,
    exchange,
    door: entrance.door,
    limits: ceilings.limits,
  })
  const { host, port, isHttps } = config.http
  const metricsServer = await listen(metricsApp(metrics, readiness.details), {
    host: config.metrics.host,
    port: config.metrics.port,
  })
  if (isToSeed && sandbox !== null)
    await livePast({
      core,
      workers,
      progress,
      sandboxUrl: sandbox.url,
      ownerUrl: database.ownerUrl,
    })
  const { ownerUrl } = database
  if (!isBeside) openAllSweeps({ core, workers, draws, isStopping, ownerUrl, ...options })
  const isShared = config.processes > 1
  const { drainMs } = config
  const graceMs = ANSWERED_WITHIN_MS - drainMs
  const server = await listen(app, { host, port, isShared, drainMs, graceMs, isHttps })
  life.state = 'ready'
  let answered: Promise<void> | undefined
  function stopAnswering(): Promise<void> {
    life.state = 'stopping'
    return (answered ??= server.stop())
  }

  return {
    origin: config.http.publicOrigin,
    core,
    workers,
    oneTimePassword: owner,
    stopAnswering,
    async stop() {
      await stopAnswering()
      await entrance.stop()
      await ceilings.stop()
      await follower.stop()
      await sandbox?.stop()
      await workers.stop()
      await metricsServer.stop()
      readiness.stop()
      await sessions.close()
      await core.close()
      await tracing.stop()
    },
  }
}

/** A version that is gone back to says what a later one has left, and leaves it as it is. */
async function renew({ ownerUrl, ahead }: PreparedDatabase, log: Log, progress: Progress) {
  if (ahead !== null) log.warn({ ahead }, 'the database is newer than this program')
  const newer = await renewReadModels(ownerUrl, ({ done, total }) =>
    progress({ name: 'building read models anew', done: Math.round(done), total }),
  )
  if (newer.length > 0) log.warn({ newer }, 'read models of a later version: it keeps them')
}

function openWorkers(core: Core, { url }: PreparedDatabase, isOnlyRinging: boolean) {
  return startWorkers({
    database: core.database,
    url,
    store: core.store,
    isOnlyRinging,
    reactors: allReactors(core),
    failed: (what, error) => core.log.error({ what, error }, 'will be tried again'),
  })
}

async function openOwner(core: Core): Promise<string | null> {
  const { email, password } = core.config.admin
  if (email === null) return null
  const owner = await ensureFirstOwner(core, { email, password })
  return owner.kind === 'created' ? owner.oneTimePassword : null
}

type AppNeeds = {
  core: Core
  draws: DrawDesk
  follower: OrderFollower
  sessions: Sessions
  workers: Workers
  sandboxRouters: Router[]
  metrics: Metrics
  pages: Router | null
  isReady: () => Promise<boolean>
  exchange: Exchange<ProcessNews> | undefined
  door: Door
  limits: Limits
}

function openApp(needs: AppNeeds) {
  const { core, draws, follower, sessions, workers, metrics, pages, isReady } = needs
  const { config, database, clock, catalogue, store, files, desk, log } = core
  const { publicOrigin } = config.http
  const { exchange, limits } = needs
  const access = openOrderAccess({ database, store, orders: desk.orders, follower })
  const statuses = openPaymentStatusCache({ orders: desk.orders, follower })
  const admin = { database, store, files, catalogue, limits, now: clock.now }
  const staff = openStaffArea(core, { sessions, limits, exchange })
  return createApp({
    publicOrigin,
    trustProxy: config.http.trustProxy,
    log,
    limits,
    metrics,
    sessions,
    staff: config.admin,
    door: needs.door,
    routers: [
      // Each is asked in turn: what a rush calls for comes first.
      purchaseRoutes({ desk, sessions, limits, access }),
      paymentRoutes({ desk, access, statuses, watch: core.watch }),
      callbackRoutes({ desk, watch: core.watch, limits }),
      healthRoutes({ isReady }),
      drawRoutes({ draws, isDemo: config.mode === 'demo' }),
      adminDrawRoutes({ draws }),
      openLedgerRouter(core),
      bundleRoutes({
        database,
        store,
        logs: core.ledger.logs,
        chain: config.beacon,
        verifier: core.verifier,
        folder: join(config.dataFolder, 'bundles'),
      }),
      canonicalHost(publicOrigin, config.admin.origin),
      authRoutes({
        walks: openPhoneWalks(exchange && walkedOf(exchange)),
        ...admin,
        codeKeys: core.codeKeys,
        breached: core.breached,
        sessions,
        limitMode: config.limits,
        metrics,
        log,
        sendMessage: (message) => sendMessage(desk, message),
      }),
      catalogueRoutes({ catalogue, clock, database }),
      messageCallbackRoutes({
        database,
        readers: core.reportReaders,
        whatsappVerifyToken: config.messages.whatsapp?.verifyToken ?? null,
        limits,
        log,
      }),
      orderPageRoutes({ desk, access, sessions }),
      openReceiptRouter(core, access),
      userOrderRoutes({ database, now: clock.now }),
      accountRoutes({
        ...admin,
        codeKeys: core.codeKeys,
        sessions,
        remember: erasedList(config.signerFolder).add,
        personKeyOf: desk.personKeyOf,
        sendMessage: (message) => sendMessage(desk, message),
      }),
      openCustomerSecurity(core, { sessions, limits }),
      cartRoutes({ database, catalogue }),
      alertRoutes({ ...admin, sessions, metrics, personKeyOf: desk.personKeyOf }),
      siteFileRoutes({
        catalogue,
        files,
        publicOrigin,
        settings: config.contact,
        drawShareCard,
      }),
      imageRoutes({ files }),
      eventRoutes({ database, limits }),
      docsRoutes({ publicOrigin }),
      adminAnalyticsRoutes({ database, now: clock.now }),
      adminCustomerRoutes({
        database,
        store,
        sessions,
        now: clock.now,
        personKeyOf: desk.personKeyOf,
      }),
      adminOrderRoutes({ desk, delicate: staff.delicate }),
      adminMoneyRoutes({ desk, seller: sellerNow(config.contact) }),
      adminOrderActRoutes({ desk, watch: core.watch, delicate: staff.delicate }),
      adminFulfilmentRoutes({ database }),
      adminMessageRoutes({ desk }),
      adminAttentionRoutes({
        database,
        store,
        now: clock.now,
        halted: core.store.halted,
        readModels: workers.status,
      }),
      productImportRoutes(admin),
      adminProductRoutes(admin),
      adminRaffleRoutes({
        ...admin,
        delicate: staff.delicate,
        publishing: core.publishing,
        publishingKeys: core.publishingKeys,
      }),
      ...staff.routers,
      ...needs.sandboxRouters,
    ],
    ...(pages !== null && { pages }),
  })
}
