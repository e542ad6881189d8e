// What every message gateway must offer: text to one phone, once.
export type Message = {
  /** E.164. */
  to: string
  text: string
  /** Our key: the same ref is never sent twice by a gateway that can tell. */
  ref: string
  purpose: 'sign_in_code' | 'receipt' | 'notice'
}

export type Sent =
  | { kind: 'queued'; gatewayId: string | null }
  | {
      kind: 'rejected'
      reason: 'bad_number' | 'blocked' | 'limit' | 'config' | 'temporary'
    }

export type DeliveryStatus = { gatewayId: string; state: 'sent' | 'delivered' | 'failed' }

export type MessageGateway = {
  channel: 'sms' | 'whatsapp'
  /** Throws on an outage whose outcome is unknown. */
  send: (message: Message) => Promise<Sent>
  parseStatus?: (body: Buffer, headers: Readonly<Record<string, string>>) => DeliveryStatus | null
}
