// One machine has two names, localhost and 127.0.0.1, and a browser keeps cookies and cart for each
// apart. Whoever opens a page under the other one is sent to the name that payment pages return to.
import { Router } from 'express'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

export function canonicalHost(publicOrigin: string): Router {
  const { host } = new URL(publicOrigin)
  const router = Router()
  router.get(/.*/, (request, response, next) => {
    const asked = request.headers.host ?? host
    const isTwin = asked !== host && loopback.test(asked) && loopback.test(host)
    if (!isTwin || /^\/(api|images|assets|sandbox)\//.test(request.path)) return next()
    response.redirect(302, `${publicOrigin}${request.originalUrl}`)
  })
  return router
}
