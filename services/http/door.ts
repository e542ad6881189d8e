// The door of the shop: who comes while too many buy is answered here, before a session is looked
// up, a body is read or a page is made. What somebody has paid for, and what anybody may check,
// stays open to all.
import type { NextFunction, Request, RequestHandler, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import { operationOf } from './app.ts'
import type { EntryPasses } from './entry-pass.ts'
import type { WaitingRoom } from './waiting-room.ts'

export type Door = {
  admit: RequestHandler
  /** Behind the reading of the body: a purchase that is still being sent counts for nothing. */
  count: RequestHandler
}

export type DoorNeeds = {
  room: WaitingRoom
  passes: EntryPasses
  /** Answers with the page of the waiting room. */
  sendPage: (request: Request, response: Response, seconds: number) => void
}

export function openDoor({ room, passes, sendPage }: DoorNeeds): Door {
  function admit(request: Request, response: Response, next: NextFunction): void {
    const isVisit = isVisitOfPage(request, response)
    if (!isVisit && !isPurchase(response)) return next()
    const seconds = room.ask(() => passes.isHeld(request))
    if (seconds === null) {
      // In calm times only pages give it: a purchase is not a reason to stay.
      if (isVisit || room.isInUse()) passes.give(request, response)
      return next()
    }
    // Counted apart: to let people wait is what the room is for, and no failure.
    response.locals.isAskedToWait = true
    if (isVisit) return sendPage(request, response, seconds)
    throw new Rejection(
      'waiting_room',
      'Very many people are buying right now. Please wait a moment; nothing was ordered yet.',
      { retryAfterSeconds: seconds },
    )
  }

  function count(_request: Request, response: Response, next: NextFunction): void {
    if (isPurchase(response)) response.once('close', room.begin())
    next()
  }

  return { admit, count }
}

const isPurchase = (response: Response) => operationOf(response)?.name === 'placePurchase'

/** Orders and their tickets, the draws and their proofs, staff, and what is no page at all. */
const open =
  /^\/(payment|order|dashboard|account|draws|verify|offline|admin|sandbox|docs|ledger)(\/|$)/i
const files = /^\/(api|images|assets)\/|\.\w+$|^\/(healthz|readyz)$/i

function isVisitOfPage({ method, path, headers }: Request, response: Response): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (operationOf(response) !== undefined || open.test(path) || files.test(path)) return false
  return headers.accept?.includes('text/html') === true
}
