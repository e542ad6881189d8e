// E-mail over SMTP, beside the gateways for texts: an address instead of a phone, a letter instead
// of a line. A mail server keeps no key of ours and may deliver a second copy, so a letter is sent
// once and never again by itself; its Message-ID is made of its ref, so that copies are known as
// one.
import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'

import MailComposer from 'nodemailer/lib/mail-composer'

import { MailFailure, sendMail } from '../../io/mail-client.ts'
import type { MailReply, MailServer } from '../../io/mail-client.ts'
import type { Breaker, BreakerSettings } from '../breaker.ts'
import { ProviderOutage, createBreaker } from '../breaker.ts'
import { letterHtml } from './letter-html.ts'
import type { Letter, Message, MessageGateway, RejectionReason, Sent } from './port.ts'

export type EmailSettings = {
  server: MailServer
  from: Mailbox
  /** Stands at the head of each letter. */
  shopName: string
  connectTimeoutMs?: number
  totalTimeoutMs?: number
  breaker?: Partial<BreakerSettings>
}

export type Mailbox = { name: string; address: string }

export type EmailGateway = MessageGateway & { breaker: Breaker }

export function emailGateway(settings: EmailSettings): EmailGateway {
  const breaker = createBreaker('email', settings.breaker)
  return {
    channel: 'email',
    sendsAnew: true,
    breaker,
    send: (message) => breaker.run(() => send(settings, message)),
  }
}

async function send(settings: EmailSettings, message: Message): Promise<Sent> {
  const to = plainAddress(message.to)
  if (to === null) return { kind: 'rejected', reason: 'bad_number' }
  const id = createHash('sha256').update(message.ref).digest('hex').slice(0, 40)
  const { server, from, connectTimeoutMs, totalTimeoutMs } = settings
  try {
    await sendMail({
      server,
      from: from.address,
      to,
      message: await composed(settings, message, { to, id }),
      ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
      ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
    })
    return { kind: 'queued', gatewayId: `email:${id}` }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    if (error.reply !== null) return { kind: 'rejected', reason: reasonOf(error.reply) }
    throw new ProviderOutage(error.message, error.outcome, error)
  }
}

/**
 * What the refusal is about, by what was being said (RFC 3463 for the second number): an address
 * that is none, a server that does not want this letter, or our own settings.
 */
export function reasonOf({ command, code, enhanced }: MailReply): RejectionReason {
  if (enhanced === '4.7.28' || enhanced === '4.5.3') return 'limit'
  if (code < 500) return 'temporary'
  const isOfMessage = command === 'RCPT TO' || command === 'DATA'
  if (!isOfMessage || code === 530 || code === 535) return 'config'
  return command === 'DATA' || enhanced?.startsWith('5.7.') ? 'blocked' : 'bad_number'
}

/** Unquoted, as RFC 5321 writes an ordinary mailbox: nothing in it can end a line or a list. */
const LOCAL_PART = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const DOMAIN_PART = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Null: nobody can be written to. A domain in other letters is written as DNS has it. */
export function plainAddress(given: string): string | null {
  const at = given.lastIndexOf('@')
  const [local, domain] = [given.slice(0, Math.max(at, 0)), domainToASCII(given.slice(at + 1))]
  const parts = domain.split('.')
  const isHost = parts.length > 1 && parts.every((part) => DOMAIN_PART.test(part))
  return LOCAL_PART.test(local) && isHost ? `${local}@${domain}` : null
}

type Addressed = { to: string; id: string }

function composed(
  { from, shopName }: EmailSettings,
  { text, letter, language = 'en' }: Message,
  { to, id }: Addressed,
): Promise<Buffer> {
  const html = letterHtml(letter ?? bare(text, shopName), { language, shopName })
  return new MailComposer({
    from: { name: oneLine(from.name), address: from.address },
    to: { name: '', address: to },
    subject: oneLine(letter?.subject ?? shopName),
    text,
    html,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: {
      // RFC 3834: nobody's holiday answers it.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
    },
    encoding: 'base64',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** A text without a letter of its own. */
const bare = (text: string, title: string): Letter => ({
  subject: title,
  title,
  lines: [text],
  tables: [],
  link: null,
  foot: null,
})

const SUBJECT_CHARACTERS_MAX = 200

/** A line break in a name would begin a header of its own. */
const oneLine = (text: string) =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, SUBJECT_CHARACTERS_MAX)
