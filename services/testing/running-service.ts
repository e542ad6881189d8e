// The whole shop for tests: every route, worker and sweep, the sandbox and the built web app, on a
// clone of the test database and on ports of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildWeb } from '../cli/build-web.ts'
import { moveClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { drawArtwork, tinyPicture } from '../demo/artwork.ts'
import type { PictureSize } from '../demo/artwork.ts'
import type { ProcessNews } from '../http/process-news.ts'
import type { Exchange } from '../io/processes.ts'
import { openLog } from '../log.ts'
import { startService } from '../main.ts'
import type { Service } from '../main.ts'
import { apiClient } from './api-client.ts'
import type { ApiClient, ApiClientOptions } from './api-client.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { freePorts } from './free-ports.ts'
import { peopleIn, toldOf, withoutValues } from './nobody-told.ts'

export const ownerEmail = 'owner@shop.example'
export const ownerPassword = 'five cedars over the harbour'

export type RunningShop = {
  origin: string
  sandboxUrl: string
  config: Config
  service: Service
  test: TestDatabase
  /** A browser without a page: cookies, and each answer held against the contract. */
  client: (options?: ApiClientOptions) => ApiClient
  owner: () => Promise<ApiClient>
  /** Of what is drawn for it. */
  pictureSize: PictureSize
  /** Through the calls of staff; answers when the shop shows it. */
  sell: (raffle: RaffleForSale) => Promise<{ raffleId: string; productId: string }>
  /** What the payer of the order's newest attempt does on the provider's page. */
  pay: (orderId: string, outcome: string, callbacks?: number) => Promise<void>
  /** Everything the log was told since the start. */
  logged: () => string
  /** Fails when anything that was said tells of a person (`nobody-told.ts`). */
  stop: () => Promise<void>
}

export type RaffleForSale = {
  name: string
  totalTickets: number
  ticketsPerPersonMax?: number
  minTicketsRequired?: number
  /** How it is drawn; by the beacon, with three reserve tickets, if left out. */
  draw?: { mode: 'local' | 'physical'; alternates: string }
  productName?: string
  price?: string
  tickets?: number
  value?: string
  /** yyyy-MM-dd; today when left out. */
  startsAt?: string
  /** yyyy-MM-dd; a month from now when left out. */
  endsAt?: string
  /** A JPEG for the raffle and its product; drawn when left out. */
  image?: Buffer
  /** The product's own; that of the raffle when left out. */
  productImage?: Buffer
}

/** For who looks at the shop's pages. */
export const finePicture: PictureSize = { width: 800, height: 600 }

export type RunningOptions = {
  withPages?: boolean | 'pseudo'
  /** Its sandbox has a mail server, so who left an address is written to. */
  withMail?: boolean
  env?: Record<string, string>
  /** Connections that requests share; below what an installation may choose. */
  poolMax?: number
  /** The name browsers call it by; passkeys belong to a named host. */
  host?: '127.0.0.1' | 'localhost'
  /** Staff have this host of their own; left out: the shop's. */
  adminHost?: 'localhost'
  /** Its clock stands that far back when it opens, so that a past can be lived. */
  beganAt?: Date
  /** Its pictures are looked at, or weighed; tiny ones otherwise. */
  pictureSize?: PictureSize
  /** With the processes beside it (`process-beside.ts`). */
  exchange?: Exchange<ProcessNews>
  /** As production without ADMIN_EMAIL and ADMIN_PASSWORD: there is nobody on its staff. */
  withoutOwner?: true
}

const DAY_MS = 86_400_000
const rootFolder = join(import.meta.dirname, '../..')
const builds = new Map<boolean, ReturnType<typeof buildWeb>>()

/** What the web app is made of stays as it is while tests run: a process looks once. */
function builtOnce(isPseudo: boolean): ReturnType<typeof buildWeb> {
  const known = builds.get(isPseudo)
  if (known !== undefined) return known
  const built = buildWeb({ rootFolder, isPseudo })
  builds.set(isPseudo, built)
  built.catch(() => builds.delete(isPseudo))
  return built
}

/** The server of a test as a service is handed its own. */
export const serverOf = ({ url, ownerUrl }: Pick<TestDatabase, 'url' | 'ownerUrl'>) => ({
  url,
  ownerUrl,
  installation: { environment: 'test', shopLogs: 1, seededAt: null } as const,
  ahead: null,
  embedded: null,
  onEnd: () => {},
  stop: async () => {},
})

export async function openRunningShop(options: RunningOptions = {}): Promise<RunningShop> {
  const { pictureSize = tinyPicture } = options
  const folder = await mkdtemp(join(tmpdir(), 'qura-service-'))
  const test = await testDatabase()
  if (options.beganAt !== undefined) await moveClock(test.owner, options.beganAt)
  const [port, sandboxPort, metricsPort, mailPort] = await freePorts(4)
  const origin = `http://${options.host ?? '127.0.0.1'}:${port}`
  const adminOrigin = options.adminHost && `http://${options.adminHost}:${port}`
  const lines: string[] = []
  const refusals: string[] = []
  const config = readConfig({
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_MAIL_PORT: options.withMail === true ? String(mailPort) : '',
    METRICS_PORT: String(metricsPort),
    PUBLIC_ORIGIN: origin,
    ADMIN_ORIGIN: adminOrigin,
    DATA_DIR: folder,
    DATABASE_URL: test.url,
    ADMIN_EMAIL: ownerEmail,
    ADMIN_PASSWORD: ownerPassword,
    ...options.env,
  })
  config.database.poolMax = options.poolMax ?? config.database.poolMax
  if (options.withoutOwner === true) config.admin = { ...config.admin, email: null, password: null }
  const built = options.withPages ? await builtOnce(options.withPages === 'pseudo') : null
  const service = await startService(config, serverOf(test), {
    distFolder: built?.distFolder ?? null,
    seed: false,
    exchange: options.exchange,
    // Of a tiny picture the small forms are larger than itself, and nobody looks at them.
    picturesMs: pictureSize === tinyPicture ? DAY_MS : undefined,
    log: openLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }),
  })
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  // Staff are told which of their colleagues was faster.
  const refused = (text: string) =>
    /"(edit_conflict|refund_paid)"/.test(text) ? undefined : void refusals.push(text)
  const client = (given?: ApiClientOptions) => apiClient(origin, { refused, ...given })
  const owner = async () => {
    const signedIn = apiClient(adminOrigin ?? origin, { refused })
    await signedIn.post('/api/auth/admin-login', { email: ownerEmail, password: ownerPassword })
    return signedIn
  }
  return {
    origin,
    sandboxUrl,
    config,
    service,
    test,
    client,
    owner,
    pictureSize,
    sell: async (raffle) => sell(await owner(), raffle, pictureSize),
    pay: (orderId, outcome, callbacks = 1) => pay(sandboxUrl, { orderId, outcome, callbacks }),
    logged: () => lines.join(''),
    async stop() {
      const { host, port: figuresPort } = config.metrics
      const [people, codes, figures] = await Promise.all([
        peopleIn(test.owner),
        codesSent(sandboxUrl),
        textOf(`http://${host}:${figuresPort}/metrics`),
      ])
      await service.stop()
      await test.drop()
      await rm(folder, { recursive: true, force: true })
      const said = {
        log: lines.join(''),
        figures: withoutValues(figures),
        refusals: refusals.join('\n'),
      }
      const told = toldOf(people, codes, said)
      if (told.length > 0) throw new Error(`told of people (K56): ${told.join('; ')}`)
    },
  }
}

/** Through the calls of staff, by this member of it. `size`: of its picture, if it brings none. */
export async function sell(owner: ApiClient, raffle: RaffleForSale, size = tinyPicture) {
  const { name, totalTickets, price = '10.00', tickets = 2, value = '449.00' } = raffle
  const artwork = { seed: name, glyph: 'watch', plate: 'cedar' } as const
  const image = raffle.image ?? (await drawArtwork(artwork, size))
  const published = await owner.post(
    '/api/admin/raffles',
    form(image, {
      name,
      description: `Win: ${name}`,
      prizeInfo: `${name}, in its box.`,
      value,
      startsAt: raffle.startsAt ?? new Date().toISOString().slice(0, 10),
      endsAt: raffle.endsAt ?? new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      totalTickets: String(totalTickets),
      minTicketsRequired: String(raffle.minTicketsRequired ?? 0),
      ...(raffle.ticketsPerPersonMax !== undefined && {
        ticketsPerPersonMax: String(raffle.ticketsPerPersonMax),
      }),
      ...raffle.draw,
      status: 'active',
    }),
  )
  if (published.status !== 201) throw new Error(JSON.stringify(published.body))
  const listed = await owner.post(
    '/api/admin/products',
    form(raffle.productImage ?? image, {
      name: raffle.productName ?? 'Cedar Notebook',
      description: 'Thread-bound, 160 pages.',
      price,
      tickets: String(tickets),
      totalTickets: String(totalTickets),
      raffleId: published.body.id,
      active: '1',
    }),
  )
  if (listed.status !== 201) throw new Error(JSON.stringify(listed.body))
  return { raffleId: published.body.id as string, productId: listed.body.id as string }
}

function form(image: Buffer, fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'image.jpg')
  return data
}

/** Nothing from who is gone already. */
const textOf = (url: string) =>
  fetch(url)
    .then((answer) => answer.text())
    .catch(() => '')

async function codesSent(sandboxUrl: string): Promise<string[]> {
  const text = await textOf(`${sandboxUrl}/messages`)
  const { messages } = JSON.parse(text || '{"messages":[]}') as Inbox
  return messages.flatMap(({ code }) => code ?? [])
}

type Inbox = { messages: { code: string | null }[] }

async function pay(
  sandboxUrl: string,
  { orderId, outcome, callbacks }: { orderId: string; outcome: string; callbacks: number },
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/payments/${orderId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcome, callbacks }),
  })
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`)
}
