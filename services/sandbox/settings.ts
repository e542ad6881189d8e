// Who may call the sandbox and as whom. The defaults are those of the demo shop.
import type { HashMode } from '../providers/payments/hashes.ts'

export type SandboxSettings = {
  whish: {
    channel: string
    secret: string
    websiteUrl: string
    /** v1.4.4 takes `amount` and `externalId` as strings only; `older` takes numbers too. */
    version: '1.4.4' | 'older'
    /** Seconds from one try of a callback to the next, for as long as the answer is not 200. */
    retrySeconds: readonly number[]
  }
  montypay: {
    merchantKey: string
    password: string
    hash: HashMode
    /** Set once in MontyPay's panel. Null: `<shopOrigin>/api/montypay/callback`. */
    notificationUrl: string | null
  }
  twilio: { accountSid: string; authToken: string }
  infobip: { apiKey: string }
  whatsapp: {
    phoneNumberId: string
    token: string
    appSecret: string
    /** Set once in Meta's panel. Null: `<shopOrigin>/api/whatsapp/callback`. */
    webhookUrl: string | null
  }
  /** Address under which browsers reach the hosted pages. Null: the sandbox's own address. */
  pagesOrigin: string | null
  /** Hosts (`host:port`) callbacks may go to besides the shop's own. */
  callbackHosts: readonly string[]
  callbackTimeoutMs: number
  /** The oldest payments are forgotten beyond this number. */
  paymentsMax: number
  messagesMax: number
}

export const sandboxDefaults: SandboxSettings = {
  whish: {
    channel: '10196115',
    secret: 'sandbox-whish-secret',
    websiteUrl: 'qura.example',
    version: '1.4.4',
    retrySeconds: [1, 5, 30, 120, 600],
  },
  montypay: {
    merchantKey: 'sandbox-merchant',
    password: 'sandbox-pass-123',
    hash: 'md5',
    notificationUrl: null,
  },
  twilio: { accountSid: 'ACsandbox', authToken: 'sandbox-twilio-token' },
  infobip: { apiKey: 'sandbox-infobip-key' },
  whatsapp: {
    phoneNumberId: '100000000000001',
    token: 'sandbox-whatsapp-token',
    appSecret: 'sandbox-whatsapp-app-secret',
    webhookUrl: null,
  },
  pagesOrigin: null,
  callbackHosts: [],
  callbackTimeoutMs: 10_000,
  paymentsMax: 100_000,
  messagesMax: 20_000,
}

/** Any part may be left out. */
export type GivenSandboxSettings = Partial<
  Omit<SandboxSettings, 'whish' | 'montypay' | 'twilio' | 'infobip' | 'whatsapp'>
> & {
  whish?: Partial<SandboxSettings['whish']>
  montypay?: Partial<SandboxSettings['montypay']>
  twilio?: Partial<SandboxSettings['twilio']>
  infobip?: Partial<SandboxSettings['infobip']>
  whatsapp?: Partial<SandboxSettings['whatsapp']>
}

export function sandboxSettings(given: GivenSandboxSettings = {}): SandboxSettings {
  return {
    ...sandboxDefaults,
    ...given,
    whish: { ...sandboxDefaults.whish, ...given.whish },
    montypay: { ...sandboxDefaults.montypay, ...given.montypay },
    twilio: { ...sandboxDefaults.twilio, ...given.twilio },
    infobip: { ...sandboxDefaults.infobip, ...given.infobip },
    whatsapp: { ...sandboxDefaults.whatsapp, ...given.whatsapp },
  }
}
