// The line between a browser and the shop, which a test may cut: for the calls it names, before the
// shop hears of them or after it has done them. What is cut is cut for good: a browser that sends
// the same request once more on a new connection of its own accord is cut again.
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Cut = {
  /** Method and path without the query, `POST /api/purchases`. */
  call: RegExp
  /** `request`: the shop never hears of it. `answer`: it does it, and the browser hears nothing. */
  at: 'request' | 'answer'
}

export type HttpWire = {
  /** Where browsers look; the shop's `PUBLIC_ORIGIN`. */
  origin: string
  leadTo: (shopOrigin: string) => void
  cut: (cut: Cut) => void
  mend: () => void
  /** Calls that were cut since the start. */
  cuts: () => number
  close: () => Promise<void>
}

export async function openHttpWire(): Promise<HttpWire> {
  const agent = new Agent({ keepAlive: true })
  let target = new URL('http://127.0.0.1:1') // nobody, until it leads to a shop
  let plan: Cut | null = null
  let cuts = 0

  const server = createServer((incoming, outgoing) => {
    const [path = '/'] = (incoming.url ?? '/').split('?')
    const cut = plan?.call.test(`${incoming.method} ${path}`) === true ? plan.at : null
    if (cut !== null) cuts += 1
    if (cut === 'request') return void incoming.socket.resetAndDestroy()
    passOn(incoming, outgoing, { target, agent, isHeard: cut === null })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP

  return {
    origin: `http://127.0.0.1:${port}`,
    leadTo: (shopOrigin) => void (target = new URL(shopOrigin)),
    cut: (next) => void (plan = next),
    mend: () => void (plan = null),
    cuts: () => cuts,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Way = { target: URL; agent: Agent; isHeard: boolean }

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, way: Way): void {
  const { target, agent, isHeard } = way
  const { method, url, headers } = incoming
  const onward = send(
    { host: target.hostname, port: target.port, method, path: url, headers, agent },
    (answer) => {
      if (!isHeard) {
        answer.resume().on('end', () => incoming.socket.resetAndDestroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => incoming.socket.destroy())
  outgoing.on('close', () => {
    if (isHeard) onward.destroy() // the browser has left
  })
  incoming.pipe(onward)
}
