// Four gateways into one inbox: the small generic one of `sandboxGatewaySettings`, one shaped like
// Twilio's, Infobip's and WhatsApp's. Some numbers are magic, see `message-fates.ts`.
import { createHmac, randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { isSameSecret } from '../providers/payments/constant-time.ts'
import { infobipPath, takeInfobip } from './infobip-api.ts'
import { fateOf, isPhone, report } from './message-fates.ts'
import type { Fate, MessagesNeeds } from './message-fates.ts'
import type { Answer, Handler, Incoming } from './wire.ts'
import { jsonAnswer, parseJson, refusal, textAnswer } from './wire.ts'
import { takeWhatsapp, whatsappPath } from './whatsapp-api.ts'

const jsonMessagesMax = 50

const genericMessage = z.object({
  to: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
  text: z.string().check(z.minLength(1), z.maxLength(1600)),
  ref: z.optional(z.string().check(z.maxLength(200))),
  purpose: z.optional(z.string().check(z.maxLength(40))),
})

export function messagesApi(needs: MessagesNeeds): ReadonlyMap<string, Handler> {
  const { twilio, whatsapp } = needs.settings
  const twilioPath = `/twilio/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`
  return new Map<string, Handler>([
    ['GET /messages', ({ query }) => listMessages(needs, query)],
    ['DELETE /messages', () => clearMessages(needs)],
    ['POST /sms', guarded(needs, takeGeneric)],
    [`POST ${twilioPath}`, guarded(needs, takeTwilio)],
    [`POST ${infobipPath}`, guarded(needs, takeInfobip)],
    [`POST ${whatsappPath(whatsapp.phoneNumberId)}`, guarded(needs, takeWhatsapp)],
  ])
}

function guarded(
  needs: MessagesNeeds,
  take: (needs: MessagesNeeds, incoming: Incoming) => Answer,
): Handler {
  return async (incoming) => {
    const { isDown, slowMs, isWorkDone } = needs.switches.now().messages
    if (slowMs > 0) await needs.pause(slowMs)
    if (isDown) return refusal(503, 'down', 'The gateway is down.')
    const failure = needs.switches.nextFailure('messages')
    if (failure === null) return take(needs, incoming)
    if (isWorkDone) take(needs, incoming)
    return failure === 'timeout' ? 'silence' : textAnswer(200, '<html>', 'text/html')
  }
}

function takeGeneric({ inbox }: MessagesNeeds, { body }: Incoming): Answer {
  const parsed = genericMessage.safeParse(parseJson(body))
  if (!parsed.success) return jsonAnswer(400, { status: 'rejected', error: 'bad_request' })
  const { to, text, ref = null, purpose = null } = parsed.data
  const fate = fateOf(to)
  if (fate === 'limit') return jsonAnswer(429, { status: 'rejected', error: 'limit' })
  if (fate === 'bad_number' || fate === 'blocked')
    return jsonAnswer(400, { status: 'rejected', error: fate })

  if (fate === 'undelivered') return jsonAnswer(202, { status: 'queued', id: randomUUID() })
  const { message } = inbox.add({ id: randomUUID(), to, text, ref, purpose })
  return jsonAnswer(202, { status: 'queued', id: message.id })
}

function takeTwilio(needs: MessagesNeeds, { headers, body }: Incoming): Answer {
  const { accountSid, authToken } = needs.settings.twilio
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  if (!isSameSecret(String(headers.authorization ?? ''), basic))
    return twilioError(401, 20003, 'Authenticate')

  const form = new URLSearchParams(body)
  const to = form.get('To') ?? ''
  const text = form.get('Body') ?? ''
  const fate = fateOf(to)
  if (!isPhone(to) || fate === 'bad_number')
    return twilioError(400, 21211, "The 'To' number is not a valid phone number.")
  if (fate === 'blocked')
    return twilioError(400, 21610, 'Attempt to send to unsubscribed recipient')
  if (fate === 'limit') return twilioError(429, 20429, 'Too Many Requests')
  if (text === '' || text.length > 1600) return twilioError(400, 21602, 'Message body is required.')
  if (!form.has('From') && !form.has('MessagingServiceSid'))
    return twilioError(400, 21603, "A 'From' or 'MessagingServiceSid' is required.")

  if (!URL.canParse(form.get('StatusCallback') ?? 'http://none'))
    return twilioError(400, 21609, 'The StatusCallback URL is not a valid URL.')

  const sid = `SM${randomUUID().replaceAll('-', '')}`
  if (fate === 'delivered') needs.inbox.add({ id: sid, to, text, ref: null, purpose: null })
  reportDelivery(needs, form, sid, fate)
  const segments = String(Math.ceil(text.length / 160))
  return jsonAnswer(201, {
    sid,
    account_sid: accountSid,
    to,
    from: form.get('From'),
    status: 'queued',
    error_code: null,
    num_segments: segments,
    price: null,
  })
}

/** Signed as Twilio signs: base64(HMAC-SHA1(token, address + sorted names with their values)). */
function reportDelivery(needs: MessagesNeeds, form: URLSearchParams, sid: string, fate: Fate) {
  const url = form.get('StatusCallback')
  if (url === null) return
  const isDelivered = fate === 'delivered'
  const fields = {
    MessageSid: sid,
    MessageStatus: isDelivered ? 'delivered' : 'undelivered',
    To: form.get('To') ?? '',
    From: form.get('From') ?? '',
    ...(!isDelivered && { ErrorCode: '30003' }),
  }
  const signature = twilioSignature(needs.settings.twilio.authToken, url, fields)
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Twilio-Signature': signature,
  }
  void report(needs, [{ url, headers, body: new URLSearchParams(fields).toString() }])
}

export function twilioSignature(
  token: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const signed = url + sorted.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(signed, 'utf8').digest('base64')
}

function listMessages({ inbox }: MessagesNeeds, query: URLSearchParams): Answer {
  const to = query.get('to')?.replace(/^ /, '+') // a plus that nobody escaped
  const found =
    to === undefined ? inbox.newest(jsonMessagesMax) : inbox.newestTo(to, jsonMessagesMax)
  const messages = found.map(({ to: phone, text, email, code, sentAt }) => ({
    to: phone,
    ...(email !== null && { subject: email.subject }),
    text,
    code,
    sentAt: sentAt.toISOString(),
  }))
  return jsonAnswer(200, { messages })
}

function clearMessages({ inbox }: MessagesNeeds): Answer {
  inbox.clear()
  return jsonAnswer(200, { messages: [] })
}

const twilioError = (status: number, code: number, message: string) =>
  jsonAnswer(status, { code, message, more_info: '', status })
