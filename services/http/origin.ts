// Defence against writes from other people's pages. A browser says where a call comes from; a call
// that says nothing is no browser and carries no cookie it did not mean to send.
import type { Request } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

export function requireSameOrigin(request: Request, publicOrigin: string): void {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  // `none`: typed or bookmarked by the user.
  const isSiteFine = site === undefined || site === 'same-origin' || site === 'none'
  const isOriginFine = origin === undefined || isOwn(origin, request, publicOrigin)
  if (!isSiteFine || !isOriginFine)
    throw new Rejection('origin_refused', 'This call must come from the shop itself.')
}

/**
 * The configured origin, or the very host the browser called: a foreign page can fake neither, and
 * a page that has our address under another name has none of our cookies.
 */
function isOwn(origin: string, request: Request, publicOrigin: string): boolean {
  return origin === publicOrigin || origin === `${request.protocol}://${request.headers.host}`
}
