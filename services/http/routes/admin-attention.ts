// Everything that waits for a person, in one list.
import { Router } from 'express'

import {
  countAttention,
  countsOf,
  handleAttention,
  listAttention,
} from '../../commands/attention.ts'
import type { AttentionNeeds, StoredCount } from '../../commands/attention.ts'
import type { StoredKind } from '../../commands/attention-items.ts'
import { attentionQuery, handledRequest } from '../../contract/attention.ts'
import { recordAct } from '../../commands/staff-acts.ts'
import type { ActNeeds } from '../../commands/staff-acts.ts'
import { sharedAnswers } from '../../io/shared-answers.ts'
import { inAttentionTurn } from '../search-turns.ts'
import { requireStaff } from '../session.ts'
import { orderReaders, sellers } from './admin-order-acts.ts'
import { actorOf } from './admin-shared.ts'

export function adminAttentionRoutes(given: AttentionNeeds & ActNeeds): Router {
  const router = Router()
  const shared = sharedAnswers<Awaited<ReturnType<typeof listAttention>>>()
  const counting = sharedAnswers<StoredCount[]>()
  // Whichever page somebody reads, the counts above it are the same.
  const needs = {
    ...given,
    counted: (kinds: readonly StoredKind[]) =>
      counting(kinds.join(' '), () => countsOf(given.database, kinds)),
    inTurn: inAttentionTurn,
  }

  router.get('/api/admin/attention', async (request, response) => {
    requireStaff(response, orderReaders)
    const { page, limit, kind } = attentionQuery.parse(request.query)
    const offset = (page - 1) * limit
    const list = () => listAttention(needs, { kind, limit, offset })
    // It is the same list for all who may read it.
    const asked = `${kind ?? ''} ${limit} ${offset}`
    const { items, total } = await shared(asked, list)
    response.json({ data: items, pagination: { hasMore: offset + items.length < total, total } })
  })

  router.get('/api/admin/attention/counts', async (_request, response) => {
    requireStaff(response, orderReaders)
    response.json(await countAttention(needs))
  })

  router.post('/api/admin/attention/handled', async (request, response) => {
    const actor = actorOf(request, response, sellers)
    const { kind, item, note } = handledRequest.parse(request.body)
    await handleAttention(needs.database, { kind, item, note, personId: actor.personId })
    await recordAct(needs, { kind: 'attention_settled', actor, details: { kind, item, note } })
    response.json(await countAttention(needs))
  })

  return router
}
