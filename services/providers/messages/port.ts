// What every message gateway must offer: text to one phone, once, and its word of what became of
// it. Gateways report in their own forms; `ReportReader` says what they mean and who says so.
export type Message = {
  /** E.164; an address where the channel is e-mail. */
  to: string
  text: string
  /** Our key: the same ref is never sent twice by a gateway that can tell. */
  ref: string
  purpose: 'sign_in_code' | 'receipt' | 'notice'
  /** Of the words, for gateways with a template per language; left out: English. */
  language?: MessageLanguage
  /** Only this channel, where a gateway has two; left out: its own choice. */
  channel?: Channel
  /** Of an e-mail: what `text` says, with a subject, to be set in HTML as well. */
  letter?: Letter
}

export type Channel = 'sms' | 'whatsapp' | 'email'
export type MessageLanguage = 'en' | 'ar' | 'fr'

/** An e-mail as it is meant, before it is text or HTML. */
export type Letter = {
  subject: string
  title: string
  /** Sentences, each a paragraph of its own. */
  lines: readonly string[]
  tables: readonly LetterTable[]
  link: { label: string; url: string } | null
  /** Why it came to this address; null: nothing is to be said. */
  foot: string | null
}

export type LetterTable = { title: string; rows: readonly LetterRow[] }
export type LetterRow = { name: string; value: string; isTotal?: boolean | undefined }

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
