// Every setting of the product, read once, here. A setting that is wrong or dangerous stops the
// start, and all of them are named at once: whoever installs this should need one look, not ten.
// The demo's values are the sandbox's; nothing of them is accepted in production.
import { join, resolve } from 'node:path'

import { quicknet, type BeaconChain } from '#events/ledger/beacon.ts'

import { readBreachedFile } from './config-breached.ts'
import { readBucket } from './config-files.ts'
import type { BucketConfig } from './config-files.ts'
import { findGaps } from './config-gaps.ts'
import { readMail } from './config-mail.ts'
import type { MailConfig } from './config-mail.ts'
import { readMessages } from './config-messages.ts'
import type { MessagesConfig } from './config-messages.ts'
import { openReader } from './config-reader.ts'
import type { Reader } from './config-reader.ts'
import { sampleContact, sandboxBeacon } from './config-samples.ts'
import { readWitnesses } from './config-witnesses.ts'
import type { WitnessConfig } from './config-witnesses.ts'
import type { LogOptions } from './log.ts'

export type Config = {
  mode: 'demo' | 'production'
  http: HttpConfig
  /** The sandbox's own listeners; null in production. `mailPort` null: it takes no e-mail. */
  sandbox: { host: string; port: number; origin: string; mailPort: number | null } | null
  /** `/metrics` and details of health; on loopback unless METRICS_HOST says otherwise. */
  metrics: { host: string; port: number }
  database: DatabaseConfig
  /** Where our own PostgreSQL copies its log to; null: nowhere. */
  archiveFolder: string | null
  /** That answer requests on one port; the first of them works behind the requests as well. */
  processes: number
  /** So long who balances the load may take to see that `/readyz` says no. */
  drainMs: number
  dataFolder: string
  /** Keys and the guard of the signer: never in a backup of the database. */
  signerFolder: string
  /** Lists of heads, hour by hour: best on another machine (docs/public-log.md). */
  headsFolder: string
  filesFolder: string
  /** Copies of everything lie there while a restore drill runs. */
  drillFolder: string
  /** Pictures lie there instead; null: in `filesFolder`. */
  bucket: BucketConfig | null
  log: { level: LogOptions['level'] }
  /** Where spans are sent, and how many of all requests are traced; null: none. */
  tracing: { endpoint: string; ratio: number } | null
  /** At least 32 characters; null in the demo, which makes its own (`secrets.ts`). */
  secrets: { current: string; previous: string | null } | null
  admin: AdminConfig
  limits: 'strict' | 'relaxed'
  /** Purchases under way, from which on newcomers wait outside; 0: never. */
  waitingRoomAt: number
  holdSeconds: number
  settlementSeconds: number
  manualHoldSeconds: number
  shopLogs: number
  retentionYears: number
  whish: WhishConfig | null
  montypay: MontypayConfig | null
  messages: MessagesConfig
  /** E-mail beside the texts; null: there is none. */
  mail: MailConfig | null
  beacon: BeaconConfig
  witnesses: WitnessConfig
  licence: { number: string; authority: string; date: string } | null
  contact: ContactConfig
  analytics: { gaMeasurementId: string | null; metaPixelId: string | null }
}

export type HttpConfig = {
  host: string
  port: number
  /** Without a trailing slash; what links, cookies and the ledger's origin are made of. */
  publicOrigin: string
  /** `host[:port]` of publicOrigin: the first part of a raffle's origin. */
  publicHost: string
  isHttps: boolean
  /** Proxies in front of us whose X-Forwarded-For counts; 0 is none. */
  trustProxy: number
}

export type DatabaseConfig = {
  /** Null: PostgreSQL of our own. */
  url: string | null
  /** Null: `url` may migrate (`prepare.ts`). */
  ownerUrl: string | null
  poolMax: number
  /** `off`: production may talk to another machine in the clear. */
  tls: 'required' | 'off'
}

export type AdminConfig = {
  /** Where staff come to: a host of their own, or the shop's (`publicOrigin`). */
  origin: string
  email: string | null
  password: string | null
  /** `strict`: a second factor before any admin answer. */
  security: 'strict' | 'basic'
  /** From where staff may come, addresses and networks; null: from anywhere. */
  addresses: readonly string[] | null
  /** With `strict`: a manual payment above it needs a second person. */
  approvalAboveCents: number
  /** Hashes of passwords that have leaked, which nobody may choose; null: there is no list. */
  breachedPasswordsFile: string | null
}

export type WhishConfig = {
  baseUrl: string
  channel: string
  secret: string
  websiteUrl: string
}

export type MontypayConfig = {
  baseUrl: string
  merchantKey: string
  password: string
  hash: 'md5' | 'sha256'
}

export type BeaconConfig = BeaconChain & {
  kind: 'quicknet' | 'sandbox'
  urls: readonly string[]
}

export type ContactConfig = {
  shopName: string
  address: string
  hours: string
  phone: string
  whatsapp: string
  instagram: string | null
  facebook: string | null
  tiktok: string | null
  /** As the pages of another language say them. */
  translated: Readonly<Record<'ar' | 'fr', { address: string; hours: string }>>
}

/** Thrown with one line per gap. */
export class ConfigRefused extends Error {
  readonly gaps: readonly string[]

  constructor(gaps: readonly string[]) {
    super(`These settings stop the start:\n${gaps.map((gap) => `  - ${gap}`).join('\n')}`)
    this.name = 'ConfigRefused'
    this.gaps = gaps
  }
}

export type Env = Readonly<Record<string, string | undefined>>

export function readConfig(env: Env): Config {
  const reader = openReader(env)
  const isProduction = env.NODE_ENV === 'production' || env.DEMO === '0'
  const config = isProduction ? read(reader, 'production') : read(reader, 'demo')
  const dangers = findGaps(config, reader) // it may ask the reader, which then has gaps of its own
  const gaps = [...reader.gaps, ...dangers]
  if (gaps.length > 0) throw new ConfigRefused(gaps)
  return config
}

function read(reader: Reader, mode: Config['mode']): Config {
  const isDemo = mode === 'demo'
  const http = readHttp(reader)
  const processes = reader.whole('PROCESSES', 1, { min: 1, max: 32 })
  const sandbox = isDemo ? readSandbox(reader, { servicePort: http.port, processes }) : null
  const dataFolder = resolve(reader.text('DATA_DIR', '.data'))
  const signerFolder = resolve(reader.text('SIGNER_DIR', join(dataFolder, 'signer')))
  const archive = reader.optional('WAL_ARCHIVE_DIR')
  return {
    mode,
    http,
    sandbox,
    metrics: {
      host: reader.text('METRICS_HOST', '127.0.0.1'),
      port: reader.port('METRICS_PORT', http.port === 0 ? 0 : http.port + 2),
    },
    database: {
      url: reader.optional('DATABASE_URL'),
      ownerUrl: reader.optional('DATABASE_OWNER_URL'),
      poolMax: reader.whole('DATABASE_POOL_MAX', 20, { min: 4, max: 500 }),
      tls: reader.oneOf('DATABASE_TLS', ['required', 'off'], 'required'),
    },
    archiveFolder: archive === null ? null : resolve(archive),
    processes,
    drainMs:
      1_000 * reader.whole('DRAIN_SECONDS', isDemo && processes === 1 ? 0 : 5, { min: 0, max: 10 }),
    dataFolder,
    signerFolder,
    headsFolder: resolve(reader.text('HEADS_DIR', join(signerFolder, 'heads'))),
    filesFolder: resolve(reader.text('FILES_DIR', join(dataFolder, 'files'))),
    drillFolder: resolve(reader.text('DRILL_DIR', join(dataFolder, 'drills'))),
    bucket: readBucket(reader),
    log: {
      level: reader.oneOf(
        'LOG_LEVEL',
        ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
        isDemo ? 'warn' : 'info',
      ),
    },
    tracing: readTracing(reader),
    secrets: readSecrets(reader),
    admin: readAdmin(reader, { isDemo, publicOrigin: http.publicOrigin }),
    limits: reader.oneOf('LIMITS', ['strict', 'relaxed'], isDemo ? 'relaxed' : 'strict'),
    waitingRoomAt: reader.whole('WAITING_ROOM_AT', 3_000, { min: 0, max: 100_000 }),
    ...readTimes(reader),
    shopLogs: reader.whole('SHOP_LOGS', 1, { min: 1, max: 1_024 }),
    ...readProviders(reader, sandbox),
    beacon: readBeacon(reader, sandbox),
    witnesses: readWitnesses(reader, sandbox),
    licence: readLicence(reader, isDemo),
    contact: readContact(reader),
    analytics: {
      gaMeasurementId: reader.optional('GA_MEASUREMENT_ID'),
      metaPixelId: reader.optional('META_PIXEL_ID'),
    },
  }
}

function readHttp(reader: Reader): HttpConfig {
  const port = reader.port('PORT', 3_000)
  const publicOrigin = reader.origin('PUBLIC_ORIGIN', `http://127.0.0.1:${port}`)
  const { host: publicHost, protocol } = new URL(publicOrigin)
  return {
    host: reader.text('HOST', '127.0.0.1'),
    port,
    publicOrigin,
    publicHost,
    isHttps: protocol === 'https:',
    trustProxy: reader.whole('TRUST_PROXY', 0, { min: 0, max: 10 }),
  }
}

/** `origin` is where the service itself finds it; SANDBOX_HOST is for a container's borders. */
function readSandbox(
  reader: Reader,
  { servicePort, processes }: { servicePort: number; processes: number },
) {
  const port = reader.port('SANDBOX_PORT', servicePort === 0 ? 0 : servicePort + 1)
  const host = reader.text('SANDBOX_HOST', '127.0.0.1')
  // Whoever places the sandbox elsewhere says where its mail server is, too. The ports before it
  // are those of the figures, one for each process.
  const isPlaced = servicePort === 0 || reader.optional('SANDBOX_PORT') !== null
  const mailPort = reader.port('SANDBOX_MAIL_PORT', isPlaced ? 0 : servicePort + 2 + processes)
  const origin = `http://127.0.0.1:${port}`
  return { host, port, origin, mailPort: mailPort === 0 ? null : mailPort }
}

/** Their standard names: collectors come with instructions that use them. */
function readTracing(reader: Reader): Config['tracing'] {
  const ratio = reader.fraction('OTEL_TRACES_SAMPLER_ARG', 1)
  if (reader.optional('OTEL_EXPORTER_OTLP_ENDPOINT') === null) return null
  return { endpoint: reader.url('OTEL_EXPORTER_OTLP_ENDPOINT'), ratio }
}

function readTimes(reader: Reader) {
  return {
    holdSeconds: reader.whole('HOLD_SECONDS', 1_800, { min: 5, max: 86_400 }),
    settlementSeconds: reader.whole('SETTLEMENT_SECONDS', 1_800, { min: 5, max: 86_400 }),
    manualHoldSeconds: reader.whole('MANUAL_HOLD_SECONDS', 259_200, { min: 60, max: 2_592_000 }),
    retentionYears: reader.whole('RETENTION_YEARS', 10, { min: 1, max: 100 }),
  }
}

function readSecrets(reader: Reader): Config['secrets'] {
  const current = reader.optional('APP_SECRET')
  return current === null ? null : { current, previous: reader.optional('APP_SECRET_PREVIOUS') }
}

function readAdmin(
  reader: Reader,
  { isDemo, publicOrigin }: { isDemo: boolean; publicOrigin: string },
): AdminConfig {
  return {
    origin: reader.origin('ADMIN_ORIGIN', publicOrigin),
    email: reader.optional('ADMIN_EMAIL') ?? (isDemo ? 'owner@qura.example' : null),
    password: reader.optional('ADMIN_PASSWORD'),
    security: reader.oneOf('ADMIN_SECURITY', ['strict', 'basic'], isDemo ? 'basic' : 'strict'),
    addresses: reader.addresses('ADMIN_ADDRESSES'),
    approvalAboveCents: 100 * reader.whole('APPROVAL_ABOVE', 500, { min: 0, max: 1_000_000 }),
    breachedPasswordsFile: readBreachedFile(reader),
  }
}

function readProviders(reader: Reader, sandbox: Config['sandbox']) {
  return {
    whish: readWhish(reader, sandbox),
    montypay: readMontypay(reader, sandbox),
    messages: readMessages(reader, sandbox),
    mail: readMail(reader, {
      sandboxPort: sandbox?.mailPort ?? null,
      shopName: reader.text('SHOP_NAME', 'Qura'),
      requiresTls: sandbox === null,
    }),
  }
}

/** In the demo every setting of a provider falls back on the sandbox; else all or none is set. */
function readWhish(reader: Reader, sandbox: Config['sandbox']): WhishConfig | null {
  if (sandbox === null && reader.optional('WHISH_BASE_URL') === null) return null
  const demo = (value: string) => (sandbox === null ? undefined : value)
  return {
    baseUrl: reader.url('WHISH_BASE_URL', demo(`${sandbox?.origin}/whish/itel-service/api`)),
    channel: reader.text('WHISH_CHANNEL', demo('10196115')),
    secret: reader.text('WHISH_SECRET', demo('sandbox-whish-secret')),
    websiteUrl: reader.text('WHISH_WEBSITE_URL', demo('qura.example')),
  }
}

function readMontypay(reader: Reader, sandbox: Config['sandbox']): MontypayConfig | null {
  if (sandbox === null && reader.optional('MONTYPAY_BASE_URL') === null) return null
  const demo = (value: string) => (sandbox === null ? undefined : value)
  return {
    baseUrl: reader.url('MONTYPAY_BASE_URL', demo(`${sandbox?.origin}/montypay`)),
    merchantKey: reader.text('MONTYPAY_MERCHANT_KEY', demo('sandbox-merchant')),
    password: reader.text('MONTYPAY_PASSWORD', demo('sandbox-pass-123')),
    hash: reader.oneOf('MONTYPAY_HASH', ['md5', 'sha256'], 'md5'),
  }
}

/** Quicknet is pinned; only its relays may be chosen. The demo's beacon never uses its hash. */
function readBeacon(reader: Reader, sandbox: Config['sandbox']): BeaconConfig {
  if (sandbox !== null)
    return { kind: 'sandbox', urls: [`${sandbox.origin}/beacon`], ...sandboxBeacon }
  const urls = reader.text('DRAND_URLS', 'https://api.drand.sh,https://drand.cloudflare.com')
  return { kind: 'quicknet', urls: urls.split(',').map((url) => url.trim()), ...quicknet }
}

function readLicence(reader: Reader, isDemo: boolean): Config['licence'] {
  const number = reader.optional('LICENCE_NUMBER') ?? (isDemo ? 'SAMPLE-0000/2026' : null)
  if (number === null) return null
  return {
    number,
    authority: reader.text('LICENCE_AUTHORITY', isDemo ? 'Sample authority' : undefined),
    date: reader.day('LICENCE_DATE', isDemo ? '2026-01-01' : undefined),
  }
}

function readContact(reader: Reader): ContactConfig {
  return {
    shopName: reader.text('SHOP_NAME', 'Qura'),
    address: reader.text('SHOP_ADDRESS', sampleContact.address),
    hours: reader.text('SHOP_HOURS', sampleContact.hours),
    phone: reader.text('SHOP_PHONE', sampleContact.phone),
    whatsapp: reader.text('SHOP_WHATSAPP', sampleContact.whatsapp),
    instagram: reader.optional('SHOP_INSTAGRAM'),
    facebook: reader.optional('SHOP_FACEBOOK'),
    tiktok: reader.optional('SHOP_TIKTOK'),
    translated: { ar: readTranslated(reader, 'ar'), fr: readTranslated(reader, 'fr') },
  }
}

/** What is not translated is said as it is in English, unless it is the sample. */
function readTranslated(reader: Reader, language: 'ar' | 'fr') {
  const said = (name: string, sample: string) =>
    reader.optional(`${name}_${language.toUpperCase()}`) ?? reader.optional(name) ?? sample
  const sample = sampleContact.translated[language]
  return { address: said('SHOP_ADDRESS', sample.address), hours: said('SHOP_HOURS', sample.hours) }
}
