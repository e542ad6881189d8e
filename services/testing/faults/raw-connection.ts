// A connection as bytes: what is written to it, what comes back, and when the other side ends it.
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type RawConnection = {
  socket: Socket
  /** Of the first answer; null: it ended without one. */
  status: Promise<number | null>
  /** How long after its opening it ended. */
  endedMs: Promise<number>
}

export function openRaw(origin: string, first: string | Uint8Array = ''): RawConnection {
  const { hostname, port } = new URL(origin)
  const openedMs = performance.now()
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // a reset is one way of ending it
  if (first.length > 0) socket.write(first)
  return {
    socket,
    status: firstStatus(socket),
    endedMs: new Promise((resolve) =>
      socket.once('close', () => resolve(performance.now() - openedMs)),
    ),
  }
}

const HEAD_CHARACTERS = 16

function firstStatus(socket: Socket): Promise<number | null> {
  let head = ''
  return new Promise((resolve) => {
    socket.on('data', (bytes) => {
      if (head.length < HEAD_CHARACTERS) head += bytes.toString('latin1', 0, HEAD_CHARACTERS)
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
      if (status !== undefined) resolve(Number(status))
    })
    socket.once('close', () => resolve(null))
  })
}

/** Of a request, up to the empty line; `more` are whole header lines. */
export function requestHead(call: string, more: readonly string[] = []): string {
  return [`${call} HTTP/1.1`, 'Host: shop.example', ...more, '', ''].join('\r\n')
}
