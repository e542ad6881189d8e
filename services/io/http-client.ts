// The only door for calls to other people's servers: a list of allowed hosts, no redirects, two
// time limits, a limit on the answer, TLS always checked. node:http with kept connections takes
// about half of the processor time of fetch, and this is called once per purchase.
import http from 'node:http'
import https from 'node:https'

import { io } from './io.ts'

export type HttpCall = {
  /** For the record of calls and the breaker: `whish payment`, never an address. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** `host` or `host:port`, exactly as in the address. */
  allowedHosts: readonly string[]
  connectTimeoutMs?: number
  totalTimeoutMs?: number
  /** Of the answer's body. */
  maxBytes?: number
  signal?: AbortSignal
}

export type HttpAnswer = {
  status: number
  headers: http.IncomingHttpHeaders
  bytes: Buffer
  /** The bytes as UTF-8; made of them when it is asked for. */
  readonly text: string
}

/**
 * `not_sent`: the other side cannot have acted. `unknown`: it may have. Whatever the status, an
 * answer that came is an answer and no failure.
 */
export class HttpFailure extends Error {
  readonly outcome: 'not_sent' | 'unknown'

  constructor(message: string, outcome: 'not_sent' | 'unknown', cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'HttpFailure'
    this.outcome = outcome
  }
}

// As many may rest as may work: else a rush that comes in waves closes and opens them all the time.
const kept = { keepAlive: true, keepAliveMsecs: 5_000, maxSockets: 128, maxFreeSockets: 128 }
const plain = new http.Agent({ ...kept, timeout: 30_000 })
const secure = new https.Agent({ ...kept, timeout: 30_000 })

export async function httpRequest(call: HttpCall): Promise<HttpAnswer> {
  const url = new URL(call.url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new HttpFailure(`${call.name}: only http and https are spoken`, 'not_sent')
  if (!call.allowedHosts.includes(url.host))
    throw new HttpFailure(`${call.name}: host ${url.host} is not allowed`, 'not_sent')
  return io(`http ${call.name}`, () => send(call, url))
}

/** Ends idle kept connections; a process that stops calls it last. */
export function closeHttpConnections(): void {
  plain.destroy()
  secure.destroy()
}

function send(call: HttpCall, url: URL): Promise<HttpAnswer> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, {
      method: call.method,
      headers: { ...call.headers, ...contentLength(call.body) },
      agent: isSecure ? secure : plain,
      ...(call.signal && { signal: call.signal }),
    })
    const limits = limitTime(call, request, isSecure)
    request.on('response', (response) => {
      readAnswer(call, response).then(resolve, reject).finally(limits.stop)
    })
    request.on('error', (error) => {
      limits.stop()
      reject(failure(call, error, limits.wasConnected()))
    })
    request.end(call.body)
  })
}

const contentLength = (body: HttpCall['body']) =>
  body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }

/** Until a connection stands nothing was sent; from then on the other side may have acted. */
function limitTime(call: HttpCall, request: http.ClientRequest, isSecure: boolean) {
  const { connectTimeoutMs = 3_000, totalTimeoutMs = 8_000 } = call
  let isConnected = false
  const late = (what: string, ms: number) => () =>
    request.destroy(new Error(`${what} took longer than ${ms} ms`))
  const total = setTimeout(late('the call', totalTimeoutMs), totalTimeoutMs)
  const connect = setTimeout(late('connecting', connectTimeoutMs), connectTimeoutMs)
  const connected = () => {
    isConnected = true
    clearTimeout(connect)
  }
  request.on('socket', (socket) => {
    if (request.reusedSocket || !socket.connecting) connected()
    else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
  })
  return {
    wasConnected: () => isConnected,
    stop: () => {
      clearTimeout(total)
      clearTimeout(connect)
    },
  }
}

async function readAnswer(call: HttpCall, response: http.IncomingMessage): Promise<HttpAnswer> {
  const { maxBytes = 256 * 1024 } = call
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    response.destroy()
    throw failure(call, error, true)
  }
  const bytes = Buffer.concat(chunks)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    get text() {
      return bytes.toString('utf8')
    },
  }
}

function failure(call: HttpCall, cause: unknown, wasConnected: boolean): HttpFailure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new HttpFailure(`${call.name}: ${reason}`, wasConnected ? 'unknown' : 'not_sent', cause)
}
