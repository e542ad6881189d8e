// Where requests and answers end in a stream of bytes, for a proxy that hits single ones of them.

/** Made anew for each connection: each remembers the bytes of what is not complete yet. */
export type Cutting = {
  requests: () => (bytes: Buffer) => Buffer[]
  /** How many answers end in these bytes. */
  answers: () => (bytes: Buffer) => number
}

/**
 * PostgreSQL manual 54.2: a request ends with Sync or is a simple Query, its answer ends with
 * ReadyForQuery.
 */
export const postgresCutting: Cutting = {
  requests() {
    const frames = new Frames('startup')
    let request: Buffer[] = []
    return (bytes) =>
      frames.take(bytes).flatMap((frame) => {
        request.push(frame)
        const type = String.fromCharCode(frame[0]!)
        // Before the first query the client only says who it is: startup and password messages.
        const isComplete =
          type === 'S' || type === 'Q' || type === 'X' || type === 'p' || frame[0] === 0
        if (!isComplete) return []
        const whole = Buffer.concat(request)
        request = []
        return [whole]
      })
  },
  answers() {
    const frames = new Frames('typed')
    return (bytes) => frames.take(bytes).filter((frame) => frame[0] === 'Z'.charCodeAt(0)).length
  },
}

/** HTTP/1.1 with a stated length, which is how the shop asks and the sandbox answers. */
export const httpCutting: Cutting = {
  requests: () => httpMessages(),
  answers() {
    const take = httpMessages()
    return (bytes) => take(bytes).length
  },
}

function httpMessages(): (bytes: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const messages: Buffer[] = []
    for (let length = httpLength(rest); length !== null; length = httpLength(rest)) {
      messages.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    return messages
  }
}

/** Of the first message, or null while it is not all here. */
function httpLength(bytes: Buffer): number | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  if (/^transfer-encoding:/im.test(head)) throw new Error('the proxy reads stated lengths only')
  const [, stated = '0'] = /^content-length: *(\d+)/im.exec(head) ?? []
  const length = headEnd + 4 + Number(stated)
  return bytes.length < length ? null : length
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
