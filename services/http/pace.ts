// A connection that waits for its client and does not move is cut (docs/campaign.md, F17): a body
// that comes byte by byte, and an answer that nobody takes. Node's own limits know the first twenty
// seconds of a request and nothing of its answer: whoever does not read one would keep it in our
// memory for as long as he likes. An act of ours that takes long is waited for.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { afterTurn, every } from '../io/timers.ts'

export type PaceSettings = {
  /** A body brings so many bytes within each window, an answer loses any at all; or it is cut. */
  bytesMin: number
  windowMs: number
  /** However steadily it is taken, an answer has gone after so long. */
  answerMsMax: number
  checkMs: number
}

/** A phone at the edge of a slow network moves ten times as much. */
export const paceOfPeople: PaceSettings = {
  bytesMin: 1_024,
  windowMs: 10_000,
  answerMsMax: 15 * 60_000,
  checkMs: 1_000,
}

/** What was asked last on a connection, and when its body or its answer last made headway. */
type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  beganMs: number
  movedMs: number
  movedBytes: number
  takenBytes: number
}

export type PaceNeeds = {
  settings?: PaceSettings | undefined
  /** Said to who is too slow, whole. */
  tooSlow: string
}

export type Pace = {
  /** Connections on which something was asked, each with its newest answer, given or not. */
  answers: () => IteratorObject<readonly [Socket, ServerResponse]>
  stop: () => Promise<void>
}

export function keepPace(server: Server, { settings = paceOfPeople, tooSlow }: PaceNeeds): Pace {
  const exchanges = new Map<Socket, Exchange>()
  server.on('connection', (socket: Socket) =>
    socket.once('close', () => void exchanges.delete(socket)),
  )
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const now = performance.now()
    const movedBytes = request.socket.bytesRead
    const moved = { movedMs: now, movedBytes, takenBytes: takenOf(request.socket) }
    exchanges.set(request.socket, { request, response, beganMs: now, ...moved })
  })
  // Told by Node when nothing has moved in either direction. Of an answer that is not taken it may
  // say so a whole window late, which is why those are looked at here as well.
  server.setTimeout(settings.windowMs, (socket) => {
    const { bytesRead, bytesWritten } = socket
    // After a busy moment of ours the clock is looked at before what has come meanwhile, and before
    // what we say in that turn: behind it the connection is silent anew, and may be asked again.
    afterTurn(() => {
      const isSilent = socket.bytesRead === bytesRead && socket.bytesWritten === bytesWritten
      if (isSilent) cutSilent(socket)
    })
  })
  const { stop } = every('pace', settings.checkMs, check, () => {})
  return {
    answers: () => exchanges.entries().map(([socket, { response }]) => [socket, response] as const),
    stop,
  }

  function cutSilent(socket: Socket): void {
    const exchange = exchanges.get(socket)
    if (exchange === undefined) socket.destroy()
    else if (!isOurTurn(exchange)) cut(exchange, tooSlow)
  }

  async function check(): Promise<void> {
    const now = performance.now()
    for (const exchange of exchanges.values()) if (isTooSlow(exchange, now)) cut(exchange, tooSlow)
  }

  function isTooSlow(exchange: Exchange, now: number): boolean {
    const { request, beganMs } = exchange
    const { bytesRead, writableLength } = request.socket
    const takenBytes = takenOf(request.socket)
    const hasMoved = waitsForBody(request)
      ? bytesRead - exchange.movedBytes >= settings.bytesMin
      : writableLength === 0 || takenBytes !== exchange.takenBytes
    if (hasMoved) Object.assign(exchange, { movedMs: now, movedBytes: bytesRead, takenBytes })
    const isTakenForEver = writableLength > 0 && now - beganMs > settings.answerMsMax
    return isTakenForEver || now - exchange.movedMs > settings.windowMs
  }
}

/** What has come already is ours to take: then it is not the client who is slow. */
const waitsForBody = ({ complete, readableLength }: IncomingMessage) =>
  !complete && readableLength === 0

/** Node publishes when one write has gone whole, not how much of it has. */
type Unpublished = { _handle?: { writeQueueSize?: number } | null }

/** Of no meaning by itself: it differs from before when the other side has taken any of it. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Unpublished
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0)
}

const isOurTurn = ({ request, response }: Exchange) =>
  !response.writableFinished && request.socket.writableLength === 0 && !waitsForBody(request)

function cut({ request: { socket }, response }: Exchange, tooSlow: string): void {
  if (response.headersSent || response.writableFinished) return void socket.destroy()
  socket.write(tooSlow)
  socket.destroySoon()
}
