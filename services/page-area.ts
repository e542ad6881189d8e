// The pages of the web app, put together for `main.ts`.
import type { Router } from 'express'

import type { Core } from './core.ts'
import { openBundle, pageRoutes } from './http/pages.ts'
import { httpRequest } from './io/http-client.ts'

export async function openPages(
  { config, clock, files }: Core,
  distFolder: string,
): Promise<Router> {
  const { host, port, publicOrigin } = config.http
  const { translated, ...contact } = config.contact
  return pageRoutes({
    bundle: await openBundle(distFolder),
    publicOrigin,
    settings: (language) => ({
      ...contact,
      ...(language !== 'en' && translated[language]),
      licenceNumber: config.licence?.number ?? null,
      licenceAuthority: config.licence?.authority ?? null,
      licenceDate: config.licence?.date ?? null,
      gaMeasurementId: config.analytics.gaMeasurementId,
    }),
    files,
    now: clock.now,
    api: (path) => ownApi(`http://${host}:${port}${path}`),
  })
}

/** A page reads what any browser may read, through the same door. */
async function ownApi(url: string): Promise<unknown> {
  const { status, text } = await httpRequest({
    name: 'own api',
    method: 'GET',
    url,
    allowedHosts: [new URL(url).host],
  })
  if (status >= 400) throw Object.assign(new Error(`${status}: ${text}`), { status })
  return JSON.parse(text)
}
