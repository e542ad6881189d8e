// A network that misbehaves on purpose, between a client and PostgreSQL or a provider. It reads the
// wire protocol just far enough to know where a request ends and where its answer does, so that a
// fault can hit exactly the request a test means: the one whose bytes match, for instance `COMMIT`,
// the name of a prepared statement, or the path of an HTTP call.
import net from 'node:net'

import { httpCutting, postgresCutting } from './wire-cutting.ts'
import type { Cutting } from './wire-cutting.ts'

export type Fault =
  /** The server never hears of it; the client's connection is reset. */
  | { kind: 'dropRequest' }
  /** The server does it and answers; the client hears nothing and is reset. */
  | { kind: 'dropReply' }
  /** Both sides are reset while the server is at work: it may or may not have finished. */
  | { kind: 'reset' }
  /** The server does it; the client hears nothing, and neither hears that the other hung up. */
  | { kind: 'blackhole' }
  | { kind: 'delay'; ms: number }

export type Plan = {
  when: RegExp
  fault: Fault
  /** How many matching requests pass first; none unless told otherwise. */
  after?: number
  /** How many matching requests it hits before it is over; 1 unless told otherwise. */
  times?: number
}

export type TcpProxy = {
  /** The same database or provider through the proxy. */
  urlOf: (url: string) => string
  /** Replaces the plan; null lets everything pass. */
  plan: (plan: Plan | null) => void
  /** Requests hit since the start. */
  hits: () => number
  close: () => Promise<void>
}

export type Target = {
  host: string
  port: number
  /** PostgreSQL's protocol unless told otherwise. */
  speaks?: 'postgres' | 'http'
}

export async function openTcpProxy(target: Target): Promise<TcpProxy> {
  const cutting = target.speaks === 'http' ? httpCutting : postgresCutting
  const links = new Set<Link>()
  let plan: Plan | null = null
  let toPass = 0
  let left = 0
  let hits = 0

  const faultFor = (request: Buffer): Fault | null => {
    if (plan === null || left === 0 || !plan.when.test(request.toString('latin1'))) return null
    if (toPass > 0) {
      toPass -= 1
      return null
    }
    left -= 1
    hits += 1
    return plan.fault
  }

  const server = net.createServer((client) => {
    const onward = net.connect(target.port, target.host)
    const link = new Link({ client, server: onward, cutting, faultFor })
    links.add(link)
    link.onEnd = () => links.delete(link)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as net.AddressInfo // it listens on TCP

  return {
    urlOf(url) {
      const address = new URL(url)
      address.host = `127.0.0.1:${port}`
      address.searchParams.delete('host') // a socket file, which would lead past us
      return address.toString()
    },
    plan(next) {
      plan = next
      toPass = next?.after ?? 0
      left = next === null ? 0 : (next.times ?? 1)
    },
    hits: () => hits,
    async close() {
      for (const link of links) link.reset()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

type Ends = {
  client: net.Socket
  server: net.Socket
  cutting: Cutting
  faultFor: (request: Buffer) => Fault | null
}

/** One client's connection and ours to the server. */
class Link {
  onEnd = (): void => {}
  readonly #client: net.Socket
  readonly #server: net.Socket
  readonly #faultFor: (request: Buffer) => Fault | null
  readonly #requestsIn: (bytes: Buffer) => Buffer[]
  readonly #answersIn: (bytes: Buffer) => number
  #isDeaf = false
  /** The server is at work for a client that hears nothing, and does not learn that it has left. */
  #isWorkingUnheard = false
  #resetsWhenReady = false
  /** Keeps the order of requests while one of them is delayed. */
  #passing: Promise<void> = Promise.resolve()

  constructor({ client, server, cutting, faultFor }: Ends) {
    this.#client = client
    this.#server = server
    this.#faultFor = faultFor
    this.#requestsIn = cutting.requests()
    this.#answersIn = cutting.answers()
    client.setNoDelay(true)
    server.setNoDelay(true)
    client.on('data', (bytes) => this.#heardClient(bytes))
    server.on('data', (bytes) => this.#heardServer(bytes))
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('close', () => !this.#isWorkingUnheard && this.reset())
    server.on('close', () => this.reset())
  }

  reset(): void {
    this.#client.resetAndDestroy()
    this.#server.resetAndDestroy()
    this.onEnd()
  }

  #heardClient(bytes: Buffer): void {
    for (const request of this.#requestsIn(bytes))
      this.#passing = this.#passing.then(() => this.#pass(request))
  }

  async #pass(request: Buffer): Promise<void> {
    const fault = this.#faultFor(request)
    if (fault?.kind === 'dropRequest') return this.reset()
    if (fault?.kind === 'delay')
      await new Promise((resolve) => {
        setTimeout(resolve, fault.ms)
      })
    this.#isDeaf ||= fault?.kind === 'dropReply' || fault?.kind === 'blackhole'
    this.#isWorkingUnheard ||= fault?.kind === 'blackhole'
    this.#resetsWhenReady ||= fault?.kind === 'dropReply'
    this.#server.write(request)
    if (fault?.kind === 'reset') setImmediate(() => this.reset())
  }

  #heardServer(bytes: Buffer): void {
    if (!this.#isDeaf) {
      this.#client.write(bytes)
      return
    }
    if (this.#answersIn(bytes) === 0) return
    this.#isWorkingUnheard = false
    if (this.#resetsWhenReady || this.#client.destroyed) this.reset()
  }
}
