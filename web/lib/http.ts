// All calls to the shop's own API: same origin, cookies sent, answers parsed with the contract.
import * as z from 'zod/mini'

import { BACKGROUND_HEADER } from '#services/contract/background.ts'
import { problem } from '#services/contract/problems.ts'
import type { Problem } from '#services/contract/problems.ts'

import { sentenceFor } from './text/problems.ts'

/** The call did not succeed. The message is the status, a colon, a space and the answer's body. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | null
  /** What to tell a person, in the language of the page. */
  sentence: string | null

  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = readProblem(body)
    this.sentence = this.problem?.error ?? null
  }
}

/** What to tell a person: the shop's own sentence where there is one. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? (error.sentence ?? otherwise) : otherwise
}

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401

export const get = <Shape extends z.core.$ZodType>(
  path: string,
  shape: Shape,
  signal?: AbortSignal,
) => call(path, { method: 'GET', signal: signal ?? null }, shape)

type Sent = { body?: unknown; headers?: Record<string, string> }

export function post<Shape extends z.core.$ZodType>(
  path: string,
  { body, headers = {} }: Sent,
  shape: Shape,
) {
  const json =
    body === undefined
      ? { headers }
      : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
  return call(path, { method: 'POST', ...json }, shape)
}

export function put<Shape extends z.core.$ZodType>(path: string, body: unknown, shape: Shape) {
  const headers = { 'content-type': 'application/json' }
  return call(path, { method: 'PUT', headers, body: JSON.stringify(body) }, shape)
}

/** DELETE, which is a word of the language already. */
export const remove = <Shape extends z.core.$ZodType>(path: string, shape: Shape) =>
  call(path, { method: 'DELETE' }, shape)

/** When the shop last heard of whoever is here; what a page asks by itself is nobody. */
export const lastHeardMs = (): number => heardMs
let heardMs = Date.now()

export async function call<Shape extends z.core.$ZodType>(
  path: string,
  init: RequestInit,
  shape: Shape,
): Promise<z.output<Shape>> {
  const response = await fetch(path, { credentials: 'include', ...init })
  if (!new Headers(init.headers).has(BACKGROUND_HEADER)) heardMs = Date.now()
  if (!response.ok) throw await problemOf(response)
  return readAnswer(shape, JSON.parse(await response.text()))
}

/**
 * As the contract has it. What a newer shop tells besides is left away: a page may stay open, and
 * ask it, for longer than the shop that it came from is there.
 */
function readAnswer<Shape extends z.core.$ZodType>(shape: Shape, answer: unknown) {
  const { issues, value } = shape._zod.run({ value: answer, issues: [] }, {}) as Read
  // It throws, and says where.
  if (issues.some(({ code }) => code !== 'unrecognized_keys')) z.parse(shape, answer)
  return value as z.output<Shape> // the shape has just proved it
}
type Read = z.core.ParsePayload

/** A refusal has words of its own; what fails without a code has those of whoever asked. */
export async function problemOf(response: Response): Promise<ApiError> {
  const error = new ApiError(response.status, (await response.text()) || response.statusText)
  if (error.problem) error.sentence = await sentenceFor(error.problem)
  return error
}

function readProblem(body: string): Problem | null {
  try {
    return z.safeParse(problem, JSON.parse(body)).data ?? null
  } catch {
    return null // not JSON: a proxy's page, for instance
  }
}
