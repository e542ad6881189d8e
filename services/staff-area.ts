// What guards the staff's area, put together for `main.ts`: accounts, second factors, the second
// person, the audit trail.
import type { Router } from 'express'

import { secondPerson } from './commands/approvals.ts'
import { delicateActs } from './commands/delicate-acts.ts'
import type { DelicateActs } from './commands/delicate-acts.ts'
import type { Core } from './core.ts'
import type { Limits } from './http/limits.ts'
import { staffNews } from './http/process-news.ts'
import type { ProcessNews } from './http/process-news.ts'
import { adminApprovalRoutes } from './http/routes/admin-approvals.ts'
import { adminAuditRoutes } from './http/routes/admin-audit.ts'
import { adminSettingsRoutes } from './http/routes/admin-settings.ts'
import { adminStaffRoutes } from './http/routes/admin-staff.ts'
import { staffSecurityRoutes } from './http/routes/staff-security.ts'
import type { Sessions } from './http/session.ts'
import type { Exchange } from './io/processes.ts'

export type StaffArea = {
  /** Acts that need a second person; the routes of orders and raffles ask it. */
  delicate: DelicateActs
  routers: readonly Router[]
}

type StaffAreaNeeds = {
  sessions: Sessions
  limits: Limits
  exchange: Exchange<ProcessNews> | undefined
}

export function openStaffArea(
  { config, database, store, clock, codeKeys, secrets, staffBuyers, breached }: Core,
  { sessions, limits, exchange }: StaffAreaNeeds,
): StaffArea {
  const { security: adminSecurity, approvalAboveCents: aboveCents } = config.admin
  const common = { database, store, now: clock.now }
  const accounts = {
    ...common,
    sessions,
    limits,
    codeKeys,
    breached,
    adminSecurity,
    factorKeys: secrets.keys('factors'),
    // Links of invitations lead there, and passkeys belong to it.
    publicOrigin: config.admin.origin,
    staffChanged: staffNews(exchange, staffBuyers.refresh),
    shopName: config.contact.shopName,
  }
  const approvals = { ...common, isAsked: adminSecurity === 'strict' }
  return {
    delicate: delicateActs({ secondPerson: secondPerson(approvals), aboveCents }),
    routers: [
      staffSecurityRoutes(accounts),
      adminStaffRoutes(accounts),
      adminAuditRoutes(common),
      adminApprovalRoutes(approvals),
      adminSettingsRoutes({ config, database }),
    ],
  }
}
