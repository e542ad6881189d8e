// Many at once at one port. An event loop takes one new connection from each listening socket per
// turn, and in a rush a turn lasts 15 ms: through one socket 66 people a second come in, and
// whoever is left outside waits until the rush is over. So several sockets listen at the port, and
// the system spreads over them who comes.
import type { Server as HttpServer } from 'node:http'
import { createServer, Server } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

import { endOfTurn } from './timers.ts'

export type Acceptors = {
  port: number
  /** Over all sockets. */
  connections: () => number
  /**
   * Ends the listening when nobody is at the door. Closes no connection, as node:http would: that
   * of an answer that is still being taken, too. `allGone`: when the last has gone by itself.
   */
  stopListening: () => Promise<{ allGone: Promise<void> }>
}

export type AcceptorSettings = {
  host: string
  /** 0: any free one. */
  port: number
  /** Over all sockets: the one too many is hung up on. */
  connectionsMax?: number
  /** Other processes listen here as well. */
  isShared?: boolean
}

/** Together a thousand a second in a rush; a socket at rest costs nothing. */
const SOCKETS = 16
/** Of each socket: who waits to be taken. */
const BACKLOG = 2_048

/** Fails with EADDRINUSE where anybody else listens already, unless the port is shared. */
export async function acceptFor(
  server: HttpServer,
  { host, port, connectionsMax = Infinity, isShared = false }: AcceptorSettings,
): Promise<Acceptors> {
  // Sockets that share a port do not notice a stranger's that shares it too; one alone does.
  if (!isShared && port !== 0) await ensureFree({ host, port })
  const connections = limitConnections(server, connectionsMax)
  const isSpread = await listenSpread(server, { host, port, isShared })
  const { port: found } = server.address() as AddressInfo // of TCP: never a pipe's name
  // As node:http makes its own.
  const more = Array.from({ length: isSpread ? SOCKETS - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    ),
  )
  await Promise.all(more.map((one) => listenAt(one, { host, port: found, reusePort: true })))
  return {
    port: found,
    connections,
    async stopListening() {
      await quietTurn(server)
      const allGone = Promise.all([server, ...more].map(closed)).then(() => {
        server.close() // has nothing to close any more, but ends its own look at slow requests
      })
      return { allGone }
    },
  }
}

/** In a rush there may be none. */
const QUIET_WITHIN_MS = 1_000
const SHORT_TURN_MS = 1

/**
 * Who waits at a socket that closes is hung up on, before he could say anything, and where others
 * share the port the system goes on sending people to it until the last moment. So the moment is
 * after a turn of the event loop in which nobody came in, and which was too short for many to come
 * since.
 */
async function quietTurn(server: HttpServer): Promise<void> {
  let came = 0
  const count = () => void (came += 1)
  server.on('connection', count)
  const startedAt = performance.now()
  let turnAt = startedAt
  await endOfTurn() // of this one, whose sockets may have been looked at already
  do {
    came = 0
    turnAt = performance.now()
    await endOfTurn()
  } while (!isQuiet() && turnAt - startedAt < QUIET_WITHIN_MS)
  server.off('connection', count)

  function isQuiet(): boolean {
    return came === 0 && performance.now() - turnAt < SHORT_TURN_MS
  }
}

/** False where the system spreads no connections, and one socket has to do. */
async function listenSpread(
  server: Server,
  { host, port, isShared }: { host: string; port: number; isShared: boolean },
): Promise<boolean> {
  try {
    await listenAt(server, { host, port, reusePort: true })
    return true
  } catch (error) {
    if (isShared || (error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error
    await listenAt(server, { host, port })
    return false
  }
}

function limitConnections(server: HttpServer, connectionsMax: number): () => number {
  let connections = 0
  server.prependListener('connection', (socket: Socket) => {
    connections += 1
    socket.once('close', () => (connections -= 1))
    if (connections > connectionsMax) socket.destroy()
  })
  return () => connections
}

type Address = { host: string; port: number; reusePort?: boolean }

function listenAt(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function ensureFree(address: Address): Promise<void> {
  const probe = createServer()
  await listenAt(probe, address)
  await closed(probe)
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => void Server.prototype.close.call(server, () => resolve()))
