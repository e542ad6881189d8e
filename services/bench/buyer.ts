// A buyer as the shop sees one over HTTP: an address of his own, no cookie yet, an idempotency key.
// node:http with kept connections, because the generator shares the machine with what it measures.
import { randomUUID } from 'node:crypto'
import http from 'node:http'

export type Answer = { status: number; body: string; cookies: readonly string[] }

export type Call = {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

export type HttpLoad = { call: (call: Call) => Promise<Answer>; close: () => void }

/** `isBrowser`: a call on a kept socket that turns out to be closed is made once more. */
export function openHttpLoad(socketsMax = 512, { isBrowser = false } = {}): HttpLoad {
  const agent = new http.Agent({ keepAlive: true, maxSockets: socketsMax, maxFreeSockets: 512 })
  return {
    call: (call) => send(agent, call, isBrowser),
    close: () => agent.destroy(),
  }
}

/** Whoever is late to use a socket again finds it closed: what a browser then does by itself. */
const isRepeated = (request: http.ClientRequest, { code }: NodeJS.ErrnoException) =>
  request.reusedSocket && code === 'ECONNRESET'

function send(agent: http.Agent, call: Call, isBrowser: boolean): Promise<Answer> {
  const { method, url, headers, body } = call
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method,
      agent,
      headers: {
        ...headers,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
      },
    })
    request.on('error', (error) => {
      if (isBrowser && isRepeated(request, error)) resolve(send(agent, call, false))
      else reject(error)
    })
    request.on('response', (response) => {
      let read = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (read += part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: read,
          cookies: response.headers['set-cookie'] ?? [],
        }),
      )
    })
    request.end(text)
  })
}

/** The n-th buyer comes from 10.x.y.z: the shop believes its proxy (TRUST_PROXY=1). */
export function addressOf(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
}

export type Item = { productId: string; quantity: number }
export type PurchaseCall = { origin: string; items: readonly Item[]; nth: number }

export function purchaseCall({ origin, items, nth }: PurchaseCall): Call {
  const key = randomUUID()
  return {
    method: 'POST',
    url: `${origin}/api/purchases`,
    headers: {
      origin,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': addressOf(nth),
      'idempotency-key': key,
    },
    body: {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Zeina Khoury',
      // The shop keeps no key of a guest: his address tells which of these an order is.
      customerEmail: `${key}@example.com`,
      customerPhone: `+96171${String(100_000 + (nth % 900_000))}`,
      items,
    },
  }
}

/** Traces of these buyers, in any usual writing, and of those whom `sold-out.ts` makes. */
export const buyerTrace = new RegExp(
  [
    String.raw`(?:Zeina\s+Khoury|Rana\s+Haddad)`,
    String.raw`[\w-]+@example\.com`,
    String.raw`(?<![\w-])(?:(?:\+|00)?961|0)?[ -]?7[01](?:[ -]?\d){6}(?![\w-])`,
  ].join('|'),
  'i',
)

/** `name=value` of each cookie, as the browser sends them back. */
export const cookieHeader = ({ cookies }: Pick<Answer, 'cookies'>): string =>
  cookies.map((cookie) => cookie.split(';')[0]).join('; ')

/** What the payer does on the provider's page: approves, and the provider calls back. */
export const payCall = (sandboxUrl: string, orderId: string): Call => ({
  method: 'POST',
  url: `${sandboxUrl}/payments/${orderId}`,
  body: { outcome: 'approve', callbacks: 1 },
})
