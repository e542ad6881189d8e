// The HTTP interface of a witness (C2SP `tlog-witness`): `POST /add-checkpoint` for logs, and
// `GET /<origin hash>/checkpoint` for monitors. Nobody signs in: what counts is signed.
import express from 'express'
import type { ErrorRequestHandler, Express } from 'express'

import { witnessRequestBytesMax } from '#events/ledger/witness-request.ts'

import type { Witness } from '../ledger/witness.ts'

export function witnessApp(
  witness: Pick<Witness, 'addCheckpoint' | 'lastByHash'>,
  failed: (error: unknown) => void,
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  const readText = express.text({ type: () => true, limit: witnessRequestBytesMax, inflate: false })

  app.post('/add-checkpoint', readText, async (request, response) => {
    const body = typeof request.body === 'string' ? request.body : ''
    const { status, contentType, body: said } = await witness.addCheckpoint(body)
    // Not by Express, which would give the type a charset that the specification does not have.
    response.writeHead(status, { 'Content-Type': contentType }).end(said)
  })
  app.get('/:hash/checkpoint', async (request, response) => {
    const note = await witness.lastByHash(request.params.hash)
    if (note === null) response.status(404).type('text/plain').send('not cosigned here\n')
    else response.set('Cache-Control', 'public, max-age=60').type('text/plain').send(note)
  })
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('not found\n')
  })
  app.use(answerFailure(failed))
  return app
}

/** Too large or cut off is the caller's; anything else is ours, and told to nobody. */
function answerFailure(failed: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
    const isCallers = status >= 400 && status < 500
    if (!isCallers) failed(error)
    response
      .status(isCallers ? status : 500)
      .type('text/plain')
      .send(isCallers ? 'the request cannot be read\n' : 'the witness has failed\n')
  }
}
