// A listening server with limits against slow and idle clients (docs/campaign.md, F17), and a clean
// stop.
import { createServer } from 'node:http'
import type { RequestListener, Server, ServerResponse } from 'node:http'

import { after, sleep } from '../io/timers.ts'
import { acceptFor } from '../io/acceptors.ts'
import type { Acceptors } from '../io/acceptors.ts'
import { bareAnswer, refuseUnreadable, requireHost } from './bare-answer.ts'
import { keepPace } from './pace.ts'
import type { PaceSettings } from './pace.ts'
import { readUnread } from './unread-body.ts'

export type Listening = {
  port: number
  server: Server
  /**
   * Each answer asks for the end of its connection, for `drainMs` first, so that whoever comes
   * again comes to another process. Then no new connection; requests under way have `graceMs` to
   * end, then their sockets are cut.
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
  /** Browsers reach it over https. */
  isHttps?: boolean
  /** Of clients; tests of it are less patient. */
  pace?: PaceSettings
}

/** Of a connection between two requests, as its client is told; Node waits a second more. */
const KEPT_MS_MAX = 10_000
const NODE_WAITS_MS = 1_000

/** Whoever is idle when the end begins has gone when it comes: none is closed that may be used. */
const keptMs = (drainMs: number) =>
  drainMs > NODE_WAITS_MS ? Math.min(KEPT_MS_MAX, drainMs - NODE_WAITS_MS) : KEPT_MS_MAX

/** 2,000 idle sockets must leave room for people, so the limit stands above them. */
const CONNECTIONS_MAX = 4_000

export async function listen(app: RequestListener, settings: ListenSettings): Promise<Listening> {
  const { host, port, connectionsMax = CONNECTIONS_MAX, graceMs = 20_000, drainMs = 0 } = settings
  const headers = { isHttps: settings.isHttps === true }
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: keptMs(drainMs),
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    requireHost(app, headers),
  )
  const tooSlow = bareAnswer(408, headers)
  const pace = keepPace(server, { settings: settings.pace, tooSlow })
  refuseUnreadable(server, headers)
  readUnread(server)
  const isShared = settings.isShared === true
  const acceptors = await acceptFor(server, { host, port, connectionsMax, isShared })
  return {
    port: acceptors.port,
    server,
    async stop() {
      askToGo(server, pace.lastAnswers())
      if (drainMs > 0) await sleep(drainMs)
      await stopServer(server, acceptors, graceMs)
      await pace.stop()
    },
  }
}

/**
 * A connection that is closed between two requests may break the second, which is on its way. And
 * who has no connection at the moment may be a balancer that still believes in us. `underWay`: of
 * requests that are here already.
 */
function askToGo(server: Server, underWay: Iterable<ServerResponse>): void {
  const asked = (response: ServerResponse) => void (response.shouldKeepAlive = false)
  server.prependListener('request', (_, response) => asked(response))
  for (const response of underWay) asked(response)
}

async function stopServer(server: Server, acceptors: Acceptors, graceMs: number): Promise<void> {
  const cancelCut = after('cut connections', graceMs, () => server.closeAllConnections())
  // Idle ones are closed with it, but not before all that has come on them was read: after a busy
  // moment the clock is looked at first.
  await acceptors.close()
  cancelCut()
}
