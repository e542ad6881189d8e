// The application: what every call passes before its route, and what becomes of a failure after it.
// Order matters; each step says what the next may rely on.
import express from 'express'
import type { Express, NextFunction, Request, RequestHandler, Response, Router } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import type { AdminConfig } from '../config.ts'
import type { Operation } from '../contract/operation.ts'
import { newId } from '../ids.ts'
import { isTracing } from '../io/tracing.ts'
import type { Log } from '../log.ts'
import { readBody, requirePlainQuery } from './body.ts'
import { clientAddress } from './client-address.ts'
import type { Door } from './door.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { matchOperation } from './operation-match.ts'
import { requireSameOrigin } from './origin.ts'
import { countPeopleRead } from './people-read.ts'
import { notFound, problemHandler, refuseUnknown } from './problem.ts'
import { securityHeaders } from './security-headers.ts'
import { viewerOf } from './session.ts'
import type { Sessions } from './session.ts'
import { staffAddresses } from './staff-addresses.ts'
import { hostOf, staffHost } from './staff-host.ts'
import type { Origins } from './staff-host.ts'
import { traceRequest } from './trace-request.ts'

export type AppParts = {
  publicOrigin: string
  /** Proxies in front of us whose X-Forwarded-For counts. */
  trustProxy: number
  log: Log
  limits: Limits
  metrics: Metrics
  sessions: Sessions
  /** Where staff come to, and from where; left out: to the shop's host, from anywhere. */
  staff?: Pick<AdminConfig, 'origin' | 'addresses'>
  /** Who comes in while too many buy; left out: everybody. */
  door?: Door
  /** Everything under /api, /images and the like; each of its calls stands in the contract. */
  routers: readonly Router[]
  /** Everything else: the web app. */
  pages?: Router
}

export function createApp(parts: AppParts): Express {
  const { publicOrigin, staff } = parts
  const origins = { publicOrigin, adminOrigin: staff?.origin ?? publicOrigin }
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag') // routes that can name a version do it themselves
  app.set('query parser', 'simple')
  app.set('trust proxy', parts.trustProxy)

  if (isTracing()) app.use(traceRequest)
  app.use(nameRequest)
  app.use(securityHeaders({ isHttps: publicOrigin.startsWith('https:') }))
  app.use(parts.metrics.measure)
  app.use(refuseMethods)
  app.use(findOperation)
  app.use((request, _response, next) => {
    parts.limits.take('callsPerAddress', clientAddress(request))
    next()
  })
  app.use(staffHost(origins))
  app.use(requireHonestCall(origins))
  if (parts.door !== undefined) app.use(parts.door.admit)
  app.use(staffAddresses(staff?.addresses ?? null))
  app.use(unlessForEverybody(parts.sessions.identify))
  app.use((request, response, next) => {
    guardOwn(request, response, parts.limits)
    next()
  })
  app.use(countPeopleRead(parts.limits))
  app.use(readDocumentedBody)
  if (parts.door !== undefined) app.use(parts.door.count)
  for (const router of parts.routers) app.use(router)
  app.use('/api', refuseUnknown)
  if (parts.pages !== undefined) app.use(parts.pages)
  app.use(refuseUnknown)
  app.use(problemHandler({ log: parts.log }))
  return app
}

/** The operation this request was found to mean; undefined for a page. */
export function operationOf(response: Response): Operation | undefined {
  // Written by `findOperation` alone.
  return response.locals.operation as Operation | undefined
}

function nameRequest(_request: Request, response: Response, next: NextFunction): void {
  response.locals.requestId = newId<string>()
  response.set('X-Request-Id', response.locals.requestId)
  next()
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

function refuseMethods({ method }: Request, response: Response, next: NextFunction): void {
  if (methods.has(method)) return next()
  response.set('Allow', [...methods].join(', '))
  throw new Rejection('method_not_allowed', 'This method is not served here.')
}

function findOperation(request: Request, response: Response, next: NextFunction): void {
  const match = matchOperation(request.method, request.path)
  if (match.kind === 'operation') response.locals.operation = match.operation
  else if (isApi(request)) {
    if (match.kind === 'none') throw notFound()
    response.set('Allow', match.allow.join(', '))
    throw new Rejection('method_not_allowed', 'This method is not served here.')
  }
  next()
}

/**
 * Pictures, bundles and the catalogue are the same for everybody, and caches between us and the
 * browser may keep them: a renewed session cookie must never travel with one of them.
 */
function unlessForEverybody(identify: RequestHandler): RequestHandler {
  return (request, response, next) =>
    operationOf(response)?.isForEverybody === true || isFile(request)
      ? next()
      : identify(request, response, next)
}

const isFile = ({ path }: Request) => /^\/(images|assets|docs|ledger)\//i.test(path)

/** Express finds routes whatever the case of the path, so `/API/…` must not walk around us. */
const isApi = ({ path }: Request) => /^\/api(\/|$)/i.test(path)

function requireHonestCall({ publicOrigin, adminOrigin }: Origins) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const operation = operationOf(response)
    if (operation?.who === 'provider') return next()
    if (request.method !== 'GET' && request.method !== 'HEAD')
      requireSameOrigin(request, hostOf(response) === 'staff' ? adminOrigin : publicOrigin)
    if (operation !== undefined && isApi(request)) requirePlainQuery(request)
    next()
  }
}

/** What is somebody's own is kept by no cache; one browser writes only so often. */
function guardOwn(request: Request, response: Response, limits: Limits): void {
  if (isApi(request)) response.set('Cache-Control', 'no-store')
  const viewer = viewerOf(response)
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  if (viewer !== null && isWrite) limits.take('writesPerBrowser', viewer.sessionId)
}

async function readDocumentedBody(
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const operation = operationOf(response)
  if (operation !== undefined) await readBody(operation, request)
  next()
}
