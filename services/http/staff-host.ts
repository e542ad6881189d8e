// Where staff have a host of their own (ADMIN_ORIGIN, decision 57). Their pages and calls answer
// there and nowhere else, and nothing of the shop does: a script that gets into one of the two has
// neither the cookies nor the answers of the other. The browser says which host it calls; a program
// that names the other one reaches what anybody may call there.
import type { Request, RequestHandler, Response } from 'express'

import type { Operation } from '../contract/operation.ts'
import { notFound } from './problem.ts'
import { isOfStaff } from './staff-addresses.ts'

/** The same: staff come to the shop's own host. */
export type Origins = { publicOrigin: string; adminOrigin: string }

export function staffHost({ publicOrigin, adminOrigin }: Origins): RequestHandler {
  const { host } = new URL(adminOrigin)
  return (request, response, next) => {
    if (adminOrigin === publicOrigin) return next()
    const isStaffs = request.headers.host?.toLowerCase() === host
    response.locals.host = isStaffs ? 'staff' : 'shop'
    if (!isStaffs) {
      if (isOfStaff(request.path) || isEncodedPageOfStaff(request.path)) throw notFound()
      response.locals.isPageElsewhere = isPageOfStaff(request.path)
      return next()
    }
    if (isForStaff(request, response)) return next()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A target in full (`GET http://…`), which no browser sends, would lengthen the host's name.
    const isPath = request.originalUrl.startsWith('/')
    if (!isRead || !isPath || isCall.test(request.path)) throw notFound()
    // A page that staff have followed a link to: the shop has it.
    response.redirect(302, `${publicOrigin}${request.originalUrl}`)
  }
}

/** Null: both have one host. */
export function hostOf(response: Response): 'shop' | 'staff' | null {
  // Written by `staffHost` alone.
  return (response.locals.host as 'shop' | 'staff' | undefined) ?? null
}

/** A page of staff, asked of the shop: there is none. */
export const isPageElsewhere = (response: Response): boolean =>
  response.locals.isPageElsewhere === true

export const isPageOfStaff = (path: string): boolean => /^\/admin(\/|$)/i.test(path)

/** The web app decodes `/%61dmin` before it looks for the page, the server does not. */
const isEncodedPageOfStaff = (path: string): boolean =>
  path.includes('%') && !isPageOfStaff(path) && isPageOfStaff(decoded(path))

/** What cannot be decoded the web app takes as it is, too. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const isCall = /^\/api(\/|$)/i

/** What pages are made of, and what browsers look for at the root of any host. */
const isFile = /^\/(assets\/.+|[\w.-]+\.\w+)$/i

/** What their pages ask for beside their own calls, and what is asked of every host. */
const shared = new Set(['me', 'logout', 'readImage', 'readDraw', 'health', 'readiness'])

function isForStaff({ path }: Request, response: Response): boolean {
  // Written by the application's first step alone.
  const operation = response.locals.operation as Operation | undefined
  if (operation !== undefined) return isOfStaff(path) || shared.has(operation.name)
  return isPageOfStaff(path) || isFile.test(path)
}
