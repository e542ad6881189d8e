// Texts to customers: what became of them, and one of them once more.
import { Router } from 'express'

import { listMessages, resendMessage } from '../../commands/messages.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { adminMessagesQuery, resendMessageRequest } from '../../contract/admin-messages.ts'
import { sharedAnswers } from '../../io/shared-answers.ts'
import { inSearchTurn } from '../search-turns.ts'
import { requireStaff } from '../session.ts'
import { orderReaders, sellers } from './admin-order-acts.ts'
import { actorOf } from './admin-shared.ts'

export function adminMessageRoutes({ desk }: { desk: OrderDesk }): Router {
  const router = Router()
  const counts = sharedAnswers<number>()

  router.get('/api/admin/messages', async (request, response) => {
    requireStaff(response, orderReaders)
    const { page, limit, ...filter } = adminMessagesQuery.parse(request.query)
    const offset = (page - 1) * limit
    const list = () => listMessages(desk.database, { ...filter, limit, offset }, counts)
    // Without a search the count is what costs, and that is shared.
    const { data, total, isCapped } = await (filter.search === undefined
      ? list()
      : inSearchTurn(list))
    const pagination = { hasMore: offset + data.length < total, total }
    response.json({ data, pagination, isCapped })
  })

  router.post('/api/admin/messages/resend', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { ref } = resendMessageRequest.parse(request.body)
    const state = await resendMessage(desk, { ref, actor })
    response.json({ state })
  })

  return router
}
