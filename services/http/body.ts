// Reads a body as its operation documents it: JSON of at most 32 KiB and 20 levels, raw bytes for
// providers; multipart is left to the upload reader of its route. Everything else is refused
// before a byte of it is read, and what is too long as soon as that is known: a body without an end
// would otherwise never be answered. What still comes is thrown away by the connection.
import type { Request } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import type { Operation, RequestBody } from '../contract/operation.ts'
import { invalid } from './problem.ts'

export const JSON_BYTES_MAX = 32 * 1024
const RAW_BYTES_MAX = 64 * 1024
const JSON_DEPTH_MAX = 20

/** Into `request.body`; rejects with what the request is refused for. */
export async function readBody({ body }: Operation, request: Request): Promise<void> {
  // Nobody reads a body that no operation documents; it is drained with the connection.
  if (body === undefined || !hasBody(request)) return
  requireContentType(body, request)
  if (body.kind === 'multipart') return
  const bytes = await readBytes(request, bytesMaxOf(body))
  request.body = body.kind === 'json' ? parseJson(bytes) : bytes
}

/** What staff import may be larger than what a machine calls back with. */
const bytesMaxOf = (body: RequestBody) =>
  body.kind === 'raw' ? (body.bytesMax ?? RAW_BYTES_MAX) : JSON_BYTES_MAX

function readBytes(request: Request, bytesMax: number): Promise<Buffer> {
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new Rejection('unsupported_media_type', 'A body is sent as it is, not compressed.')
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= bytesMax) return
      request.off('data', take)
      request.resume()
      chunks.length = 0
      reject(tooLarge())
    }
    request.on('data', take)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('close', () => {
      if (!request.readableEnded) reject(invalid('The body ended too early.'))
    })
  })
}

const tooLarge = () => new Rejection('too_large', 'That is too large.')

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function requireContentType(body: RequestBody, request: Request): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const accepted = {
    json: ['application/json'],
    multipart: ['multipart/form-data'],
    raw: body.kind === 'raw' ? body.contentTypes : [],
  }[body.kind]
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if (!accepted.includes(type) || !isUtf8)
    throw new Rejection('unsupported_media_type', `Send ${accepted.join(' or ')} here.`)
}

function parseJson(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw Object.assign(invalid('The body is not valid JSON.'), { cause })
  }
  requirePlain(value, 0)
  return value
}

/** Names that would reach a prototype, and NUL, are in no honest request. */
function requirePlain(value: unknown, depth: number): void {
  if (depth > JSON_DEPTH_MAX) throw invalid('The body is nested too deeply.')
  if (typeof value === 'string' && value.includes('\0')) throw invalid('Text must not hold a NUL.')
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const item of value) requirePlain(item, depth + 1)
    return
  }
  for (const [name, item] of Object.entries(value)) {
    requirePlainName(name)
    requirePlain(item, depth + 1)
  }
}

const reachesPrototype = new Set(['__proto__', 'constructor', 'prototype'])

export function requirePlainName(name: string): void {
  if (reachesPrototype.has(name) || name.includes('\0'))
    throw invalid('A field has a name that is not accepted.')
}

/** Each parameter once, plain names, no NUL; arrays and nesting do not exist here. */
export function requirePlainQuery(request: Request): void {
  const at = request.originalUrl.indexOf('?')
  if (at === -1) return
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(request.originalUrl.slice(at + 1))) {
    requirePlainName(name)
    if (value.includes('\0')) throw invalid('Text must not hold a NUL.')
    if (seen.has(name)) throw invalid('A query parameter is given twice.')
    seen.add(name)
  }
}
