// A network that misbehaves on purpose, between a client and PostgreSQL. It reads the wire protocol
// just far enough to know where a request ends (Sync or simple Query, PostgreSQL manual 54.2) and
// where its answer does (ReadyForQuery), so that a fault can hit exactly the request a test means:
// the one whose bytes match, for instance `COMMIT` or the name of a prepared statement.
import net from 'node:net'

export type Fault =
  /** The server never hears of it; the client's connection is reset. */
  | { kind: 'dropRequest' }
  /** The server does it and answers; the client hears nothing and is reset. */
  | { kind: 'dropReply' }
  /** Both sides are reset while the server is at work: it may or may not have finished. */
  | { kind: 'reset' }
  /** The server does it; the client hears nothing and the connection stays open. */
  | { kind: 'blackhole' }
  | { kind: 'delay'; ms: number }

export type Plan = {
  when: RegExp
  fault: Fault
  /** How many matching requests it hits before it is over; 1 unless told otherwise. */
  times?: number
}

export type TcpProxy = {
  /** The same database through the proxy. */
  urlOf: (url: string) => string
  /** Replaces the plan; null lets everything pass. */
  plan: (plan: Plan | null) => void
  /** Requests hit since the start. */
  hits: () => number
  close: () => Promise<void>
}

export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const links = new Set<Link>()
  let plan: Plan | null = null
  let left = 0
  let hits = 0

  const faultFor = (request: Buffer): Fault | null => {
    if (plan === null || left === 0 || !plan.when.test(request.toString('latin1'))) return null
    left -= 1
    hits += 1
    return plan.fault
  }

  const server = net.createServer((client) => {
    const link = new Link(client, net.connect(target.port, target.host), faultFor)
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
      return address.toString()
    },
    plan(next) {
      plan = next
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

/** One client's connection and ours to the server. */
class Link {
  onEnd = (): void => {}
  readonly #client: net.Socket
  readonly #server: net.Socket
  readonly #faultFor: (request: Buffer) => Fault | null
  readonly #fromClient = new Frames('startup')
  readonly #fromServer = new Frames('typed')
  /** Frames of the request that is not complete yet. */
  #request: Buffer[] = []
  #isDeaf = false
  #resetsWhenReady = false
  /** Keeps the order of requests while one of them is delayed. */
  #passing: Promise<void> = Promise.resolve()

  constructor(client: net.Socket, server: net.Socket, faultFor: (request: Buffer) => Fault | null) {
    this.#client = client
    this.#server = server
    this.#faultFor = faultFor
    client.setNoDelay(true)
    server.setNoDelay(true)
    client.on('data', (bytes) => this.#heardClient(bytes))
    server.on('data', (bytes) => this.#heardServer(bytes))
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.on('close', () => this.reset())
    }
  }

  reset(): void {
    this.#client.resetAndDestroy()
    this.#server.resetAndDestroy()
    this.onEnd()
  }

  #heardClient(bytes: Buffer): void {
    for (const frame of this.#fromClient.take(bytes)) {
      this.#request.push(frame)
      const type = String.fromCharCode(frame[0]!)
      // Before the first query the client only says who it is: startup and password messages.
      const isComplete =
        type === 'S' || type === 'Q' || type === 'X' || type === 'p' || frame[0] === 0
      if (!isComplete) continue
      const request = Buffer.concat(this.#request)
      this.#request = []
      this.#passing = this.#passing.then(() => this.#pass(request))
    }
  }

  async #pass(request: Buffer): Promise<void> {
    const fault = this.#faultFor(request)
    if (fault?.kind === 'dropRequest') return this.reset()
    if (fault?.kind === 'delay')
      await new Promise((resolve) => {
        setTimeout(resolve, fault.ms)
      })
    this.#isDeaf ||= fault?.kind === 'dropReply' || fault?.kind === 'blackhole'
    this.#resetsWhenReady ||= fault?.kind === 'dropReply'
    this.#server.write(request)
    if (fault?.kind === 'reset') setImmediate(() => this.reset())
  }

  #heardServer(bytes: Buffer): void {
    if (!this.#isDeaf) {
      this.#client.write(bytes)
      return
    }
    const isReady = this.#fromServer.take(bytes).some((frame) => frame[0] === 'Z'.charCodeAt(0))
    if (isReady && this.#resetsWhenReady) this.reset()
  }
}

/** Cuts a stream of bytes into protocol messages. */
class Frames {
  #rest: Buffer = Buffer.alloc(0)
  /** The very first message of a client has no type byte. */
  #isUntyped: boolean

  constructor(first: 'startup' | 'typed') {
    this.#isUntyped = first === 'startup'
  }

  take(bytes: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const frames: Buffer[] = []
    for (let length = this.#length(); length !== null; length = this.#length()) {
      frames.push(this.#rest.subarray(0, length))
      this.#rest = this.#rest.subarray(length)
      this.#isUntyped = false
    }
    return frames
  }

  /** Of the next message, or null while it is not all here. */
  #length(): number | null {
    const typeBytes = this.#isUntyped ? 0 : 1
    if (this.#rest.length < typeBytes + 4) return null
    const length = typeBytes + this.#rest.readInt32BE(typeBytes)
    return this.#rest.length < length ? null : length
  }
}
