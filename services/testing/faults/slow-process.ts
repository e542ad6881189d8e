// Clients that are slow on purpose, in a process of their own: to open so many, to feed them and to
// see each of them end takes a processor, which is not to be missing where it is measured how long
// others wait. Says when all are connected, and in the end how long the last of each kind lasted.
import { once } from 'node:events'

import { openRaw, requestHead } from './raw-connection.ts'
import type { RawConnection } from './raw-connection.ts'

export type BeSlow = { origin: string; idle: number; dripping: number }
/** The longest of each kind in milliseconds from its opening on; null: all are connected now. */
export type SlowSaid = Record<string, number> | null

const DRIP_MS = 500

process.on('message', async (told: BeSlow) => {
  const slow = slowOnes(told)
  await Promise.all(Object.values(slow).flat().map(connected))
  process.send?.(null satisfies SlowSaid)
  const lasted = await Promise.all(
    Object.entries(slow).map(async ([how, connections]) => {
      const ended = await Promise.all(connections.map(({ endedMs }) => endedMs))
      return [how, Math.round(Math.max(...ended))] as const
    }),
  )
  process.send?.(Object.fromEntries(lasted) satisfies SlowSaid)
})

const purchaseHead = requestHead('POST /api/purchases', [
  'Content-Type: application/json',
  'Content-Length: 30000',
])
const endless = 'X-Slow: '.padEnd(30_000, 'y')

function slowOnes({ origin, idle, dripping }: BeSlow): Record<string, RawConnection[]> {
  return {
    idle: many(idle, () => openRaw(origin)),
    'slow headers': many(dripping, () => drip(origin, 'GET / HTTP/1.1\r\n')),
    'slow bodies': many(dripping, () => drip(origin, purchaseHead)),
    'bodies that stop': many(dripping, () => openRaw(origin, `${purchaseHead}{`)),
  }
}

const many = <Made>(count: number, make: () => Made): Made[] => Array.from({ length: count }, make)

/** The first part at once, the rest one byte after the other. */
function drip(origin: string, first: string): RawConnection {
  const connection = openRaw(origin, first)
  let at = 0
  const dripping = setInterval(() => connection.socket.write(endless.charAt(at++)), DRIP_MS)
  connection.socket.once('close', () => clearInterval(dripping))
  return connection
}

const connected = async ({ socket }: RawConnection) => {
  if (socket.connecting) await once(socket, 'connect')
}
