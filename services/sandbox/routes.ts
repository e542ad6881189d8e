// The sandbox's pages under the shop's own address, for a browser that can only reach one port.
// Mount before the shop's body parsers and origin checks: the sandbox reads its own forms.
import { Router } from 'express'

import type { Sandbox } from './sandbox.ts'

export const sandboxPath = '/sandbox'

/** In a process beside the one that has the sandbox: there, at its own address. */
export function sandboxElsewhere(origin: string): Router {
  const router = Router()
  router.use(sandboxPath, (request, response) => response.redirect(307, origin + request.url))
  return router
}

export function sandboxRoutes(sandbox: Pick<Sandbox, 'handler'>): Router {
  const router = Router()
  router.use(sandboxPath, (request, response) => sandbox.handler(request, response))
  return router
}
