// Infobip's SMS API 3, as far as one text to one phone goes.
import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { isSameSecret } from '../providers/payments/constant-time.ts'
import { fateOf, isPhone, report } from './message-fates.ts'
import type { Fate, MessagesNeeds } from './message-fates.ts'
import type { Answer, Incoming } from './wire.ts'
import { jsonAnswer, parseJson } from './wire.ts'

export const infobipPath = '/infobip/sms/3/messages'

const destination = z.object({
  to: z.string().check(z.regex(/^\d{7,15}$/)),
  messageId: z.optional(z.string().check(z.maxLength(200))),
})

const sendRequest = z.object({
  messages: z.tuple([
    z.object({
      sender: z.string().check(z.minLength(1)),
      destinations: z.tuple([destination]),
      content: z.object({ text: z.string().check(z.minLength(1)) }),
      webhooks: z.optional(
        z.object({
          delivery: z.object({ url: z.url() }),
          contentType: z.literal('application/json'),
        }),
      ),
    }),
  ]),
})

/** `groupId groupName id name description`, as in their table of status codes. */
const statuses = {
  pending: [1, 'PENDING', 26, 'PENDING_ACCEPTED', 'Message sent to next instance'],
  delivered: [3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET', 'Message delivered to handset'],
  undeliverable: [2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED', 'Message not delivered'],
  bad_number: [5, 'REJECTED', 51, 'REJECTED_DESTINATION', 'By invalid destination address'],
  blocked: [5, 'REJECTED', 25, 'REJECTED_DND', 'Destination is on a do-not-disturb list'],
} as const

export function takeInfobip(needs: MessagesNeeds, { headers, body }: Incoming): Answer {
  const key = `App ${needs.settings.infobip.apiKey}`
  if (!isSameSecret(String(headers.authorization ?? ''), key))
    return refused(401, 'E401', 'The request lacks valid authentication credentials.')
  const parsed = sendRequest.safeParse(parseJson(body))
  if (!parsed.success) return refused(400, 'E400', 'Request cannot be processed.')

  const [{ destinations, content, webhooks }] = parsed.data.messages
  const [{ to, messageId = randomUUID() }] = destinations
  const phone = `+${to}`
  const fate = isPhone(phone) ? fateOf(phone) : 'bad_number'
  if (fate === 'limit') return refused(429, 'E429', 'Too many requests.')
  if (fate === 'bad_number' || fate === 'blocked') return answered(to, messageId, fate)

  if (fate === 'delivered')
    needs.inbox.add({ id: messageId, to: phone, text: content.text, ref: null, purpose: null })
  if (webhooks !== undefined)
    void report(needs, [reportOf({ url: webhooks.delivery.url, to, messageId, fate })])
  return answered(to, messageId, 'pending')
}

const statusOf = (name: keyof typeof statuses) => {
  const [groupId, groupName, id, word, description] = statuses[name]
  return { groupId, groupName, id, name: word, description }
}

const answered = (destinationTo: string, messageId: string, name: keyof typeof statuses) =>
  jsonAnswer(200, {
    bulkId: randomUUID(),
    messages: [
      {
        messageId,
        status: statusOf(name),
        destination: destinationTo,
        details: { messageCount: 1 },
      },
    ],
  })

type Reported = { url: string; to: string; messageId: string; fate: Fate }

function reportOf({ url, to, messageId, fate }: Reported) {
  const isDelivered = fate === 'delivered'
  const now = new Date().toISOString()
  const error = isDelivered
    ? { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', permanent: false }
    : { groupId: 1, groupName: 'HANDSET_ERRORS', id: 27, name: 'EC_ABSENT_SUBSCRIBER' }
  const result = {
    messageId,
    to,
    sentAt: now,
    doneAt: now,
    messageCount: 1,
    price: { pricePerMessage: 0.01, currency: 'EUR' },
    status: statusOf(isDelivered ? 'delivered' : 'undeliverable'),
    error: { permanent: false, description: '', ...error },
  }
  return {
    url,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ results: [result] }),
  }
}

const refused = (status: number, errorCode: string, description: string) =>
  jsonAnswer(status, { errorCode, description, action: '', violations: [], resources: [] })
