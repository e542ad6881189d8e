// The contract for machines (`/api/openapi.json`) and for people (`/docs/api`), the latter one page
// without scripts and without anything from elsewhere.
import { createHash } from 'node:crypto'

import { Router } from 'express'

import { docsPage, docsStyle } from '../docs-page.ts'
import { openApiDocument } from '../openapi.ts'

export function docsRoutes({ publicOrigin }: { publicOrigin: string }): Router {
  const router = Router()
  const document = openApiDocument(publicOrigin)
  const json = JSON.stringify(document)
  const page = docsPage(document)
  const styleHash = createHash('sha256').update(docsStyle).digest('base64')

  const contentPolicy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  router.get('/api/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('application/json').send(json)
  })
  router.get('/docs/api', (_request, response) => {
    response
      .set('Content-Security-Policy', contentPolicy)
      .set('Cache-Control', 'public, max-age=300')
      .type('text/html')
      .send(page)
  })
  return router
}
