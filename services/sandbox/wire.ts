// The sandbox's HTTP, kept small because a benchmark drives hundreds of payments a second through
// it: handlers are functions from a request to an answer, and only this file touches the sockets.
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Incoming = {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type Answer =
  | { status: number; type: string; body: string; headers?: Readonly<Record<string, string>> }
  /** No answer, ever: the caller's own time limit has to end it. */
  | 'silence'

export type Handler = (incoming: Incoming) => Answer | Promise<Answer>

const bodyBytesMax = 256 * 1024

export const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

/** The shape of the sandbox's own refusals; the providers' shapes stand in their own files. */
export const refusal = (status: number, code: string, error: string): Answer =>
  jsonAnswer(status, { error, code })

export const textAnswer = (status: number, body: string, type = 'text/plain'): Answer => ({
  status,
  type: `${type}; charset=utf-8`,
  body,
})

/** 303: the browser goes on with GET. What a header cannot hold is percent-encoded. */
export const seeOther = (location: string): Answer => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: location.replace(/[^\x21-\x7e]+/g, encodeURIComponent) },
})

/** Null: longer than 256 kB. */
export async function readIncoming(request: IncomingMessage): Promise<Incoming | null> {
  const body = request.method === 'GET' ? '' : await readBody(request)
  if (body === null) return null
  const url = request.url ?? '/'
  const queryAt = url.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt + 1)),
    headers: request.headers,
    body,
  }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (answer === 'silence' || response.destroyed) return
  response.writeHead(answer.status, {
    'Content-Type': answer.type,
    'Content-Length': Buffer.byteLength(answer.body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...answer.headers,
  })
  response.end(answer.body)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A JSON object or an empty one: the providers' rules then name the fields that are missing. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // the checks on this line
    : {}
}
