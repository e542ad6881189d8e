// One span for each request, under the pattern of its operation. Whoever calls is outside of the
// house: the trace he says he is in is pointed at and never followed, so that nobody chooses what
// is traced here, and no trace of ours goes out with an answer.
import type { NextFunction, Request, Response } from 'express'

import type { Operation } from '../contract/operation.ts'
import { inSpan } from '../io/tracing.ts'
import type { Span } from '../io/tracing.ts'

export function traceRequest(request: Request, response: Response, next: NextFunction): void {
  const { traceparent } = request.headers
  void inSpan(
    { name: request.method, kind: 'server', words: { 'http.request.method': request.method } },
    (span) =>
      new Promise<void>((resolve) => {
        response.once('close', () => {
          describe(span, request, response)
          resolve()
        })
        next()
      }),
    { kind: 'new', calledBy: typeof traceparent === 'string' ? traceparent : undefined },
  )
}

const LEFT = 499

function describe(span: Span, request: Request, response: Response): void {
  // Written by the application's own step alone; a page and a file of it have no operation.
  const operation = response.locals.operation as Operation | undefined
  const status = response.writableFinished ? response.statusCode : LEFT
  span.rename(`${request.method} ${operation?.path ?? 'page'}`)
  span.say({ 'http.route': operation?.path, 'http.response.status_code': status })
  if (status >= 500) span.fail()
}
