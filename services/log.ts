// One line per event of interest, as JSON: a verb and ids. Never a phone, a code, a token, a
// cookie, an address or a body (docs/security.md, K56): what slips in anyway is masked here,
// whoever wrote it.
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

import { currentTraceparent, traceIdOf } from './io/tracing.ts'

export type Log = Logger

export type LogOptions = {
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  destination?: DestinationStream
}

export function openLog({ level, destination }: LogOptions): Log {
  const settings = {
    level,
    base: null,
    messageKey: 'message',
    mixin: traceOfLine,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (line: Record<string, unknown>) => scrubbed(line, 0) as Record<string, unknown>,
    },
    hooks: {
      logMethod(
        this: Logger,
        line: Parameters<pino.LogFn>,
        write: (...line: Parameters<pino.LogFn>) => void,
      ) {
        const parts = line.map((part) => (typeof part === 'string' ? maskPersonal(part) : part))
        write.apply(this, parts as Parameters<pino.LogFn>)
      },
    },
  }
  return destination === undefined ? pino(settings) : pino(settings, destination)
}

/** By which the rest of a traced request is found. */
function traceOfLine(): object {
  const traceparent = currentTraceparent()
  return traceparent === undefined ? {} : { traceId: traceIdOf(traceparent) }
}

/** Lower-cased names whose values are never written. */
const secretNames = new Set([
  'phone',
  'customerphone',
  'personkey',
  'to',
  'otp',
  'code',
  'token',
  'cookie',
  'set-cookie',
  'authorization',
  'password',
  'secret',
  'email',
  'name',
  'fullname',
  'customername',
  'address',
  'deliveryaddress',
  'shippingaddress',
  'body',
  'text',
  'holdertext',
  'detail',
  'parameters',
])

const DEPTH_MAX = 6
const ITEMS_MAX = 50

function scrubbed(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskPersonal(value)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (value instanceof Error) return errorLine(value, depth)
  if (depth >= DEPTH_MAX) return '[deep]'
  if (Array.isArray(value))
    return value.slice(0, ITEMS_MAX).map((item) => scrubbed(item, depth + 1))
  const clean: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value))
    clean[name] = secretNames.has(name.toLowerCase()) ? '[hidden]' : scrubbed(part, depth + 1)
  return clean
}

/** Only what we know to be harmless: PostgreSQL puts the values of a refused row into `detail`. */
function errorLine(error: Error, depth: number): unknown {
  const { code, cause } = error as Error & { code?: unknown }
  // Class 22: PostgreSQL quotes the very value it could not read.
  const isQuoting = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
  const told = (text: string) => maskPersonal(isQuoting ? text.replace(/"[^"]*"/g, '"…"') : text)
  return {
    type: error.name,
    message: told(error.message),
    ...(typeof code === 'string' && { sqlState: code }),
    stack: told(error.stack ?? ''),
    ...(cause !== undefined && depth < DEPTH_MAX && { cause: scrubbed(cause, depth + 1) }),
  }
}

const emails = /[^\s@<>"'(),:;=]+@[^\s@<>"'(),:;=]+\.[a-z]{2,}/gi

const maskPersonal = (text: string) => maskPhones(text).replace(emails, '…@…')

/** International and Lebanese writings; the last two digits stay, to tell two callers apart. */
const phones =
  /(?<![\w-])(?:\+|00)\d[\d ]{6,16}(\d\d)(?![\w-])|(?<![\w-])961\d{5,6}(\d\d)(?![\w-])/g

export function maskPhones(text: string): string {
  return text.replace(phones, (_all, first, second) => `+…${first ?? second}`)
}
