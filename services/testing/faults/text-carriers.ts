// Every way in which texts leave a shop, through the real adapters to sandboxes of their own: one
// for SMS, one for WhatsApp before it.
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
  gateway: (name: CarrierName, way?: Way) => MessageGateway
  /** Both sandboxes, or WhatsApp's alone. */
  switchOn: (change: SwitchesChange['messages'], where?: 'all' | 'whatsapp') => Promise<void>
  /** What reached this phone, by whichever way. */
  received: (phone: string) => Promise<{ sms: string[]; whatsapp: string[] }>
  stop: () => Promise<void>
}

export type Way = {
  /** False: nobody listens where it should be. */
  isThere?: boolean
  /** Of one call; short where a test has it wait in vain. */
  totalTimeoutMs?: number
}

export const carrierNames = [
  'a gateway that is told our key',
  'Twilio',
  'Infobip',
  'WhatsApp before Infobip',
] as const
export type CarrierName = (typeof carrierNames)[number]

const TOTAL_MS = 10_000
const NOBODY = 'http://127.0.0.1:1'

/** Where its sandboxes are, and how long it waits for them. */
type Place = { sms: string; whatsapp: string; totalTimeoutMs: number }

const makers: Record<CarrierName, (place: Place) => MessageGateway> = {
  'a gateway that is told our key': ({ sms, totalTimeoutMs }) =>
    httpGateway({ ...sandboxGatewaySettings(sms), totalTimeoutMs }),
  Twilio: ({ sms, totalTimeoutMs }) => {
    const { accountSid, authToken } = sandboxDefaults.twilio
    const account = { accountSid, user: accountSid, password: authToken }
    const baseUrl = `${sms}/twilio`
    return twilioGateway({ baseUrl, ...account, sender: 'Qura', status: null, totalTimeoutMs })
  },
  Infobip: infobip,
  'WhatsApp before Infobip': (place) => {
    const { phoneNumberId, token } = sandboxDefaults.whatsapp
    const first = whatsappGateway({
      baseUrl: `${place.whatsapp}/whatsapp/v23.0`,
      phoneNumberId,
      token,
      appSecret: null,
      codeTemplate: 'login_code',
      noticeTemplate: 'shop_notice',
      totalTimeoutMs: place.totalTimeoutMs,
    })
    return twoChannels(first, infobip(place))
  },
}

function infobip({ sms, totalTimeoutMs }: Place): MessageGateway {
  const { apiKey } = sandboxDefaults.infobip
  const baseUrl = `${sms}/infobip`
  return infobipGateway({ baseUrl, apiKey, sender: 'Qura', report: null, totalTimeoutMs })
}

export async function openCarriers(): Promise<Carriers> {
  const [sms, whatsapp] = await Promise.all([openSandboxHarness(), openSandboxHarness()])
  return {
    gateway(name, { isThere = true, totalTimeoutMs = TOTAL_MS } = {}) {
      const urls = isThere
        ? { sms: sms.sandbox.url, whatsapp: whatsapp.sandbox.url }
        : { sms: NOBODY, whatsapp: NOBODY }
      return makers[name]({ ...urls, totalTimeoutMs })
    },
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
