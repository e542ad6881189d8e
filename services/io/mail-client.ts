// The only door for e-mail: one message to one address over one connection of SMTP (RFC 5321), with
// a limit on the whole of it. What a server says often repeats the address it was asked for, so of
// its words only the numbers leave this file.
import { Readable } from 'node:stream'

import SMTPConnection from 'nodemailer/lib/smtp-connection'

import { io } from './io.ts'

export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  isSecure: boolean
  /** Without TLS it is told nothing. */
  requiresTls: boolean
  login: { user: string; password: string } | null
}

export type MailCall = {
  server: MailServer
  /** Plain addresses: what stands in the message is for its reader alone. */
  from: string
  to: string
  /** As it goes over the wire, headers included. */
  message: Uint8Array
  connectTimeoutMs?: number
  totalTimeoutMs?: number
}

/** `command`: what was being said. `enhanced`: RFC 3463, `5.1.1`, where the server gives one. */
export type MailReply = { command: string; code: number; enhanced: string | null }

/**
 * With a reply the server has refused it. Without one, `not_sent`: it has not been told the message
 * yet; `unknown`: it may have taken it.
 */
export class MailFailure extends Error {
  readonly outcome: 'not_sent' | 'unknown'
  readonly reply: MailReply | null

  constructor(message: string, outcome: 'not_sent' | 'unknown', reply: MailReply | null = null) {
    super(message)
    this.name = 'MailFailure'
    this.outcome = outcome
    this.reply = reply
  }
}

/** Resolves when the server has answered for the message; it delivers it from there. */
export async function sendMail(call: MailCall): Promise<void> {
  return io('smtp message', () => deliver(call))
}

function deliver(call: MailCall): Promise<void> {
  const { server, from, to, totalTimeoutMs = 15_000 } = call
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(optionsOf(call, totalTimeoutMs))
    const content = watched(call.message)
    function fail(error: unknown): void {
      clearTimeout(limit)
      connection.close()
      reject(failureOf(error, content.isBegun()))
    }
    const limit = setTimeout(
      () => fail(new Error(`the call took longer than ${totalTimeoutMs} ms`)),
      totalTimeoutMs,
    )
    const send = () =>
      connection.send({ from, to: [to] }, content.stream, (error) => {
        if (error) return fail(error)
        clearTimeout(limit)
        connection.quit()
        resolve()
      })
    // Stays for the connection's whole life: an error that nobody hears ends the process.
    connection.on('error', fail)
    connection.connect((error) => {
      if (error) return fail(error)
      if (server.login === null) return send()
      const { user, password } = server.login
      connection.login({ user, pass: password }, (refused) => (refused ? fail(refused) : send()))
    })
  })
}

function optionsOf({ server, connectTimeoutMs = 5_000 }: MailCall, totalTimeoutMs: number) {
  const { host, port, isSecure, requiresTls } = server
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && requiresTls,
    connectionTimeout: Math.min(connectTimeoutMs, totalTimeoutMs),
    greetingTimeout: Math.min(connectTimeoutMs, totalTimeoutMs),
    socketTimeout: totalTimeoutMs,
    socketCloseTimeout: 0,
    tls: { minVersion: 'TLSv1.2' as const },
  }
}

/** Read only when the server has asked for the message: from then on it may have it. */
function watched(message: Uint8Array) {
  let isBegun = false
  function* pieces() {
    isBegun = true
    yield Buffer.from(message)
  }
  return { stream: Readable.from(pieces(), { objectMode: false }), isBegun: () => isBegun }
}

function failureOf(error: unknown, isBegun: boolean): MailFailure {
  const { code, command, response } = error as Error & {
    code?: unknown
    command?: unknown
    response?: unknown
  }
  const outcome = isBegun ? 'unknown' : 'not_sent'
  const said = typeof command === 'string' ? command : 'CONN'
  const answer = /^([45]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(String(response ?? ''))
  if (answer === null) {
    const kind = typeof code === 'string' ? code : 'late'
    return new MailFailure(`smtp: no answer to ${isBegun ? 'DATA' : said} (${kind})`, outcome)
  }
  const [, number, enhanced = null] = answer
  const reply = { command: said, code: Number(number), enhanced }
  const told = enhanced === null ? '' : ` ${enhanced}`
  return new MailFailure(`smtp: ${said} was answered ${number}${told}`, outcome, reply)
}
