// E-mail beside the texts: a mail server and who writes. Unset, there is none. The address of the
// server holds a password, so no gap repeats it.
import type { Reader } from './config-reader.ts'
import type { MailServer } from './io/mail-client.ts'

export type MailConfig = {
  server: MailServer
  from: { name: string; address: string }
}

export type MailDefaults = {
  /** Of the sandbox's own mail server; null: there is none. */
  sandboxPort: number | null
  shopName: string
  /** A password and a letter are for nobody on the way: without TLS nothing is said. */
  requiresTls: boolean
}

export function readMail(reader: Reader, defaults: MailDefaults): MailConfig | null {
  const { sandboxPort, shopName } = defaults
  const given = reader.optional('MAIL_URL')
  if (given === null && sandboxPort !== null)
    return {
      server: { ...atSandbox, port: sandboxPort },
      from: readFrom(reader, shopName, 'receipts@qura.example'),
    }
  if (given === null) {
    if (reader.optional('MAIL_FROM') !== null)
      reader.gaps.push('MAIL_FROM is set and MAIL_URL is not: no e-mail would leave')
    return null
  }
  return { server: readServer(reader, given, defaults), from: readFrom(reader, shopName) }
}

const atSandbox = { host: '127.0.0.1', isSecure: false, requiresTls: false, login: null }
const nowhere: MailServer = { ...atSandbox, host: 'unset.invalid', port: 587 }

/** Of submission (RFC 8314): with TLS from the first byte, and with STARTTLS. */
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const

function readServer(reader: Reader, given: string, { requiresTls }: MailDefaults): MailServer {
  const url = URL.canParse(given) ? new URL(given) : null
  const protocol = url?.protocol
  if (url === null || (protocol !== 'smtp:' && protocol !== 'smtps:') || !isServer(url)) {
    reader.gaps.push('MAIL_URL must be like smtps://user:password@mail.example:465')
    return nowhere
  }
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === null || password === null || (user === '') !== (password === ''))
    reader.gaps.push('MAIL_URL must hold user and password, both percent-encoded, or neither')
  const login = user === '' ? null : { user: user ?? '', password: password ?? '' }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    isSecure: protocol === 'smtps:',
    requiresTls: requiresTls || login !== null,
    login,
  }
}

const isServer = ({ hostname, pathname, search, hash }: URL) =>
  hostname !== '' && (pathname === '' || pathname === '/') && search === '' && hash === ''

/** Null: a stray percent sign. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** An address, or `Name <address>`; without a name the shop's own. */
function readFrom(reader: Reader, shopName: string, fallback?: string): MailConfig['from'] {
  const given = reader.text('MAIL_FROM', fallback)
  const [, name, inBrackets] = /^([^<>\r\n]*)<([^<>]*)>$/.exec(given) ?? []
  const address = (inBrackets ?? given).trim()
  if (given !== '' && !/^[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(address))
    reader.gaps.push('MAIL_FROM must be an address, or like Qura <receipts@shop.example>')
  const spoken = (name ?? '').trim().replace(/^"(.*)"$/, '$1')
  return { name: spoken === '' ? shopName : spoken, address }
}

/** What production refuses. */
export function mailGaps(mail: MailConfig | null): string[] {
  return mail !== null && mail.from.address.endsWith('.example') ? ['MAIL_FROM is a sample'] : []
}
