// What every message gateway must offer: text to one phone, once, and its word of what became of
// it. Gateways report in their own forms; `ReportReader` says what they mean and who says so.
export type Message = {
  /** E.164. */
  to: string
  text: string
  /** Our key: the same ref is never sent twice by a gateway that can tell. */
  ref: string
  purpose: 'sign_in_code' | 'receipt' | 'notice'
  /** Of the words, for gateways with a template per language; left out: English. */
  language?: 'en' | 'ar' | 'fr'
  /** Only this channel, where a gateway has two; left out: its own choice. */
  channel?: Channel
}

export type Channel = 'sms' | 'whatsapp'

export type RejectionReason = 'bad_number' | 'blocked' | 'limit' | 'config' | 'temporary'

export type Sent =
  /** The id begins with the gateway's name where it reports: `twilio:SM…`. */
  { kind: 'queued'; gatewayId: string | null } | { kind: 'rejected'; reason: RejectionReason }

/** `failure`: the gateway's own code. */
export type DeliveryReport = {
  gatewayId: string
  state: 'sent' | 'delivered' | 'failed'
  failure: string | null
}

export type RawReport = {
  query: Readonly<Record<string, string>>
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Null: not the gateway's, nothing of it is believed. Words that say nothing yet are left out. */
export type ReportReader = (report: RawReport) => readonly DeliveryReport[] | null

export type MessageGateway = {
  channel: Channel
  /** It keeps no key of ours: asked again for the same text it sends a second one. */
  sendsAnew?: boolean
  /** Throws on an outage whose outcome is unknown. */
  send: (message: Message) => Promise<Sent>
  readReports?: ReportReader
}
