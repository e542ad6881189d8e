// What production refuses. Each line names the setting, the danger and what to do.
import { mailGaps } from './config-mail.ts'
import { choiceGaps, gatewayGaps } from './config-messages.ts'
import type { Reader } from './config-reader.ts'
import { sampleContact } from './config-samples.ts'
import type { Config, DatabaseConfig, Env } from './config.ts'

export function findGaps(config: Config, reader: Reader): string[] {
  const hasSmsUrl = reader.optional('SMS_URL') !== null
  const common = [
    ...portGaps(config),
    ...adminOriginGaps(config, reader),
    ...archiveGaps(config),
    ...choiceGaps(config.messages, hasSmsUrl),
  ]
  if (config.mode === 'demo') return [...common, ...demoGaps(config)]
  return [
    ...common,
    ...modeGaps(reader),
    ...placeGaps(config, reader),
    ...wireGaps(config.database, reader.env),
    ...secretGaps(config),
    ...adminGaps(config),
    ...providerGaps(config),
    ...contactGaps(config),
  ]
}

function portGaps({ http, sandbox, metrics }: Config): string[] {
  const ports = [http.port, metrics.port, sandbox?.port ?? 0, sandbox?.mailPort ?? 0]
  const fixed = ports.filter((port) => port !== 0)
  return new Set(fixed).size === fixed.length
    ? []
    : ['PORT, SANDBOX_PORT, SANDBOX_MAIL_PORT and METRICS_PORT must differ']
}

/** Cookies know hosts and no ports, and whether they are Secure is said once for both hosts. */
function adminOriginGaps({ mode, http, admin }: Config, { optional }: Reader): string[] {
  const shop = new URL(http.publicOrigin)
  const desk = new URL(admin.origin)
  // What is no address at all is named by the reader already.
  if (optional('ADMIN_ORIGIN') === null || desk.hostname === UNSET) return []
  const gaps: string[] = []
  if (desk.hostname === shop.hostname)
    gaps.push('ADMIN_ORIGIN names the host of PUBLIC_ORIGIN: its cookies would go to both')
  if (desk.protocol !== (mode === 'production' ? 'https:' : shop.protocol))
    gaps.push('ADMIN_ORIGIN must be https, in the demo like PUBLIC_ORIGIN: cookies are Secure')
  return gaps
}

function archiveGaps({ archiveFolder, dataFolder, database }: Config): string[] {
  if (archiveFolder === null) return []
  const gaps: string[] = []
  if (database.url !== null)
    gaps.push(
      'WAL_ARCHIVE_DIR is for our own PostgreSQL: the server of DATABASE_URL has an ' +
        'archive_command of its own',
    )
  if (`${archiveFolder}/`.startsWith(`${dataFolder}/`))
    gaps.push('WAL_ARCHIVE_DIR lies inside DATA_DIR: who loses the one loses the other')
  return gaps
}

function demoGaps({ secrets }: Config): string[] {
  return secrets !== null && isWeak(secrets.current) ? [weakSecret('APP_SECRET')] : []
}

function modeGaps({ env, optional }: Reader): string[] {
  const gaps: string[] = []
  if (env.DEMO !== undefined && env.DEMO !== '' && env.DEMO !== '0')
    gaps.push('DEMO is on: the sandbox and its made-up past have no place in production')
  if (optional('SANDBOX_PORT') !== null)
    gaps.push('SANDBOX_PORT is set: there is no sandbox in production')
  if (optional('TEST_DATABASE_URL') !== null)
    gaps.push('TEST_DATABASE_URL is set: tests have no place beside production')
  return gaps
}

function placeGaps(config: Config, { optional }: Reader): string[] {
  const { http, database, dataFolder, signerFolder, limits } = config
  const gaps: string[] = []
  if (database.url === null)
    gaps.push('DATABASE_URL is not set: production keeps its facts in a PostgreSQL with backups')
  if (!http.isHttps)
    gaps.push('PUBLIC_ORIGIN must be the https address customers use: cookies are Secure')
  if (optional('SIGNER_DIR') === null)
    gaps.push('SIGNER_DIR is not set: the signing key lives apart from data and backups')
  else if (`${signerFolder}/`.startsWith(`${dataFolder}/`))
    gaps.push('SIGNER_DIR lies inside DATA_DIR: a backup of the data would carry the key')
  if (limits === 'relaxed') gaps.push('LIMITS=relaxed is for the demo on loopback only')
  return gaps
}

/** What goes to PostgreSQL and back is personal, and what opens it is a password. */
function wireGaps({ url, ownerUrl, tls }: DatabaseConfig, env: Env): string[] {
  const gaps: string[] = []
  // Node's own switch, over all that is said to anybody.
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    gaps.push('NODE_TLS_REJECT_UNAUTHORIZED=0 is set: no certificate would be looked at; unset it')
  const addresses = [
    ['DATABASE_URL', url],
    ['DATABASE_OWNER_URL', ownerUrl],
  ] as const
  for (const [name, address] of addresses) {
    if (address === null) continue
    if (!URL.canParse(address))
      gaps.push(`${name} must be like postgres://user:password@host/database, percent-encoded`)
    else if (tls === 'required' && !isUnheard(new URL(address), env.PGHOST ?? ''))
      gaps.push(
        `${name} names a PostgreSQL on another machine, for which somebody else could stand in: ` +
          'add sslmode=verify-full (and sslrootcert=FILE for a CA of your own), or set ' +
          'DATABASE_TLS=off in a private network',
      )
  }
  return gaps
}

/**
 * As `pg` reads an address: `host` in it counts before the name, of what stands twice the last, and
 * PGHOST where there is neither. Its other modes come to mean less with the next version of `pg`.
 */
function isUnheard({ hostname, searchParams }: URL, hostElsewhere: string): boolean {
  const last = (name: string) => searchParams.getAll(name).at(-1) ?? ''
  const host = last('host') || hostname || hostElsewhere
  return host === '' || isOnThisMachine.test(host) || last('sslmode') === 'verify-full'
}

/** Loopback, or the folder of a socket file; as the name of a host it begins with `%2F`. */
const isOnThisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\]|(?:\/|%2f).*)$/i

const SECRET_CHARACTERS_MIN = 32

function secretGaps({ secrets }: Config): string[] {
  if (secrets === null)
    return [`APP_SECRET is not set: at least ${SECRET_CHARACTERS_MIN} random characters`]
  const gaps: string[] = []
  if (isWeak(secrets.current)) gaps.push(weakSecret('APP_SECRET'))
  if (secrets.previous !== null && isWeak(secrets.previous))
    gaps.push(weakSecret('APP_SECRET_PREVIOUS'))
  return gaps
}

const weakSecret = (name: string) => `${name} is short or a sample: use \`openssl rand -base64 48\``

/** Words that stand in examples; too few different characters are not random either. */
const sampleWords =
  /change.?me|example|sample|secret|password|sandbox|qwerty|12345678|\b(demo|test)\b/i

export function isWeak(secret: string): boolean {
  return (
    secret.length < SECRET_CHARACTERS_MIN || new Set(secret).size < 12 || sampleWords.test(secret)
  )
}

function adminGaps({ admin }: Config): string[] {
  const gaps: string[] = []
  if (admin.security === 'basic') gaps.push('ADMIN_SECURITY=basic is for the demo only')
  if (admin.email !== null && admin.email.endsWith('.example')) gaps.push('ADMIN_EMAIL is a sample')
  if (admin.password !== null && admin.password.length < 15)
    gaps.push('ADMIN_PASSWORD must have at least 15 characters')
  return gaps
}

function providerGaps({ whish, montypay, messages, mail, beacon }: Config): string[] {
  const gaps: string[] = []
  if (whish === null && montypay === null)
    gaps.push('WHISH_BASE_URL or MONTYPAY_BASE_URL must be set: nobody could pay')
  const addresses = [
    ['WHISH_BASE_URL', whish?.baseUrl],
    ['MONTYPAY_BASE_URL', montypay?.baseUrl],
    ...beacon.urls.map((url) => ['DRAND_URLS', url] as const),
  ] as const
  for (const [name, url] of addresses)
    if (url !== undefined && isSandboxAddress(url))
      gaps.push(`${name} is not a real provider: it must be a public https address`)
  const sandboxSecrets = [
    ['WHISH_SECRET', whish?.secret],
    ['MONTYPAY_MERCHANT_KEY', montypay?.merchantKey],
    ['MONTYPAY_PASSWORD', montypay?.password],
  ] as const
  for (const [name, secret] of sandboxSecrets)
    if (secret?.startsWith('sandbox-')) gaps.push(`${name} is the sandbox's`)
  return [...gaps, ...gatewayGaps(messages, isSandboxAddress), ...mailGaps(mail)]
}

/** The host of an address that was not given, or is none. */
const UNSET = 'unset.invalid'

/** An address that was not given at all is named by the reader already. */
function isSandboxAddress(address: string): boolean {
  const { hostname, protocol } = new URL(address)
  if (hostname === UNSET) return false
  return protocol !== 'https:' || isLoopback(hostname)
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

function contactGaps({ contact }: Config): string[] {
  const names = { address: 'SHOP_ADDRESS', phone: 'SHOP_PHONE', whatsapp: 'SHOP_WHATSAPP' }
  const gaps: string[] = []
  for (const part of ['address', 'phone', 'whatsapp'] as const)
    if (contact[part] === sampleContact[part])
      gaps.push(`${names[part]} is not set: customers must be able to reach the shop`)
  return gaps
}
