// Calls to other people's servers (docs/security.md, K46): a provider that was taken over cannot
// send us anywhere else, nor fill our memory.
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

type Stranger = { server: Server; origin: string; asked: string[]; answer: RequestListener }

let shop: GuardedShop
let provider: Stranger
let inside: Stranger
let productId: string
beforeAll(async () => {
  ;[provider, inside] = await Promise.all([stranger(), stranger()])
  shop = await openGuardedShop({
    WHISH_BASE_URL: `${provider.origin}/whish`,
    MONTYPAY_BASE_URL: `${provider.origin}/montypay`,
  })
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 50 }))
}, 120_000)
afterAll(async () => {
  await shop?.stop()
  for (const { server } of [provider, inside]) {
    server.closeAllConnections()
    server.close()
  }
})

async function stranger(): Promise<Stranger> {
  const made: Omit<Stranger, 'server' | 'origin'> = {
    asked: [],
    answer: (_request, response) => void response.end(),
  }
  const server = createServer((request, response) => {
    made.asked.push(request.url ?? '')
    made.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(made, { server, origin: `http://127.0.0.1:${port}` })
}

type Method = 'whishpay' | 'montypay'

/** Whatever is told of it: no address to pay at, and not one call to the other server. */
async function expectNothing(paymentMethod: Method, answer: RequestListener): Promise<void> {
  provider.asked.length = 0 // each of several in one test is shown to have asked
  provider.answer = answer
  const told: unknown[] = []
  // A provider that failed before is left alone for ten seconds, so the purchase may be too early.
  await vi.waitFor(
    async () => {
      const { body } = await shop.buy(shop.browser(), productId, { paymentMethod })
      told.push(body.redirectUrl ?? null)
      expect(provider.asked.length).toBeGreaterThan(0)
    },
    { timeout: 40_000, interval: 500 },
  )
  expect(inside.asked).toEqual([])
  for (const address of told) expect(String(address)).not.toContain(inside.origin)
}

const json = { 'Content-Type': 'application/json' }

it('K46 an address of another host in a right answer is not handed on', async () => {
  const url = `${inside.origin}/pay`
  await expectNothing('whishpay', (_request, response) => {
    const data = { collectUrl: url }
    response.writeHead(200, json).end(JSON.stringify({ status: true, code: null, data }))
  })
  await expectNothing('montypay', (_request, response) => {
    response.writeHead(200, json).end(JSON.stringify({ redirect_url: url }))
  })
})

it.each<[number, Method]>([
  [302, 'whishpay'],
  [307, 'montypay'],
  [308, 'montypay'],
])('K46 a redirect (%i, %s) is an answer, not a way', async (status, method) =>
  expectNothing(method, (_request, response) => {
    response.writeHead(status, { Location: `${inside.origin}/latest/meta-data` }).end()
  }),
)

it('K46 an answer without an end is cut off', async () => {
  let sent = 0
  await expectNothing('whishpay', (_request, response) => {
    response.writeHead(200, json)
    const more = () => {
      let isTaken = true
      while (isTaken && !response.destroyed) {
        sent += 64 * 1_024
        isTaken = response.write('x'.repeat(64 * 1_024))
      }
    }
    response.on('drain', more)
    more()
  })
  // What the sockets in between hold, and not what the provider would give.
  expect(sent).toBeLessThan(64 * 1_024 * 1_024)
})
