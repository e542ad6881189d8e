// The figures of the shop, for those who answer for it.
import { Router } from 'express'

import type { StaffRole } from '#events/staff/events.ts'

import { analyticsQuery } from '../../contract/admin-analytics.ts'
import { insightQuery } from '../../contract/admin-insight.ts'
import type { Database } from '../../io/database.ts'
import { analyticsOf } from '../analytics-view.ts'
import { insightOf } from '../insight-view.ts'
import { requireStaff } from '../session.ts'

const readers: readonly StaffRole[] = ['owner', 'manager', 'auditor']

export type AnalyticsNeeds = { database: Database; now: () => Date }

export function adminAnalyticsRoutes({ database, now }: AnalyticsNeeds): Router {
  const router = Router()

  router.get('/api/admin/analytics', async (request, response) => {
    requireStaff(response, readers)
    const asked = analyticsQuery.parse(request.query)

    response.json(await analyticsOf(database, { asked, now: now() }))
  })

  router.get('/api/admin/insight', async (request, response) => {
    requireStaff(response, readers)
    const asked = insightQuery.parse(request.query)

    response.json(await insightOf(database, { asked, now: now() }))
  })

  return router
}
