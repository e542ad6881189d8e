// A sandbox and a listener in the shop's place that writes down which callbacks reach it. For tests
// of the providers alone; tests of the whole service give the sandbox the real shop instead.
import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'

import type { RawRequest } from '../providers/payments/port.ts'
import type { Outcome } from '../sandbox/payer.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import type { GivenSandboxSettings } from '../sandbox/settings.ts'
import type { SwitchesChange } from '../sandbox/switches.ts'

export type ReceivedCallback = RawRequest & { path: string }

export type SandboxHarness = {
  sandbox: Sandbox
  shopOrigin: string
  /** In the order of arrival. */
  received: ReceivedCallback[]
  /** How the shop answers callbacks from now on. */
  shopAnswers: (status: number | 'silence') => void
  /** `POST /payments/{orderId}`. */
  pay: (
    orderId: string,
    request: { outcome: Outcome; callbacks?: number; delaySeconds?: number },
  ) => Promise<{ status: number; json: Record<string, unknown> }>
  switchOn: (change: SwitchesChange) => Promise<void>
  /** Every switch off, nothing received. */
  reset: () => Promise<void>
  stop: () => Promise<void>
}

export async function openSandboxHarness(
  settings: GivenSandboxSettings = {},
): Promise<SandboxHarness> {
  const received: ReceivedCallback[] = []
  let answer: number | 'silence' = 200
  const shop = createServer(async (request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(request.url ?? '/', 'http://shop')
    received.push({
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers as Record<string, string>, // no header in these tests comes twice
      body: Buffer.concat(chunks),
    })
    if (answer !== 'silence') response.writeHead(answer).end()
  })
  const shopOrigin = await listenAnywhere(shop)
  const sandbox = await startSandbox({
    port: 0,
    mailPort: 0,
    host: '127.0.0.1',
    shopOrigin,
    settings,
  })

  return {
    sandbox,
    shopOrigin,
    received,
    shopAnswers: (next) => void (answer = next),
    async pay(orderId, request) {
      const response = await postJson(`${sandbox.url}/payments/${orderId}`, request)
      return { status: response.status, json: (await response.json()) as Record<string, unknown> }
    },
    async switchOn(change) {
      const response = await postJson(`${sandbox.url}/switches`, change)
      if (!response.ok) throw new Error(`switches: ${await response.text()}`)
    },
    async reset() {
      await fetch(`${sandbox.url}/switches`, { method: 'DELETE' })
      received.length = 0
      answer = 200
    },
    async stop() {
      await sandbox.stop()
      shop.closeAllConnections()
      await new Promise((resolve) => shop.close(resolve))
    },
  }
}

const postJson = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function listenAnywhere(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}
