// What message gateways call back with.
import { healthResponse } from './health.ts'
import type { Operation } from './operation.ts'

const noted = { 200: { description: 'Noted.', schema: healthResponse } }

/** A gateway's report on texts, in its own words: what it means is read when it is proven. */
const report = (
  gateway: 'twilio' | 'infobip' | 'whatsapp',
  contentType: string,
  summary: string,
): Operation => ({
  name: `${gateway}Callback`,
  method: 'post',
  path: `/api/${gateway}/callback`,
  tag: 'Callbacks',
  summary,
  who: 'provider',
  body: { kind: 'raw', contentTypes: [contentType] },
  answers: noted,
  problems: ['not_found', 'not_allowed'],
})

export const messageOperations: readonly Operation[] = [
  report(
    'twilio',
    'application/x-www-form-urlencoded',
    'What became of a text, signed by Twilio (`X-Twilio-Signature`)',
  ),
  report(
    'infobip',
    'application/json',
    'What became of a text; the address Infobip was given is signed by us',
  ),
  report(
    'whatsapp',
    'application/json',
    'What became of texts, signed by Meta (`X-Hub-Signature-256`)',
  ),
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
