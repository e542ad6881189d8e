// The desks of staff beside the five tabs: what needs attention, fulfilment, money, messages.
import * as attention from './attention.ts'
import * as fulfilment from './fulfilment.ts'
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

const fulfilmentOperations: readonly Operation[] = [
  {
    name: 'adminListFulfilment',
    method: 'get',
    path: '/api/admin/fulfilment',
    tag: 'Staff: fulfilment',
    summary: 'Paid orders at one stage of their way to the buyer, oldest first',
    who,
    query: fulfilment.fulfilmentQuery,
    answers: { 200: { description: 'A page of orders.', schema: fulfilment.fulfilmentPage } },
    problems: [],
  },
  {
    name: 'adminPickList',
    method: 'get',
    path: '/api/admin/fulfilment/pick-list',
    tag: 'Staff: fulfilment',
    summary: 'What to take from the shelves, and how many orders stand at each stage',
    who,
    answers: { 200: { description: 'The list.', schema: fulfilment.pickList } },
    problems: [],
  },
]

export const deskOperations: readonly Operation[] = [
  ...attentionOperations,
  ...fulfilmentOperations,
]
