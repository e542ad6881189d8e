// What still comes of a body when its call has been answered. A little of it is read, so that the
// connection can serve the next call; whoever goes on pouring finds nobody who takes it, has a
// moment to read his answer, and is cut. Node would read all of it, and throw it away.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { after } from '../io/timers.ts'

const BYTES_MAX = 64 * 1024
/** A connection that is cut with bytes unread may take an answer with it that is still on its way. */
const READ_YOUR_ANSWER_MS = 500

export function endFloods(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Before Node's own listener, which lets the connection throw everything away unseen.
    response.prependOnceListener('finish', () => {
      if (!request.complete) readALittle(request)
    })
  })
}

function readALittle(request: IncomingMessage): void {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= BYTES_MAX || request.isPaused()) return
    request.pause()
    after('cut a flood', READ_YOUR_ANSWER_MS, () => request.destroy())
  })
}
