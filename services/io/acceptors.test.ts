import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

import { afterEach, expect, it } from 'vitest'

import { acceptFor } from './acceptors.ts'
import type { Acceptors } from './acceptors.ts'

const HOST = '127.0.0.1'

const opened: { acceptors: Acceptors; server: Server }[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const { acceptors, server } of opened.splice(0)) {
    const { allGone } = await acceptors.stopListening()
    server.closeAllConnections()
    await allGone
  }
})

async function open(settings: { port?: number; connectionsMax?: number; isShared?: boolean } = {}) {
  const server = createServer((_, response) => response.end('here'))
  const acceptors = await acceptFor(server, { host: HOST, port: 0, ...settings })
  opened.push({ acceptors, server })
  return { server, ...acceptors }
}

function call(port: number): Socket {
  const socket = connect({ host: HOST, port })
  sockets.push(socket)
  socket.on('error', () => {}) // hung up on: what is looked at is who stays
  return socket
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('lets many in within one turn of the event loop', async () => {
  const { port, server } = await open()
  const perTurn: number[] = []
  const taken: Socket[] = []
  server.on('connection', (socket: Socket) => taken.push(socket))
  const arrived = Array.from({ length: 300 }, () => once(call(port), 'connect'))
  while (taken.length < 300) {
    const before = taken.length
    await turn()
    perTurn.push(taken.length - before)
  }
  await Promise.all(arrived)
  // One socket takes one a turn. Which socket a connection comes to is the system's choice.
  if (process.platform === 'linux') expect(Math.max(...perTurn)).toBeGreaterThan(4)
})

it('answers on each of its sockets', async () => {
  const { port, connections } = await open()
  const answers = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const socket = call(port)
      socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      return bytes.toString('latin1').slice(0, 15)
    }),
  )
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']))
  expect(connections()).toBe(64)
})

it('hangs up on the one too many, wherever he comes in', async () => {
  const { port, connections } = await open({ connectionsMax: 5 })
  const callers = Array.from({ length: 40 }, () => call(port))
  const gone = callers.map((socket) => once(socket, 'close'))
  await expect.poll(() => callers.filter(({ destroyed }) => destroyed).length).toBe(35)
  expect(connections()).toBe(5)
  for (const socket of callers) socket.destroy()
  await Promise.all(gone)
  await expect.poll(connections).toBe(0)
})

it('notices whoever listens there already', async () => {
  const { port } = await open()
  await expect(open({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('shares the port with who shares it as well', async () => {
  const { port } = await open({ isShared: true })
  expect((await open({ port, isShared: true })).port).toBe(port)
})

it('is gone from the port when it has stopped listening', async () => {
  const { port, stopListening, server } = await open()
  await once(call(port), 'connect')
  const { allGone } = await stopListening()
  server.closeAllConnections()
  await allGone
  opened.length = 0
  const [refused] = (await once(call(port), 'error')) as [NodeJS.ErrnoException]
  expect(refused.code).toBe('ECONNREFUSED')
})

it('hangs up on nobody who came before it closed, where others share the port', async () => {
  const leaving = await open({ isShared: true })
  const { port } = leaving
  await open({ port, isShared: true })
  const arrived = Array.from({ length: 300 }, () => once(call(port), 'connect'))
  await Promise.all(arrived)
  const said = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n')
    const [bytes] = await once(socket, 'data')
    return String(bytes).slice(9, 12)
  })
  const closing = leaving.stopListening()
  expect(new Set(await Promise.all(said))).toEqual(new Set(['200']))
  const { allGone } = await closing
  await allGone
})
