// What message gateways call back with.
import { healthResponse } from './health.ts'
import type { Operation } from './operation.ts'

const noted = { 200: { description: 'Noted.', schema: healthResponse } }

export const messageOperations: readonly Operation[] = [
  {
    name: 'twilioCallback',
    method: 'post',
    path: '/api/twilio/callback',
    tag: 'Callbacks',
    summary: 'What became of a text, signed by Twilio (`X-Twilio-Signature`)',
    who: 'provider',
    body: { kind: 'raw', contentTypes: ['application/x-www-form-urlencoded'] },
    answers: noted,
    problems: ['not_found', 'not_allowed'],
  },
  {
    name: 'infobipCallback',
    method: 'post',
    path: '/api/infobip/callback',
    tag: 'Callbacks',
    summary: 'What became of a text; the address Infobip was given is signed by us',
    who: 'provider',
    body: { kind: 'raw', contentTypes: ['application/json'] },
    answers: noted,
    problems: ['not_found', 'not_allowed'],
  },
  {
    name: 'whatsappCallback',
    method: 'post',
    path: '/api/whatsapp/callback',
    tag: 'Callbacks',
    summary: 'What became of texts, signed by Meta (`X-Hub-Signature-256`)',
    who: 'provider',
    body: { kind: 'raw', contentTypes: ['application/json'] },
    answers: noted,
    problems: ['not_found', 'not_allowed'],
  },
  {
    name: 'whatsappHandshake',
    method: 'get',
    path: '/api/whatsapp/callback',
    tag: 'Callbacks',
    summary: 'Meta asks whether this address is ours: `hub.challenge` goes back as it came',
    who: 'provider',
    answers: { 200: { description: 'The challenge.', schema: null, contentType: 'text/plain' } },
    problems: ['not_found', 'not_allowed'],
  },
]
