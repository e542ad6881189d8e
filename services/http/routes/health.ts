// Bare answers for whoever watches over the service. Why it is not ready is told on the private
// listener and in the log, not here.
import { Router } from 'express'

export type HealthNeeds = {
  /** Migrated, seeded, projected, no writer halted, not stopping (`readiness.ts`). */
  isReady: () => boolean | Promise<boolean>
}

/** Readiness asks the database, and anybody may ask for it: one look serves all for this long. */
const READY_MS = 250

export function healthRoutes({ isReady }: HealthNeeds): Router {
  const router = Router()
  const isReadyNow = sharedFor(READY_MS, isReady)
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ ok: true })
  })
  router.get('/readyz', async (_request, response) => {
    // A database that cannot be asked is an answer, too.
    const ok = await isReadyNow().catch(() => false)
    response
      .status(ok ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ ok })
  })
  return router
}

function sharedFor(ms: number, ask: () => boolean | Promise<boolean>): () => Promise<boolean> {
  let until = 0
  let answer = Promise.resolve(false)
  return () => {
    if (performance.now() < until) return answer
    until = performance.now() + ms
    answer = Promise.resolve(ask())
    return answer
  }
}
