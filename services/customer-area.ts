// What protects a customer's sign-in, put together for `main.ts`.
import type { Router } from 'express'

import { sendMessage } from './commands/send-message.ts'
import type { Core } from './core.ts'
import type { Limits } from './http/limits.ts'
import { customerSecurityRoutes } from './http/routes/customer-security.ts'
import type { Sessions } from './http/session.ts'

export function openCustomerSecurity(
  { config, database, store, clock, codeKeys, secrets, desk, log }: Core,
  { sessions, limits }: { sessions: Sessions; limits: Limits },
): Router {
  return customerSecurityRoutes({
    database,
    store,
    codeKeys,
    sessions,
    limits,
    log,
    now: clock.now,
    factorKeys: secrets.keys('factors'),
    publicOrigin: config.http.publicOrigin,
    shopName: config.contact.shopName,
    sendMessage: (message) => sendMessage(desk, message),
  })
}
