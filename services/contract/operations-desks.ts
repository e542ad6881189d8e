// The desks of staff beside the five tabs: what needs attention, fulfilment, money, messages.
import * as messages from './admin-messages.ts'
import * as attention from './attention.ts'
import { askedByPage } from './background.ts'
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
    requestHeaders: askedByPage,
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
    tellsOfPeople: true,
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

const messageOperations: readonly Operation[] = [
  {
    name: 'adminListMessages',
    method: 'get',
    path: '/api/admin/messages',
    tag: 'Staff: messages',
    summary: 'Texts to customers and what became of them, newest first',
    who,
    tellsOfPeople: true,
    query: messages.adminMessagesQuery,
    answers: { 200: { description: 'A page of texts.', schema: messages.adminMessagePage } },
    problems: [],
  },
  {
    name: 'adminResendMessage',
    method: 'post',
    path: '/api/admin/messages/resend',
    tag: 'Staff: messages',
    summary: 'The same words to the same number once more; what still waits goes now instead',
    who,
    body: { kind: 'json', schema: messages.resendMessageRequest },
    answers: { 200: { description: 'What became of it.', schema: messages.messageResent } },
    problems: ['not_found', 'contact_corrected', 'receipt_outdated', 'order_cancelled'],
  },
]

export const deskOperations: readonly Operation[] = [
  ...attentionOperations,
  ...fulfilmentOperations,
  ...messageOperations,
]
