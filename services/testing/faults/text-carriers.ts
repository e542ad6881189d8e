// Every way in which texts leave a shop, through the real adapters to sandboxes of their own: one
// for SMS, one for WhatsApp before it. Less patient than a shop, so that silence costs little.
import { httpGateway, sandboxGatewaySettings } from '../../providers/messages/http-gateway.ts'
import { infobipGateway } from '../../providers/messages/infobip.ts'
import type { MessageGateway } from '../../providers/messages/port.ts'
import { twilioGateway } from '../../providers/messages/twilio.ts'
import { twoChannels } from '../../providers/messages/two-channels.ts'
import { whatsappGateway } from '../../providers/messages/whatsapp.ts'
import { sandboxDefaults } from '../../sandbox/settings.ts'
import type { SwitchesChange } from '../../sandbox/switches.ts'
import { openSandboxHarness } from '../sandbox.ts'

export type Carriers = {
  /** By name: where each is found is the sandbox's business or, `isThere` false, nobody's. */
  gateway: (name: CarrierName, isThere?: boolean) => MessageGateway
  /** Both sandboxes, or WhatsApp's alone. */
  switchOn: (change: SwitchesChange['messages'], where?: 'all' | 'whatsapp') => Promise<void>
  /** What reached this phone, by whichever way. */
  received: (phone: string) => Promise<{ sms: string[]; whatsapp: string[] }>
  stop: () => Promise<void>
}

export const carrierNames = [
  'a gateway that is told our key',
  'Twilio',
  'Infobip',
  'WhatsApp before Infobip',
] as const
export type CarrierName = (typeof carrierNames)[number]

const TOTAL_MS = 400
/** So that a test that fails calls on purpose leaves no open circuit to the next. */
const breaker = { callsMin: 5, openMs: 60_000 }
const patience = { totalTimeoutMs: TOTAL_MS, breaker }
const NOBODY = 'http://127.0.0.1:1'

const makers: Record<CarrierName, (sms: string, whatsapp: string) => MessageGateway> = {
  'a gateway that is told our key': (sms) =>
    httpGateway({ ...sandboxGatewaySettings(sms), ...patience }),
  Twilio: (sms) => {
    const { accountSid, authToken } = sandboxDefaults.twilio
    const account = { accountSid, user: accountSid, password: authToken }
    const baseUrl = `${sms}/twilio`
    return twilioGateway({ baseUrl, ...account, sender: 'Qura', status: null, ...patience })
  },
  Infobip: (sms) => infobip(sms),
  'WhatsApp before Infobip': (sms, whatsapp) => {
    const { phoneNumberId, token } = sandboxDefaults.whatsapp
    const first = whatsappGateway({
      baseUrl: `${whatsapp}/whatsapp/v23.0`,
      phoneNumberId,
      token,
      appSecret: null,
      codeTemplate: 'login_code',
      noticeTemplate: 'shop_notice',
      ...patience,
    })
    return twoChannels(first, infobip(sms))
  },
}

function infobip(sms: string): MessageGateway {
  const { apiKey } = sandboxDefaults.infobip
  const baseUrl = `${sms}/infobip`
  return infobipGateway({ baseUrl, apiKey, sender: 'Qura', report: null, ...patience })
}

export async function openCarriers(): Promise<Carriers> {
  const [sms, whatsapp] = await Promise.all([openSandboxHarness(), openSandboxHarness()])
  return {
    gateway: (name, isThere = true) =>
      isThere ? makers[name](sms.sandbox.url, whatsapp.sandbox.url) : makers[name](NOBODY, NOBODY),
    async switchOn(change, where = 'all') {
      await whatsapp.switchOn({ messages: change })
      if (where === 'all') await sms.switchOn({ messages: change })
    },
    async received(phone) {
      const [bySms, byWhatsapp] = await Promise.all([
        textsTo(sms.sandbox.url, phone),
        textsTo(whatsapp.sandbox.url, phone),
      ])
      return { sms: bySms, whatsapp: byWhatsapp }
    },
    async stop() {
      await Promise.all([sms.stop(), whatsapp.stop()])
    },
  }
}

/** Newest first, from the sandbox's inbox. */
export async function textsTo(sandboxUrl: string, phone: string): Promise<string[]> {
  const response = await fetch(`${sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
  const { messages } = (await response.json()) as { messages: { text: string }[] }
  return messages.map(({ text }) => text)
}
