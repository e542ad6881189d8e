// Two receipts of every order of the large shop, a text and an e-mail, and what became of them.
// Messages are kept for thirty days, so those of the year stand in its last twenty-nine: as many as
// a shop has that sells twelve times as much. None of them is due, so nothing of it is ever sent.
import { drawsFrom } from './scale-draws.ts'
import type { ScaleContact } from './scale-types.ts'

type Cell = string | number | null

export type MessageTables = {
  messages: Cell[][]
  emails: Cell[][]
  /** What staff have taken off the list: all failures but those of the last days. */
  handled: Cell[][]
}

export const messageColumns = [
  'ref',
  'to_phone',
  'body',
  'purpose',
  'state',
  'tries',
  'gateway_id',
  'failure',
  'created_at',
  'sent_at',
  'delivered_at',
  'language',
]
export const emailColumns = ['ref', 'address', 'letter']
export const handledColumns = ['kind', 'item', 'handled_by', 'note', 'handled_at']

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const KEPT_MS = 29 * DAY_MS
const UNHANDLED_MS = 2 * DAY_MS

type Became = { state: string; failure: string | null; tries: number }

const delivered: Became = { state: 'delivered', failure: null, tries: 1 }
const sent: Became = { state: 'sent', failure: null, tries: 1 }
const unknown: Became = { state: 'unknown', failure: null, tries: 1 }
const waiting: Became = { state: 'waiting', failure: 'temporary', tries: 2 }
const failed = (failure: string): Became => ({ state: 'failed', failure, tries: 3 })

/** In a thousand: of e-mails there are no reports. */
function becameOf(channel: 'text' | 'email', place: number): Became {
  if (place < 2) return waiting
  if (place < 5) return unknown
  if (place < 20) return failed('bad_number')
  if (place < 30) return failed('blocked')
  return channel === 'email' || place < 180 ? sent : delivered
}

export function messagesOf(contacts: readonly ScaleContact[], until: Date): MessageTables {
  const tables: MessageTables = { messages: [], emails: [], handled: [] }
  for (const contact of contacts)
    for (const channel of ['text', 'email'] as const) add(tables, { contact, channel, until })
  return tables
}

type Written = { contact: ScaleContact; channel: 'text' | 'email'; until: Date }

function add(tables: MessageTables, { contact, channel, until }: Written): void {
  const { orderId, person } = contact
  const random = drawsFrom(Number.parseInt(orderId.slice(0, 7), 16) + channel.length)
  const agoMs = (until.getTime() - contact.at.getTime()) * (KEPT_MS / YEAR_MS)
  const at = new Date(until.getTime() - Math.max(0, agoMs))
  const { state, failure, tries } = becameOf(channel, random.below(1_000))
  const ref = `${channel === 'email' ? 'email-' : ''}receipt:${orderId}:3`
  const isOut = state === 'sent' || state === 'delivered'
  tables.messages.push([
    ref,
    person.phone,
    textOf(contact),
    'receipt',
    state,
    tries,
    isOut && channel === 'text' ? random.uuid() : null,
    failure,
    iso(at),
    isOut ? iso(at) : null,
    state === 'delivered' ? iso(new Date(at.getTime() + 4_000)) : null,
    'en',
  ])
  if (channel === 'email')
    tables.emails.push([ref, `${orderId.slice(0, 8)}@example.com`, letterOf(contact)])
  const isOpen = agoMs < UNHANDLED_MS
  if ((state === 'failed' || state === 'unknown') && !isOpen)
    tables.handled.push(['message_failed', ref, nobody, 'Called', iso(at)])
}

const nobody = '00000000-0000-4000-8000-000000000000'
const iso = (at: Date) => at.toISOString()

const textOf = ({ orderId }: ScaleContact) =>
  `Your order is paid. Tickets 012345-012354 of the raffle are yours. See them at ` +
  `https://shop.example/o/${orderId.slice(0, 12)}`

const letterOf = ({ orderId, person }: ScaleContact) =>
  JSON.stringify({
    subject: `Order ${orderId.slice(0, 8)} is paid: your tickets`,
    title: `Thank you, ${person.name}`,
    lines: ['Your payment has arrived.', 'These tickets are yours; keep this letter.'],
    tables: [
      { title: 'Tickets', rows: [{ name: 'A raffle of the year', value: '012345-012354' }] },
      {
        title: 'Order',
        rows: [
          { name: 'Goods', value: '$20.00' },
          { name: 'Delivery', value: '$5.00' },
          { name: 'Total', value: '$25.00', isTotal: true },
        ],
      },
    ],
    link: { label: 'Your order', url: `https://shop.example/o/${orderId.slice(0, 12)}` },
    foot: null,
  })
