// How many people somebody of the staff reads in lists. A file of them asks for a second factor and
// stands in the trail; the same people page by page would ask for nothing. So each row counts, in
// whatever list, of the owner as well. Beyond the ceiling no page is given out, and the log is told
// whose account it was.
import type { RequestHandler, Response } from 'express'

import type { Operation } from '../contract/operation.ts'
import type { Limits } from './limits.ts'
import { viewerOf } from './session.ts'

export function countPeopleRead(limits: Limits): RequestHandler {
  return (_request, response, next) => {
    if (tellsOfPeople(response)) countRows(response, limits)
    next()
  }
}

function tellsOfPeople(response: Response): boolean {
  // Written by the application's first step alone.
  const operation = response.locals.operation as Operation | undefined
  return operation?.tellsOfPeople === true
}

/** As the answer is given: only then is it known how many there are. */
function countRows(response: Response, limits: Limits): void {
  const json = response.json.bind(response)
  response.json = (body: unknown) => {
    const rows = rowsIn(body)
    const personId = viewerOf(response)?.person?.personId
    if (rows > 0 && personId !== undefined) limits.take('peopleReadPerPerson', personId, rows)
    return json(body)
  }
}

/** A refusal has none. */
const rowsIn = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data)
    ? body.data.length
    : 0
