// A stand-in for the outside services, speaking their real wire formats on listeners of its own:
// Whish, MontyPay, message gateways, a mail server, a beacon, the pages of payers, and switches for
// every way they can fail. Everything is in memory and bounded. For demonstration and tests; never
// for production.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { acceptFor } from '../io/acceptors.ts'
import { sleep } from '../io/timers.ts'
import { beaconApi, beaconPrefix } from './beacon-api.ts'
import { createCallbacks } from './callbacks.ts'
import { controlPayment, controls, paymentControlPrefix } from './controls.ts'
import { createInbox } from './inbox.ts'
import { inboxPage, mailPage, mailPrefix } from './inbox-page.ts'
import { createLater } from './later.ts'
import { startMailServer } from './mail-server.ts'
import { messagesApi } from './messages-api.ts'
import { montypayApi } from './montypay-api.ts'
import { montypayPage, montypayPagePrefix } from './montypay-pages.ts'
import type { Payment } from './payments.ts'
import { createPayments } from './payments.ts'
import type { GivenSandboxSettings, SandboxSettings } from './settings.ts'
import { sandboxSettings } from './settings.ts'
import { createSwitchBoard } from './switches.ts'
import { whishApi } from './whish-api.ts'
import { whishPage, whishPagePrefix } from './whish-pages.ts'
import { sandboxWitnesses, witnessPrefix } from './witnesses.ts'
import type { WitnessSettings } from './witnesses.ts'
import type { Answer, Handler, Incoming } from './wire.ts'
import { readIncoming, refusal, writeAnswer } from './wire.ts'

export type Sandbox = {
  /** `http://127.0.0.1:3001`, without a slash at the end. */
  url: string
  /** Where it takes e-mail; null: it takes none. */
  mailPort: number | null
  /** The same pages and calls, to be mounted elsewhere, see `sandboxRoutes`. */
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  stop: () => Promise<void>
}

export type SandboxStart = {
  /** 0: any free port. */
  port: number
  host: string
  /** Where the shop is: callbacks go there and nowhere else. */
  shopOrigin: string
  settings?: GivenSandboxSettings
  /** Whose logs its two witnesses cosign; left out, they know none. */
  witnesses?: WitnessSettings
  /** Of its mail server, 0: any free port; null or left out: it has none. */
  mailPort?: number | null
}

const keepAliveMs = 65_000
const answerFailed = refusal(500, 'internal', 'The sandbox itself has failed.')

export async function startSandbox(start: SandboxStart): Promise<Sandbox> {
  const settings = sandboxSettings(start.settings)
  const server = createServer()
  server.keepAliveTimeout = keepAliveMs
  const acceptors = await acceptFor(server, start)
  const url = urlOf(start.host, acceptors.port)
  const stopping = new AbortController()
  const { route, mail: mailNeeds, stop } = createRoutes(start, settings, url, stopping.signal)
  const { host, mailPort = null } = start
  const mail = mailPort === null ? null : await startMailServer({ port: mailPort, host }, mailNeeds)

  const handler: Sandbox['handler'] = async (request, response) => {
    writeAnswer(response, await answerTo(route, request))
  }
  server.on('request', (request, response) => void handler(request, response))
  let closed: Promise<void> | undefined
  async function closeAll() {
    const { allGone } = await acceptors.stopListening()
    server.closeAllConnections()
    await allGone
  }
  return {
    url,
    mailPort: mail?.port ?? null,
    handler,
    async stop() {
      stopping.abort(new Error('the sandbox stops'))
      stop()
      await mail?.stop()
      await (closed ??= closeAll())
    },
  }
}

async function answerTo(route: Handler, request: IncomingMessage): Promise<Answer> {
  try {
    const incoming = await readIncoming(request)
    if (incoming === null) return refusal(413, 'body_too_large', 'A body is at most 256 kB.')
    return await route(incoming)
  } catch {
    return answerFailed // a broken connection, or the sandbox's end while an answer was held back
  }
}

function createRoutes(
  { shopOrigin, witnesses = noLogs }: SandboxStart,
  settings: SandboxSettings,
  url: string,
  stopping: AbortSignal,
) {
  const pagesOrigin = settings.pagesOrigin ?? url
  const later = createLater()
  const needs = {
    settings,
    later,
    payments: createPayments(settings.paymentsMax),
    inbox: createInbox(settings.messagesMax),
    switches: createSwitchBoard(),
    callbacks: createCallbacks({
      later,
      allowedHosts: [...shopHosts(shopOrigin), ...settings.callbackHosts],
      timeoutMs: settings.callbackTimeoutMs,
      retrySeconds: settings.whish.retrySeconds,
    }),
    notificationUrl: settings.montypay.notificationUrl ?? `${shopOrigin}/api/montypay/callback`,
    whatsappWebhook: settings.whatsapp.webhookUrl ?? `${shopOrigin}/api/whatsapp/callback`,
    pause: (ms: number) => sleep(ms, stopping),
  }
  const pageUrl = (payment: Payment) =>
    pagesOrigin +
    (payment.provider === 'whishpay' ? whishPagePrefix : montypayPagePrefix) +
    payment.token
  const mailUrl = (id: string) => pagesOrigin + mailPrefix + id
  const withPages = { ...needs, pageUrl, mailUrl }

  const exact = new Map<string, Handler>([
    ...whishApi(withPages),
    ...montypayApi(withPages),
    ...messagesApi(needs),
    ...controls(withPages),
    ['GET /', () => inboxPage(withPages)],
  ])
  const byPrefix: [string, Handler][] = [
    [whishPagePrefix, (incoming) => whishPage(needs, incoming)],
    [montypayPagePrefix, (incoming) => montypayPage(needs, incoming)],
    [paymentControlPrefix, (incoming) => controlPayment(withPages, incoming)],
    [mailPrefix, (incoming) => mailPage(needs, incoming.path)],
    [beaconPrefix, beaconApi({ ...needs, now: witnesses.now })],
    [witnessPrefix, sandboxWitnesses(witnesses)],
  ]
  const route = (incoming: Incoming): Answer | Promise<Answer> => {
    if (isFromAnotherSite(incoming))
      return refusal(403, 'cross_site', 'Only this site’s own pages may do that.')
    const handler =
      exact.get(`${incoming.method} ${incoming.path}`) ??
      byPrefix.find(([prefix]) => incoming.path.startsWith(prefix))?.[1]
    return handler?.(incoming) ?? refusal(404, 'not_found', 'There is nothing here.')
  }
  return { route, mail: needs, stop: later.stop }
}

const noLogs: WitnessSettings = { verifierKeys: () => [], now: () => new Date() }

/** A page somewhere on the web must not click here in its visitor's name. */
const isFromAnotherSite = ({ method, headers }: Incoming) =>
  method !== 'GET' && headers['sec-fetch-site'] === 'cross-site'

/** A shop on this machine is called by either of its two names. */
function shopHosts(shopOrigin: string): string[] {
  const { host, hostname, port } = new URL(shopOrigin)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
  return isHere ? [`127.0.0.1:${port}`, `localhost:${port}`] : [host]
}

/** `0.0.0.0` is nobody's address: callers on this machine use 127.0.0.1. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable}:${port}`
}
