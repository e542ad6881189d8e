// What production refuses. Each line names the setting, the danger and what to do.
import { mailGaps } from './config-mail.ts'
import { choiceGaps, gatewayGaps } from './config-messages.ts'
import { sampleContact } from './config-samples.ts'
import type { Config, Env } from './config.ts'

export function findGaps(config: Config, env: Env): string[] {
  const hasSmsUrl = (env.SMS_URL ?? '').trim() !== ''
  const common = [
    ...portGaps(config),
    ...archiveGaps(config),
    ...choiceGaps(config.messages, hasSmsUrl),
  ]
  if (config.mode === 'demo') return [...common, ...demoGaps(config)]
  return [
    ...common,
    ...modeGaps(env),
    ...placeGaps(config, env),
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

function modeGaps(env: Env): string[] {
  const gaps: string[] = []
  if (env.DEMO !== undefined && env.DEMO !== '' && env.DEMO !== '0')
    gaps.push('DEMO is on: the sandbox and its made-up past have no place in production')
  if (env.SANDBOX_PORT !== undefined && env.SANDBOX_PORT !== '')
    gaps.push('SANDBOX_PORT is set: there is no sandbox in production')
  if (env.TEST_DATABASE_URL !== undefined && env.TEST_DATABASE_URL !== '')
    gaps.push('TEST_DATABASE_URL is set: tests have no place beside production')
  return gaps
}

function placeGaps({ http, database, dataFolder, signerFolder, limits }: Config, env: Env) {
  const gaps: string[] = []
  if (database.url === null)
    gaps.push('DATABASE_URL is not set: production keeps its facts in a PostgreSQL with backups')
  if (!http.isHttps)
    gaps.push('PUBLIC_ORIGIN must be the https address customers use: cookies are Secure')
  if (env.SIGNER_DIR === undefined || env.SIGNER_DIR === '')
    gaps.push('SIGNER_DIR is not set: the signing key lives apart from data and backups')
  else if (`${signerFolder}/`.startsWith(`${dataFolder}/`))
    gaps.push('SIGNER_DIR lies inside DATA_DIR: a backup of the data would carry the key')
  if (limits === 'relaxed') gaps.push('LIMITS=relaxed is for the demo on loopback only')
  return gaps
}

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

/** An address that was not given at all is named by the reader already. */
function isSandboxAddress(address: string): boolean {
  const { hostname, protocol } = new URL(address)
  if (hostname === 'unset.invalid') return false
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
