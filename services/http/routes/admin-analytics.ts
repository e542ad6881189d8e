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

  type Make<Answer> = (on: Database, of: { asked: Asked; now: Date }) => Promise<Answer>
  const make =
    <Answer>(of: Make<Answer>, asked: Asked) =>
    () =>
      of(database, { asked, now: now() })

  /** Without a fact an answer changes by the minute at most: the last bar, and carts. */
  async function keyOf(asked: Asked): Promise<[key: string, mark: string]> {
    const mark = (await askOne(database, figuresMark())) ?? ''
    const minute = now().toISOString().slice(0, 16)
    return [JSON.stringify(asked), `${mark} ${minute}`]
  }

  router.get('/api/admin/analytics', async (request, response) => {
    requireStaff(response, readers)
    const asked = analyticsQuery.parse(request.query)

    response.json(await answers.analytics(...(await keyOf(asked)), make(analyticsOf, asked)))
  })

  router.get('/api/admin/insight', async (request, response) => {
    requireStaff(response, readers)
    const asked = insightQuery.parse(request.query)

    response.json(await answers.insight(...(await keyOf(asked)), make(insightOf, asked)))
  })

  return router
}
