// One machine has two names, localhost and 127.0.0.1, and a browser keeps cookies and cart for each
// apart. Whoever opens a page under the other one is sent to the name that payment pages return to.
import { Router } from 'express'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** `adminOrigin`: where staff come to, which may be the other name. */
export function canonicalHost(publicOrigin: string, adminOrigin = publicOrigin): Router {
  const { host } = new URL(publicOrigin)
  const own = new Set([host, new URL(adminOrigin).host])
  const router = Router()
  router.get(/.*/, (request, response, next) => {
    const asked = request.headers.host ?? host
    const isTwin = !own.has(asked) && loopback.test(asked) && loopback.test(host)
    if (!isTwin || /^\/(api|images|assets|sandbox)\//.test(request.path)) return next()
    response.redirect(302, `${publicOrigin}${request.originalUrl}`)
  })
  return router
}
