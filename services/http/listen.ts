// A listening server with limits against slow and idle clients (assurance F17), and a clean stop.
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { after, sleep } from '../io/timers.ts'
import { keepPace } from './pace.ts'
import type { PaceSettings } from './pace.ts'
import { readUnread } from './unread-body.ts'

export type Listening = {
  port: number
  server: Server
  /**
   * For `drainMs` each answer asks for the end of its connection, so that whoever comes again comes
   * to another process. Then no new connection; requests under way have `graceMs` to end, then
   * their sockets are cut.
   */
  stop: () => Promise<void>
}

export type ListenSettings = {
  host: string
  /** 0: any free one. */
  port: number
  connectionsMax?: number
  graceMs?: number
  drainMs?: number
  /** Several processes listen here, and each connection goes to one of them. */
  isShared?: boolean
  /** Of clients; tests of it are less patient. */
  pace?: PaceSettings
}

/** 2,000 idle sockets must leave room for people, so the limit stands above them. */
const CONNECTIONS_MAX = 4_000

export async function listen(app: RequestListener, settings: ListenSettings): Promise<Listening> {
  const { host, port, connectionsMax = CONNECTIONS_MAX, graceMs = 20_000, drainMs = 0 } = settings
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
    },
    app,
  )
  server.maxConnections = connectionsMax
  const pace = keepPace(server, settings.pace)
  readUnread(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 2_048, reusePort: settings.isShared === true }, resolve)
  })
  // A TCP server's address is never a pipe's name.
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    server,
    async stop() {
      if (drainMs > 0) await drain(server, drainMs)
      await stopServer(server, graceMs)
      await pace.stop()
    },
  }
}

/** A connection that is closed between two requests may break the second, which is on its way. */
async function drain(server: Server, ms: number): Promise<void> {
  server.prependListener('request', (_, response) => (response.shouldKeepAlive = false))
  if (await hasConnections(server)) await sleep(ms)
}

const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) =>
    server.getConnections((error, count) => resolve(error === null && count > 0)),
  )

async function stopServer(server: Server, graceMs: number): Promise<void> {
  const cancelCut = after('cut connections', graceMs, () => server.closeAllConnections())
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await closed
  cancelCut()
}
