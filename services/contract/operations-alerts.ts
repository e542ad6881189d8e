// The calls about texts that tell when a raffle can be entered.
import * as contract from './alerts.ts'
import type { Operation } from './operation.ts'

const mine = { tag: 'Account', who: 'customer', problems: ['not_found'] } as const
const list = { description: 'What waits.', schema: contract.alertList }

export const alertOperations: readonly Operation[] = [
  {
    name: 'askForAlert',
    method: 'post',
    path: '/api/raffles/{id}/alerts',
    tag: 'Catalogue',
    summary: 'One text when the raffle opens or has tickets again',
    who: 'anyone',
    body: { kind: 'json', schema: contract.alertRequest },
    answers: { 201: { description: 'Noted.', schema: contract.alertAsked } },
    problems: ['not_found', 'raffle_ended', 'raffle_cancelled', 'raffle_open'],
  },
  {
    name: 'stopAlerts',
    method: 'post',
    path: '/api/alerts/stop',
    tag: 'Catalogue',
    summary: 'No more of these texts to the number that got one',
    who: 'anyone',
    body: { kind: 'json', schema: contract.stopRequest },
    answers: { 200: { description: 'None any more.', schema: contract.alertsStopped } },
    problems: [],
  },
  {
    ...mine,
    name: 'listAlerts',
    method: 'get',
    path: '/api/account/alerts',
    summary: 'The raffles the customer wants to be told of',
    answers: { 200: list },
  },
  {
    ...mine,
    name: 'forgetAlert',
    method: 'delete',
    path: '/api/account/alerts/{id}',
    summary: 'Not to be told of this raffle',
    answers: { 200: list },
  },
]
