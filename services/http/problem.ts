// The one place where a failure becomes an answer: a refusal of the rules, a request that does not
// fit the contract, or a failure of ours, which is logged and told to nobody.
import type { ErrorRequestHandler, Request, Response } from 'express'
import { core } from 'zod/mini'

import { Rejection } from '#events/kernel/rejection.ts'

import { withoutLinks } from '../commands/masked-keys.ts'
import { statusOf } from '../contract/problems.ts'
import type { FieldProblem } from '../contract/shared.ts'
import { isOutage } from '../io/database.ts'
import { SignerRefused } from '../ledger/signer.ts'
import { TreeRefused } from '../ledger/tree.ts'
import type { Log } from '../log.ts'
import { problemOf } from '../problem-of.ts'
import { ProviderOutage } from '../providers/breaker.ts'

const FIELDS_MAX = 20

export function problemHandler({ log }: { log: Log }): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const rejection = asRejection(error)
    if (ours.has(rejection.code) && !(error instanceof Rejection))
      log.error({ error, requestId: response.locals.requestId, path: pathOf(request) }, 'failed')
    else if (isAttempt(rejection, response)) log.warn(attemptLine(rejection, response), 'refused')
    sendProblem(response, rejection)
  }
}

/** As it was asked for; the short link of an order is its key, and stays out of the log. */
const pathOf = ({ path }: Request): string => withoutLinks(path)

/** Failures of ours: whoever looks after the shop finds their causes in the log. */
const ours = new Set(['internal', 'busy', 'log_not_signed'])

/** Refusals that an honest page never meets: somebody tries doors (docs/security.md, K35). */
const attempts = new Set(['not_admin', 'not_allowed', 'origin_refused', 'wrong_password'])

const isAttempt = (rejection: Rejection, response: Response) =>
  attempts.has(rejection.code) ||
  rejection.details.isSomebodyElses === true ||
  isReader(rejection, response)

/** Of the staff, and over what one reads of people; whoever calls too often is not known yet. */
const isReader = ({ code }: Rejection, { locals }: Response) =>
  code === 'too_many_requests' && locals.operation?.tellsOfPeople === true && Boolean(locals.viewer)

function attemptLine({ code }: Rejection, { locals }: Response) {
  // Written by the application's own steps alone.
  const viewer = locals.viewer as { sessionId: string; person: { personId: string } | null } | null
  return {
    requestId: locals.requestId,
    operation: locals.operation?.name,
    refusal: code,
    sessionId: viewer?.sessionId,
    personId: viewer?.person?.personId,
  }
}

export function sendProblem(response: Response, rejection: Rejection): void {
  const { retryAfterSeconds } = rejection.details
  if (typeof retryAfterSeconds === 'number') response.set('Retry-After', String(retryAfterSeconds))
  response
    .status(statusOf(rejection.code))
    .set('Cache-Control', 'no-store')
    .json(problemOf(rejection))
}

export const notFound = (): Rejection => new Rejection('not_found', 'Not found')

/** It exists and belongs to others: to this caller it does not exist, and the log knows of it. */
export const notYours = (): Rejection =>
  new Rejection('not_found', 'Not found', { isSomebodyElses: true })

export function refuseUnknown(_request: Request, _response: Response): void {
  throw notFound()
}

export function invalid(message: string, fields: readonly FieldProblem[] = []): Rejection {
  return new Rejection('invalid_request', message, fields.length > 0 ? { fields } : {})
}

function asRejection(error: unknown): Rejection {
  if (error instanceof Rejection) return error
  if (error instanceof core.$ZodError) return fromZod(error)
  const known = fromHttpError(error)
  if (known !== null) return known
  const isRefused = error instanceof SignerRefused && error.code !== 'busy'
  if (isRefused || error instanceof TreeRefused) return notSigned()
  // No connection was free in time, or the database is away, full, or gave up on a lock; or whoever
  // keeps our pictures, or was to be asked about a payment, does not answer; or other processes
  // were quicker to sign the public log, each time.
  if (isOutage(error) || error instanceof ProviderOutage || error instanceof SignerRefused)
    return new Rejection('busy', 'We are very busy. Please try again in a moment.', {
      retryAfterSeconds: 2,
    })
  return new Rejection('internal', 'Something went wrong on our side. Please try again.')
}

/** Only acts of a draw publish, each after its fact: what they were asked for is durable here. */
const notSigned = () =>
  new Rejection(
    'log_not_signed',
    'This is recorded, but the public log is not signed: its signer refuses. Tell whoever runs ' +
      'the servers before the draw goes on; nothing has to be done twice.',
  )

function fromZod(error: core.$ZodError): Rejection {
  const fields = error.issues.slice(0, FIELDS_MAX).map((issue) => ({
    path: issue.path.join('.').slice(0, 200),
    message: wordsOf(issue).slice(0, 200),
  }))
  const [first] = fields
  const what = first === undefined || first.path === '' ? 'the request' : first.path
  return invalid(`Please check ${what}: ${first?.message ?? 'it is not valid'}`, fields)
}

/**
 * Of zod itself, of what has no words in the contract. They are told here and not there: browsers
 * load the contract.
 */
const BARE = 'Invalid input'

function wordsOf(issue: core.$ZodIssue): string {
  if (issue.message !== BARE) return issue.message
  if (issue.code === 'too_small') return boundWords(issue.origin, 'least', issue.minimum)
  if (issue.code === 'too_big') return boundWords(issue.origin, 'most', issue.maximum)
  return 'is not valid'
}

function boundWords(origin: string, side: 'least' | 'most', bound: number | bigint): string {
  const counted = countedIn[origin]
  if (counted === undefined) return `must be at ${side} ${bound}`
  if (side === 'least' && bound === 1) return 'must not be empty'
  return `must have at ${side} ${bound} ${counted}`
}

const countedIn: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

/** What body parsers and the router throw: errors with a status (http-errors) or a bad escape. */
function fromHttpError(error: unknown): Rejection | null {
  if (error instanceof URIError) return invalid('The address is not valid.')
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return new Rejection('too_large', 'That is too large.')
  if (status === 415)
    return new Rejection('unsupported_media_type', 'This content type is not accepted here.')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return invalid('The request is not valid.')
  return null
}
