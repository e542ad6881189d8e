// A listening server with limits against slow and idle clients (docs/campaign.md, F17), and a clean
// stop.
import { createServer } from 'node:http'
import type { RequestListener, Server, ServerResponse } from 'node:http'

import { after, endOfTurn, sleep } from '../io/timers.ts'
import { acceptFor } from '../io/acceptors.ts'
import { bareAnswer, refuseUnreadable, requireHost } from './bare-answer.ts'
import { keepPace } from './pace.ts'
import type { Pace, PaceSettings } from './pace.ts'
import { readUnread } from './unread-body.ts'

export type Listening = {
  port: number
  server: Server
  /**
   * Each answer asks for the end of its connection, so that whoever comes again comes to another
   * process: for `drainMs`, and on while idle connections are left of before, eleven seconds in
   * all. Then no new one. `drainMs` and `graceMs` after the call all are cut.
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
const KEPT_MS = 10_000
const NODE_WAITS_MS = 1_000

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
      keepAliveTimeout: KEPT_MS,
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
      askToGo(server, pace)
      const cancelCut = after('cut connections', drainMs + graceMs, () =>
        server.closeAllConnections(),
      )
      if (drainMs > 0) await drain(pace, drainMs)
      const { allGone } = await acceptors.stopListening()
      await closeIdle(server, pace, allGone)
      cancelCut()
      await pace.stop()
    },
  }
}

/** Whose request is here already, and whoever comes. */
function askToGo(server: Server, { answers }: Pace): void {
  const asked = (response: ServerResponse) => void (response.shouldKeepAlive = false)
  server.prependListener('request', (_, response) => asked(response))
  for (const [, response] of answers()) asked(response)
}

const LOOK_MS = 50

/**
 * Who has no connection at the moment may be a balancer that still believes in us. And one that is
 * closed between two requests may break the second, which is on its way: each is kept for as long
 * as its client was told, when it was idle already.
 */
async function drain({ answers }: Pace, drainMs: number): Promise<void> {
  const told = Array.from(answers(), ([socket]) => socket)
  const beganMs = performance.now()
  await sleep(drainMs)
  const isKept = () => performance.now() - beganMs < KEPT_MS + NODE_WAITS_MS
  while (told.some(({ destroyed }) => !destroyed) && isKept()) await sleep(LOOK_MS)
}

/**
 * Not while an answer is being taken, which Node holds for idle once it was given; and not before
 * all that has come was read: after a busy moment the clock is looked at first.
 */
async function closeIdle(server: Server, { answers }: Pace, allGone: Promise<void>): Promise<void> {
  let isOver = false
  void allGone.then(() => (isOver = true))
  while (!isOver) {
    await endOfTurn()
    if (!answers().some(([, response]) => isTaken(response))) server.closeIdleConnections()
    await Promise.race([allGone, sleep(LOOK_MS)])
  }
}

const isTaken = ({ writableEnded, writableFinished }: ServerResponse) =>
  writableEnded && !writableFinished
