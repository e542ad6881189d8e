// The figures of the shop, for those who answer for it.
import { Router } from 'express'

import type { StaffRole } from '#events/staff/events.ts'
import type { Asked } from '#projections/insight/periods.ts'
import { figuresMark } from '#projections/insight/queries.ts'

import { analyticsQuery } from '../../contract/admin-analytics.ts'
import type { Analytics } from '../../contract/admin-analytics.ts'
import { insightQuery } from '../../contract/admin-insight.ts'
import type { Insight } from '../../contract/admin-insight.ts'
import { askOne } from '../../io/ask.ts'
import type { Database } from '../../io/database.ts'
import { analyticsOf } from '../analytics-view.ts'
import { openKnownBuyers } from '../buyers-figures.ts'
import { insightOf } from '../insight-view.ts'
import { remembered } from '../remembered.ts'
import { requireStaff } from '../session.ts'

const readers: readonly StaffRole[] = ['owner', 'manager', 'auditor']

/** Ranges, each of some kilobytes. */
const KEPT_MAX = 200

export type AnalyticsNeeds = { database: Database; now: () => Date }

export function adminAnalyticsRoutes({ database, now }: AnalyticsNeeds): Router {
  const router = Router()
  const answers = {
    analytics: remembered<Analytics>(KEPT_MAX),
    insight: remembered<Insight>(KEPT_MAX),
  }
  const known = openKnownBuyers(database)

  /** Without a fact an answer changes by the minute at most: the last bar, and carts. */
  async function keyOf(asked: Asked) {
    const mark = (await askOne(database, figuresMark())) ?? ''
    const minute = now().toISOString().slice(0, 16)
    return { key: JSON.stringify(asked), mark: `${mark} ${minute}` }
  }

  router.get('/api/admin/analytics', async (request, response) => {
    requireStaff(response, readers)
    const asked = analyticsQuery.parse(request.query)

    const { key, mark } = await keyOf(asked)
    const answer = await answers.analytics(key, mark, () =>
      analyticsOf(database, { asked, now: now(), known }),
    )

    response.json(answer)
  })

  router.get('/api/admin/insight', async (request, response) => {
    requireStaff(response, readers)
    const asked = insightQuery.parse(request.query)

    const { key, mark } = await keyOf(asked)
    const answer = await answers.insight(key, mark, () =>
      insightOf(database, { asked, now: now(), known }),
    )

    response.json(answer)
  })

  return router
}
