// Answers that no step of the application makes: Node's parser has given up on what came, `pace.ts`
// on who sends it, or HTTP itself asks for a refusal. By themselves they would have no headers;
// here they keep browsers as strict as all others do (docs/security.md, K52), and end the
// connection.
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { headersOfAll } from './security-headers.ts'
import type { HeaderSettings } from './security-headers.ts'

const reasons = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
} as const
type BareStatus = keyof typeof reasons

const headersOf = (settings: HeaderSettings) => ({
  ...headersOfAll(settings),
  Connection: 'close',
  'Content-Length': '0',
})

/** Whole, as it goes over the wire. */
export function bareAnswer(status: BareStatus, settings: HeaderSettings): string {
  const lines = Object.entries(headersOf(settings)).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join('')}\r\n`
}

/** What Node itself would say to what its parser cannot read; anything else is 400. */
const statusOf: Readonly<Record<string, BareStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export function refuseUnreadable(server: Server, settings: HeaderSettings): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // It is refused already, and goes on sending.
    if (socket.writableEnded && !socket.destroyed) return
    // An answer that is on its way must not be taken for one that ends with this head.
    if (!socket.writable || hasBegun(socket)) return void socket.destroy()
    const status = statusOf[error.code ?? ''] ?? 400
    socket.end(bareAnswer(status, settings), () => socket.destroy())
  })
  server.on('checkExpectation', (_request, response) => refuse(response, 417, settings))
}

/** Node does not publish which answer is the connection's turn. */
type Unpublished = { _httpMessage?: ServerResponse | null }

const hasBegun = (socket: Duplex) => (socket as Unpublished)._httpMessage?.headersSent === true

/** HTTP/1.1 asks for one (RFC 9112, 3.2); Node is told to leave the refusal to us. */
export function requireHost(app: RequestListener, settings: HeaderSettings): RequestListener {
  return (request, response) => {
    const isMissing = request.httpVersion === '1.1' && request.headers.host === undefined
    if (isMissing) refuse(response, 400, settings)
    else app(request, response)
  }
}

function refuse(response: ServerResponse, status: BareStatus, settings: HeaderSettings): void {
  response.writeHead(status, headersOf(settings)).end()
}
