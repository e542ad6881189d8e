// Who carries texts: one gateway for SMS, and WhatsApp before it where it is set.
// What belongs to one account is all given or none of it.
import type { Reader } from './config-reader.ts'

export type MessagesConfig = {
  /** docs/providers.md, The generic gateway; not looked at where one of the next two is set. */
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  /** Template with `{{to}} {{text}} {{ref}} {{sender}}`; null is the gateway's default JSON. */
  body: string | null
  sender: string
  /** Dotted path to the message's id in the answer. */
  idPath: string | null
  twilio: TwilioConfig | null
  infobip: { baseUrl: string; apiKey: string } | null
  /** Set: texts go over WhatsApp first, and by SMS to whom it does not reach. */
  whatsapp: WhatsappConfig | null
}

export type TwilioConfig = {
  baseUrl: string
  accountSid: string
  user: string
  password: string
  /** What reports are signed with; null: an API key is used, the account's token not given. */
  authToken: string | null
}

export type WhatsappConfig = {
  baseUrl: string
  phoneNumberId: string
  token: string
  appSecret: string
  verifyToken: string
  codeTemplate: string
  noticeTemplate: string
}

export function readMessages(reader: Reader, sandbox: { origin: string } | null): MessagesConfig {
  const [twilio, infobip] = [readTwilio(reader), readInfobip(reader)]
  const otherUrl = twilio?.baseUrl ?? infobip?.baseUrl
  const demoUrl = sandbox === null ? undefined : `${sandbox.origin}/sms`
  return {
    url: reader.url('SMS_URL', otherUrl ?? demoUrl),
    method: reader.oneOf('SMS_METHOD', ['GET', 'POST'], 'POST'),
    headers: reader.textMap('SMS_HEADERS', {}),
    body: reader.optional('SMS_BODY'),
    sender: reader.text('SMS_SENDER', 'Qura'),
    idPath: reader.optional('SMS_ID_PATH') ?? 'id',
    twilio,
    infobip,
    whatsapp: readWhatsapp(reader),
  }
}

function readTwilio(reader: Reader): TwilioConfig | null {
  const accountSid = reader.optional('TWILIO_ACCOUNT_SID')
  if (accountSid === null) return null
  const apiKey = reader.optional('TWILIO_API_KEY')
  const password = reader.text('TWILIO_SECRET')
  return {
    baseUrl: reader.url('TWILIO_BASE_URL', 'https://api.twilio.com'),
    accountSid,
    user: apiKey ?? accountSid,
    password,
    authToken: reader.optional('TWILIO_AUTH_TOKEN') ?? (apiKey === null ? password : null),
  }
}

function readInfobip(reader: Reader): MessagesConfig['infobip'] {
  if (reader.optional('INFOBIP_BASE_URL') === null) return null
  return { baseUrl: reader.url('INFOBIP_BASE_URL'), apiKey: reader.text('INFOBIP_API_KEY') }
}

function readWhatsapp(reader: Reader): WhatsappConfig | null {
  const phoneNumberId = reader.optional('WHATSAPP_PHONE_NUMBER_ID')
  if (phoneNumberId === null) return null
  if (!/^\d{1,30}$/.test(phoneNumberId)) reader.gaps.push('WHATSAPP_PHONE_NUMBER_ID must be digits')
  return {
    baseUrl: reader.url('WHATSAPP_BASE_URL', 'https://graph.facebook.com/v23.0'),
    phoneNumberId,
    token: reader.text('WHATSAPP_TOKEN'),
    appSecret: reader.text('WHATSAPP_APP_SECRET'),
    verifyToken: reader.text('WHATSAPP_VERIFY_TOKEN'),
    codeTemplate: reader.text('WHATSAPP_CODE_TEMPLATE', 'login_code'),
    noticeTemplate: reader.text('WHATSAPP_NOTICE_TEMPLATE', 'shop_notice'),
  }
}

/** Two gateways for one SMS: nobody could say which of them sends. */
export function choiceGaps({ twilio, infobip }: MessagesConfig, hasSmsUrl: boolean): string[] {
  const set = [
    ...(twilio === null ? [] : ['TWILIO_ACCOUNT_SID']),
    ...(infobip === null ? [] : ['INFOBIP_BASE_URL']),
    ...(hasSmsUrl ? ['SMS_URL'] : []),
  ]
  return set.length < 2 ? [] : [`${set.join(' and ')} are set: choose one gateway for SMS`]
}

const VERIFY_TOKEN_CHARACTERS_MIN = 16

/** What would let strangers speak for the gateway, or send to a machine that is none. */
export function gatewayGaps(
  { url, twilio, infobip, whatsapp }: MessagesConfig,
  isSandboxAddress: (address: string) => boolean,
): string[] {
  const gaps: string[] = []
  const addresses = [
    ['TWILIO_BASE_URL', twilio?.baseUrl],
    ['INFOBIP_BASE_URL', infobip?.baseUrl],
    ['WHATSAPP_BASE_URL', whatsapp?.baseUrl],
    ['SMS_URL', twilio === null && infobip === null ? url : undefined],
  ] as const
  for (const [name, address] of addresses)
    if (address !== undefined && isSandboxAddress(address))
      gaps.push(`${name} is not a real provider: it must be a public https address`)
  const secrets = [
    ['TWILIO_SECRET', twilio?.password],
    ['TWILIO_AUTH_TOKEN', twilio?.authToken === twilio?.password ? null : twilio?.authToken],
    ['INFOBIP_API_KEY', infobip?.apiKey],
    ['WHATSAPP_TOKEN', whatsapp?.token],
    ['WHATSAPP_APP_SECRET', whatsapp?.appSecret],
    ['WHATSAPP_VERIFY_TOKEN', whatsapp?.verifyToken],
  ] as const
  for (const [name, secret] of secrets)
    if (secret?.startsWith('sandbox-')) gaps.push(`${name} is the sandbox's`)
  const verifyToken = whatsapp?.verifyToken ?? ''
  if (verifyToken !== '' && verifyToken.length < VERIFY_TOKEN_CHARACTERS_MIN)
    gaps.push(`WHATSAPP_VERIFY_TOKEN is short: at least ${VERIFY_TOKEN_CHARACTERS_MIN} characters`)
  return gaps
}
