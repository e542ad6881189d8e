// The desks of staff beside the five tabs: what needs attention, fulfilment, money, messages.
import * as attention from './attention.ts'
import type { Operation } from './operation.ts'

const who = 'staff'

const attentionOperations: readonly Operation[] = [
  {
    name: 'adminListAttention',
    method: 'get',
    path: '/api/admin/attention',
    tag: 'Staff: needs attention',
    summary: 'What waits for a person, oldest first',
    who,
    query: attention.attentionQuery,
    answers: { 200: { description: 'A page of items.', schema: attention.attentionPage } },
    problems: [],
  },
  {
    name: 'adminCountAttention',
    method: 'get',
    path: '/api/admin/attention/counts',
    tag: 'Staff: needs attention',
    summary: 'How much of what kind is waiting',
    who,
    answers: { 200: { description: 'The counts.', schema: attention.attentionCounts } },
    problems: [],
  },
  {
    name: 'adminHandleAttention',
    method: 'post',
    path: '/api/admin/attention/handled',
    tag: 'Staff: needs attention',
    summary: 'A person has dealt with it outside the shop: it leaves the list',
    who,
    body: { kind: 'json', schema: attention.handledRequest },
    answers: { 200: { description: 'What is left.', schema: attention.attentionCounts } },
    problems: [],
  },
]

export const deskOperations: readonly Operation[] = [...attentionOperations]
