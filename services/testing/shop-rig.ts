// A shop over real HTTP on a real database, for tests: sign-in, catalogue and the calls of staff,
// with messages kept in a list instead of going to a gateway. More routes can be added.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Router } from 'express'

import { allProjections } from '#projections/all.ts'

import { openCatalogue } from '../catalogue.ts'
import type { Catalogue } from '../catalogue.ts'
import { openClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Operation } from '../contract/operation.ts'
import type { PublishingSettings } from '../commands/publish-raffle.ts'
import { ensureFirstOwner } from '../commands/staff.ts'
import { openEventStore } from '../event-store/store.ts'
import type { EventStore } from '../event-store/types.ts'
import { createApp } from '../http/app.ts'
import { openLimits } from '../http/limits.ts'
import type { LimitMode, Limits } from '../http/limits.ts'
import { listen } from '../http/listen.ts'
import { openMetrics } from '../http/metrics.ts'
import type { Metrics } from '../http/metrics.ts'
import { adminProductRoutes } from '../http/routes/admin-products.ts'
import { adminRaffleRoutes } from '../http/routes/admin-raffles.ts'
import { openPhoneWalks } from '../http/phone-walk.ts'
import { authRoutes } from '../http/routes/auth.ts'
import { catalogueRoutes } from '../http/routes/catalogue.ts'
import { docsRoutes } from '../http/routes/docs.ts'
import { eventRoutes } from '../http/routes/events.ts'
import { healthRoutes } from '../http/routes/health.ts'
import { imageRoutes } from '../http/routes/images.ts'
import { openSessions } from '../http/session.ts'
import type { Sessions } from '../http/session.ts'
import { openLedgerKeys } from '../ledger/keys.ts'
import { openPublishingKeys } from '../ledger/publishing-keys.ts'
import { openLog } from '../log.ts'
import { diskFiles } from '../providers/files/disk.ts'
import type { Message } from '../providers/messages/port.ts'
import { openProjector } from '../workers/projector.ts'
import { apiClient } from './api-client.ts'
import type { ApiClient, ApiClientOptions } from './api-client.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { peopleIn, toldOf } from './nobody-told.ts'

export const ownerEmail = 'owner@shop.example'
export const ownerPassword = 'five cedars over the harbour'

export type ShopParts = {
  db: TestDatabase
  clock: Clock
  store: EventStore
  catalogue: Catalogue
  sessions: Sessions
  limits: Limits
  metrics: Metrics
  logLines: string[]
}

export type TestShop = ShopParts & {
  origin: string
  /** Whether this rig has a route for the operation; others are served by rigs of other rooms. */
  serves: (operation: Operation) => boolean
  /** Newest last. */
  messages: Message[]
  browser: (options?: ApiClientOptions) => ApiClient
  /** Signed in as the owner. */
  ownerBrowser: () => Promise<ApiClient>
  /** Signs up or in with the code that was sent. */
  customerBrowser: (phone: string, fullName?: string) => Promise<ApiClient>
  /** Everything recorded is in the read models and in the catalogue. */
  catchUp: () => Promise<void>
  close: () => Promise<void>
}

export type ShopOptions = {
  limitMode?: LimitMode
  /** Behind how many proxies: then `X-Forwarded-For` names the client. */
  trustProxy?: number
  moreRoutes?: (parts: ShopParts) => readonly Router[]
}

const codeKeys = [Buffer.alloc(32, 7)] as const
const publishing: PublishingSettings = {
  publicHost: 'shop.example',
  environment: 'demo',
  licenceNumber: 'TEST-1/2026',
  drandChainHash: '0'.repeat(64),
  drandPublicKey: '0'.repeat(192),
  rulesSha256: '1'.repeat(64),
  witnesses: [],
  quorum: 0,
}

export async function openTestShop(options: ShopOptions = {}): Promise<TestShop> {
  const { limitMode = 'relaxed', trustProxy = 0 } = options
  const db = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'qura-shop-'))
  const clock = await openClock(db.database)
  const store = openEventStore({ database: db.database, clock })
  const projector = openProjector({ database: db.database, projections: allProjections })
  const stopHearing = store.onGrowth(() => void projector.catchUp())
  const catalogue = await openCatalogue({ database: db.database, failed: () => {} })
  const publicOrigin = 'http://localhost'
  const keys = [{ kid: 'one', key: Buffer.alloc(32, 1) }]
  const sessions = openSessions({ database: db.database, clock, keys, publicOrigin })
  const limits = openLimits({ mode: limitMode })
  const metrics = openMetrics({ withProcess: false })
  const logLines: string[] = []
  const log = openLog({
    level: 'info',
    destination: { write: (line: string) => void logLines.push(line) },
  })
  const ledgerKeys = await openLedgerKeys({ folder: join(folder, 'signer'), mayCreate: true })
  const files = diskFiles(join(folder, 'files'))
  const messages: Message[] = []
  const parts = { db, clock, store, catalogue, sessions, limits, metrics, logLines }
  const common = { database: db.database, store, files, now: clock.now, catalogue, limits }
  const routers = [
    authRoutes({
      ...common,
      codeKeys,
      sessions,
      limitMode,
      walks: openPhoneWalks(),
      metrics,
      log,
      sendMessage: async (message) => void messages.push(message),
    }),
    catalogueRoutes({ catalogue, clock, database: db.database }),
    imageRoutes({ files }),
    docsRoutes({ publicOrigin }),
    eventRoutes({ database: db.database, limits }),
    healthRoutes({ isReady: () => true }),
    adminProductRoutes(common),
    adminRaffleRoutes({
      ...common,
      publishing,
      publishingKeys: openPublishingKeys({ database: db.database, keys: ledgerKeys }),
    }),
    ...(options.moreRoutes?.(parts) ?? []),
  ]
  const app = createApp({
    publicOrigin,
    trustProxy,
    log,
    limits,
    metrics,
    sessions,
    routers,
  })
  await ensureFirstOwner(
    { database: db.database, store, codeKeys },
    { email: ownerEmail, password: ownerPassword },
  )
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${listening.port}`
  const browser = (given: ApiClientOptions = {}) => apiClient(origin, given)

  return {
    ...parts,
    origin,
    serves: servedBy(routers),
    messages,
    browser,
    async ownerBrowser() {
      const client = browser()
      await client.post('/api/auth/admin-login', { email: ownerEmail, password: ownerPassword })
      return client
    },
    async customerBrowser(phone, fullName = 'Test Person') {
      const client = browser()
      await client.post('/api/auth/send-otp', { phone })
      const code = codeIn(messages.at(-1))
      const { status } = await client.post('/api/auth/verify-otp', { phone, code, fullName })
      if (status !== 200) throw new Error(`signing in failed: ${status} ${logLines.join('')}`)
      return client
    },
    async catchUp() {
      await projector.catchUp()
      await catalogue.refresh()
      await catalogue.refresh()
    },
    async close() {
      const people = await peopleIn(db.owner)
      await listening.stop()
      stopHearing()
      await catalogue.stop()
      await projector.stop()
      await sessions.close()
      await store.close()
      await clock.stop()
      await db.drop()
      await rm(folder, { recursive: true, force: true })
      const codes = messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
      const told = toldOf(people, codes, { log: logLines.join('') })
      if (told.length > 0) throw new Error(`told of people (K56): ${told.join('; ')}`)
    },
  }
}

/** `get /api/raffles/:`: method and path with its parameters unnamed. */
function servedBy(routers: readonly Router[]): (operation: Operation) => boolean {
  const served = new Set<string>()
  for (const { route } of routers.flatMap((router) => router.stack))
    for (const layer of route?.stack ?? [])
      served.add(`${layer.method} ${String(route?.path).replace(/:\w+/g, ':')}`)
  return ({ method, path }) => served.has(`${method} ${path.replace(/\{\w+\}/g, ':')}`)
}

export function codeIn(message: Message | undefined): string {
  const [code] = /\d{6}/.exec(message?.text ?? '') ?? []
  if (code === undefined) throw new Error('no code was sent')
  return code
}
