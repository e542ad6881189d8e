// Reads a body as its operation documents it: JSON of at most 32 KiB and 20 levels, raw bytes for
// providers; multipart is left to the upload reader of its route. Everything else is refused
// before a byte of it is read.
import express from 'express'
import type { Request, RequestHandler, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import type { Operation, RequestBody } from '../contract/operation.ts'
import { invalid } from './problem.ts'

export const JSON_BYTES_MAX = 32 * 1024
const RAW_BYTES_MAX = 64 * 1024
const JSON_DEPTH_MAX = 20

const anyType = () => true
const readJsonBytes = express.raw({ type: anyType, limit: JSON_BYTES_MAX, inflate: false })
const readRawBytes = express.raw({ type: anyType, limit: RAW_BYTES_MAX, inflate: false })

/** Rejects with what the request is refused for; nothing may throw inside the reader's callback. */
export async function readBody(
  { body }: Operation,
  request: Request,
  response: Response,
): Promise<void> {
  // Nobody reads the body of a GET or DELETE; it is drained with the connection.
  if (body === undefined || !hasBody(request)) return
  requireContentType(body, request)
  if (body.kind === 'multipart') return
  await read(body.kind === 'raw' ? rawReader(body) : readJsonBytes, request, response)
  if (body.kind === 'json') request.body = parseJson(request.body)
}

/** What staff import may be larger than what a machine calls back with. */
const rawReader = ({ bytesMax }: Extract<RequestBody, { kind: 'raw' }>) =>
  bytesMax === undefined
    ? readRawBytes
    : express.raw({ type: anyType, limit: bytesMax, inflate: false })

function read(reader: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void reader(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    )
  })
}

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
