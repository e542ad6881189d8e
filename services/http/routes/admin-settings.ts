// How the shop is set up, to be read.
import { Router } from 'express'

import type { StaffRole } from '#events/staff/events.ts'

import type { Config } from '../../config.ts'
import { noQuery } from '../../contract/shared.ts'
import type { Queryable } from '../../io/database.ts'
import { readVersions } from '../../versions.ts'
import { requireStaff } from '../session.ts'
import { settingsWire } from '../settings-view.ts'

const readers: readonly StaffRole[] = ['owner', 'manager', 'auditor']

export type AdminSettingsNeeds = { config: Config; database: Queryable }

export function adminSettingsRoutes({ config, database }: AdminSettingsNeeds): Router {
  const router = Router()
  router.get('/api/admin/settings', async (request, response) => {
    requireStaff(response, readers)
    noQuery.parse(request.query)
    response.json(settingsWire(config, await readVersions(database)))
  })
  return router
}
