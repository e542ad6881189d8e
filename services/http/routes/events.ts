// First-party analytics: what browsers tell of themselves.
import { Router } from 'express'

import { countEvents } from '../../commands/count-events.ts'
import { trackRequest } from '../../contract/events.ts'
import type { Database } from '../../io/database.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'

export type EventNeeds = { database: Database; limits: Limits }

export function eventRoutes({ database, limits }: EventNeeds): Router {
  const router = Router()
  router.post('/api/events', async (request, response) => {
    const { events } = trackRequest.parse(request.body)
    limits.take('eventsPerAddress', clientAddress(request))
    const counted = await countEvents(database, events)
    response.status(202).json({ counted })
  })
  return router
}
