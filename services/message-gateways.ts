// The gateways of this installation, from its settings: one for SMS, WhatsApp before it where it is
// set, who of them reports what became of a text, and e-mail beside them.
import type { Config } from './config.ts'
import type { BreakerState } from './providers/breaker.ts'
import { emailGateway } from './providers/messages/email.ts'
import type { HttpGateway } from './providers/messages/http-gateway.ts'
import { httpGateway } from './providers/messages/http-gateway.ts'
import { infobipGateway } from './providers/messages/infobip.ts'
import type { MessageGateway, ReportReader } from './providers/messages/port.ts'
import { twilioGateway } from './providers/messages/twilio.ts'
import { twoChannels } from './providers/messages/two-channels.ts'
import { whatsappGateway } from './providers/messages/whatsapp.ts'
import type { Ring } from './secrets.ts'

export type Reporter = 'twilio' | 'infobip' | 'whatsapp'

export type MessageGateways = {
  gateway: MessageGateway
  mail: MessageGateway | null
  readers: Readonly<Partial<Record<Reporter, ReportReader>>>
  breakers: () => Record<string, BreakerState>
}

/** `callbackKeys` sign the addresses of gateways that do not sign what they report. */
export function openMessageGateways(config: Config, callbackKeys: Ring<string>): MessageGateways {
  const { messages, contact } = config
  const sms = smsGateway(config, callbackKeys)
  const whatsapp = messages.whatsapp === null ? null : whatsappGateway(messages.whatsapp)
  const mail =
    config.mail === null ? null : emailGateway({ ...config.mail, shopName: contact.shopName })
  const reporter = messages.twilio !== null ? 'twilio' : 'infobip'
  return {
    gateway: whatsapp === null ? sms : twoChannels(whatsapp, sms),
    mail,
    readers: {
      ...(sms.readReports !== undefined && { [reporter]: sms.readReports }),
      ...(whatsapp?.readReports !== undefined && { whatsapp: whatsapp.readReports }),
    },
    breakers: () => ({
      messages: sms.breaker.state(),
      ...(whatsapp !== null && { whatsapp: whatsapp.breaker.state() }),
      ...(mail !== null && { email: mail.breaker.state() }),
    }),
  }
}

function smsGateway({ messages, http }: Config, callbackKeys: Ring<string>): HttpGateway {
  const { twilio, infobip, sender } = messages
  const reportsTo = (reporter: Reporter) => `${http.publicOrigin}/api/${reporter}/callback`
  if (twilio !== null) {
    const { authToken, ...account } = twilio
    const status = authToken === null ? null : { url: reportsTo('twilio'), authToken }
    return twilioGateway({ ...account, sender, status })
  }
  if (infobip !== null)
    return infobipGateway({
      ...infobip,
      sender,
      report: { url: reportsTo('infobip'), keys: callbackKeys },
    })
  return httpGateway(messages)
}
