// Where staff may come from, when the settings say so (docs/security.md, K24). Asked before a
// cookie is looked at: from elsewhere a stolen one opens nothing.
import type { RequestHandler } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import { readAddressList } from '../io/address-list.ts'

/** Their calls, those by which they come in among them. */
export const isOfStaff = (path: string): boolean =>
  /^\/(api\/admin|api\/auth\/(admin|invitation))/i.test(path)

export function staffAddresses(addresses: readonly string[] | null): RequestHandler {
  const list = addresses === null ? null : readAddressList(addresses)
  return (request, _response, next) => {
    if (list !== null && isOfStaff(request.path) && !list.has(request.ip ?? ''))
      throw new Rejection('address_refused', 'Staff cannot sign in from this address.')
    next()
  }
}
