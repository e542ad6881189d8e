// What still comes of a body when its call has been answered. Node would read it as fast as it is
// poured, and throw it away; here it is read at an easy pace, so that the connection can serve its
// next call. Who pours without an end finds nobody who takes it, and is cut.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { after } from '../io/timers.ts'

/** More than any form of ours takes: a picture whose sender was signed out meanwhile is read. */
const DECLARED_BYTES_MAX = 16 * 2 ** 20
const UNDECLARED_BYTES_MAX = 2 ** 20
/** After each piece, which is 64 KiB at most. */
const REST_MS = 20
/** A connection that is cut with bytes unread may take an answer with it that is on its way. */
const READ_YOUR_ANSWER_MS = 500

export function readUnread(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Before Node's own listener, which lets the connection throw everything away unseen.
    response.prependOnceListener('finish', () => {
      if (!request.complete) readSlowly(request)
    })
  })
}

function readSlowly(request: IncomingMessage): void {
  const declared = Number(request.headers['content-length'] ?? Infinity)
  const bytesMax = declared <= DECLARED_BYTES_MAX ? declared : UNDECLARED_BYTES_MAX
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    request.pause()
    if (bytes > bytesMax) after('cut a flood', READ_YOUR_ANSWER_MS, () => request.destroy())
    else after('read on', REST_MS, () => request.resume())
  })
}
