// Nobody waits long for a PostgreSQL that says nothing any more (docs/campaign.md, F5). A network
// may swallow what is said while nobody hangs up, and a statement's own time limit is that of an
// honest slow one. So when somebody has waited for a second, the server is asked, on a connection
// made for the purpose, which of our sessions it is at work on. The answer to any other one is
// lost, and its connection is cut. Where nobody answers the question either, all of them are cut,
// and whoever comes is refused at once, until the server is heard again.
//
// Patience is counted in looks, not by the clock: while this process itself stands still it hears
// nobody, and nobody is to be blamed for it.
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

import { Client, DatabaseError } from 'pg'
import type { ClientBase, ClientConfig } from 'pg'

import { io } from './io.ts'
import { apart } from './tracing.ts'

export type SilenceWatch = {
  /** For the driver: each of its connections is made on one of these. */
  stream: () => Socket
  isSilent: () => boolean
  /** Rises while somebody waits, and stands while this process stands still. */
  watchedMs: () => number
  /** `client`: whose answer is awaited; null: a connection is. */
  during: <Result>(client: ClientBase | null, act: () => Promise<Result>) => Promise<Result>
  stop: () => void
}

const LOOK_MS = 250
/** A second: longer than any ordinary statement takes. */
const LATE_LOOKS = 4
/** Two seconds, for a question that takes a busy server milliseconds. */
const ASKED_LOOKS_MAX = 8
/** How often a silent server is asked whether it is back. */
const AGAIN_LOOKS = 2

/** What the driver keeps beyond its published types; its own pool cuts connections this way too. */
type Seated = ClientBase & { processID: number | null; connection: { stream: Socket } }

const seated = (client: ClientBase) => client as Seated

type Waiting = { client: Seated | null; looks: number }
type Question = { client: Seated; looks: number; heardBefore: ReadonlyMap<Socket, number> }

export function watchForSilence(settings: ClientConfig): SilenceWatch {
  const sockets = new Set<Socket>()
  const waiting = new Set<Waiting>()
  let question: Question | undefined
  let isSilent = false
  let isStopped = false
  let looksUntilAgain = 0
  let looks = 0
  let timer: NodeJS.Timeout | undefined

  function look() {
    timer = undefined
    looks += 1
    for (const each of waiting) each.looks += 1
    if (question !== undefined) {
      question.looks += 1
      if (question.looks === ASKED_LOOKS_MAX) cut(question.client)
    } else if (isSilent ? --looksUntilAgain <= 0 : lateOnes().length > 0) apart(() => void ask())
    lookSoon()
  }

  function lookSoon() {
    if (!isStopped && (waiting.size > 0 || isSilent || question !== undefined))
      timer ??= setTimeout(look, LOOK_MS).unref()
  }

  const lateOnes = () => [...waiting].filter(({ looks }) => looks >= LATE_LOOKS)

  async function ask() {
    const client = clientOf(settings)
    if (client === null) return // asked at the next look, and nobody is blamed meanwhile
    const late = lateOnes()
    for (const each of late) each.looks = 0
    const heard = new Map(late.map((each) => [each, heardFrom(each)]))
    const asked: Question = { client, looks: 0, heardBefore: bytesOf(sockets) }
    question = asked
    try {
      const idle = await io('sql who is idle', () => idleAmong(client, late))
      isSilent = false
      // An answer that came before this one may be read after it, and a long one in many pieces.
      await turn()
      for (const each of late)
        if (waiting.has(each) && isAmong(each, idle) && heardFrom(each) === heard.get(each))
          cut(each.client)
    } catch (error) {
      if (error instanceof DatabaseError || hasSpoken(asked.heardBefore)) isSilent = false
      else fallSilent()
    } finally {
      question = undefined
      cut(client)
    }
  }

  const hasSpoken = (before: Question['heardBefore']) =>
    [...sockets].some((socket) => socket.bytesRead > (before.get(socket) ?? 0))

  function fallSilent() {
    isSilent = true
    looksUntilAgain = AGAIN_LOOKS
    for (const socket of sockets) socket.destroy()
  }

  return {
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    isSilent: () => isSilent,
    watchedMs: () => looks * LOOK_MS,
    async during(client, act) {
      const one: Waiting = { client: client && seated(client), looks: 0 }
      waiting.add(one)
      lookSoon()
      try {
        return await act()
      } finally {
        waiting.delete(one)
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      if (question !== undefined) cut(question.client)
    },
  }
}

/** Null: a file that the address names is missing; the driver reads them for each connection. */
function clientOf(settings: ClientConfig): Seated | null {
  try {
    return seated(new Client(settings))
  } catch {
    return null
  }
}

const bytesOf = (sockets: ReadonlySet<Socket>) =>
  new Map([...sockets].map((socket) => [socket, socket.bytesRead]))

/** Its holder hears that the connection has ended, and that nobody knows what became of it. */
function cut(client: Seated | null): void {
  client?.connection.stream.destroy()
}

/** Bytes, of whatever kind its connection is. */
const heardFrom = ({ client }: Waiting): number => client?.connection.stream.bytesRead ?? 0

const isAmong = ({ client }: Waiting, pids: ReadonlySet<number>) =>
  client !== null && client.processID !== null && pids.has(client.processID)

/** The sessions of these that the server is not at work on, whatever they wait for. */
async function idleAmong(client: Seated, late: readonly Waiting[]): Promise<ReadonlySet<number>> {
  client.on('error', () => {})
  const pids = late.map((each) => each.client?.processID ?? 0)
  await client.connect()
  // Whose a session is, is the login and not the role; only to its owner is told what it does.
  await client.query('begin')
  await client.query('set local role none')
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where pid = any($1::int[]) and state like 'idle%'`,
    [pids],
  )
  return new Set(rows.map(({ pid }) => pid))
}
