// Everything the purchase path needs, put together once by `main`.
import { createHmac, hkdfSync } from 'node:crypto'

import type { OrderId } from '#events/kernel/ids.ts'

import type { Catalogue } from '../catalogue.ts'
import type { EventStore } from '../event-store/types.ts'
import type { Database } from '../io/database.ts'
import type { MessageGateway } from '../providers/messages/port.ts'
import type { PaymentProvider } from '../providers/payments/port.ts'
import { openLimitReads } from './account-limits.ts'
import type { LimitReads } from './account-limits.ts'
import { noStaff } from '../staff-buyers.ts'
import type { StaffBuyers } from '../staff-buyers.ts'
import { openGate } from './gate.ts'
import type { Gate } from './gate.ts'
import { openNumberBlocks, orderReference } from './number-blocks.ts'
import { orderLinks } from './order-link.ts'
import type { OrderLinks } from './order-link.ts'
import { openMessageRows } from './message-rows.ts'
import type { MessageRows } from './message-rows.ts'
import { openOrders } from './orders.ts'
import type { Orders } from './orders.ts'
import type { PriceList } from './price-purchase.ts'
import { openPurchaseRows } from './purchase-rows.ts'
import type { ContactRow, OnlineMethod, PurchaseRows } from './purchase-rows.ts'
import { openCallbackInbox } from './store-callback.ts'
import type { CallbackInbox } from './store-callback.ts'
import { openSoldOut } from './sold-out.ts'
import type { SoldOut } from './sold-out.ts'
import { openStockRows } from './stock-rows.ts'
import type { StockRows } from './stock-rows.ts'

export type DeskLog = {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
}

export type DeskParts = {
  database: Database
  store: EventStore
  now: () => Date
  /** Looks at PostgreSQL's clock, by which `now` goes. Left out: there is nothing to look at. */
  syncClock?: () => Promise<void>
  catalogue: PriceList & Pick<Catalogue, 'raffles'>
  /** Left out: there is no staff. */
  staffBuyers?: Pick<StaffBuyers, 'among'>
  /** A method whose provider is not set up is not offered. */
  providers: Readonly<Partial<Record<OnlineMethod, PaymentProvider>>>
  gateway: MessageGateway
  /** E-mail beside the texts; left out or null: there is none. */
  mail?: MessageGateway | null
  /** At least 32 random bytes each, kept outside the database: the first signs links. */
  linkSecrets: readonly Uint8Array[]
  /** Blinds phones, and bodies that name people. Never changes: limits and retries count on it. */
  personSecret: Uint8Array
  /** The first one of the Whish adapter: signs the addresses Whish reports to. */
  callbackKey: string
  /** `https://shop.example`, without a slash at the end. */
  publicOrigin: string
  /** HOLD_SECONDS: how long an online order reserves its tickets. */
  holdSeconds: number
  /** How long an order taken by staff may wait for its money. */
  manualHoldSeconds: number
  log: DeskLog
  /** How long a checkout waits for a provider's page before it asks the buyer to try again. */
  startTimeoutMs?: number
}

type Replaced =
  | 'linkSecrets'
  | 'personSecret'
  | 'startTimeoutMs'
  | 'mail'
  | 'staffBuyers'
  | 'syncClock'
export type OrderDesk = Omit<DeskParts, Replaced> & {
  syncClock: () => Promise<void>
  staffBuyers: Pick<StaffBuyers, 'among'>
  mail: MessageGateway | null
  rows: PurchaseRows
  messageRows: MessageRows
  callbacks: CallbackInbox
  /** Who gets the last piece of what is counted. */
  stock: StockRows
  soldOut: SoldOut
  orders: Orders
  links: OrderLinks
  startTimeoutMs: number
  /** As many as ask a provider for its page at once. */
  starting: Gate
  /** And as many as ask it what became of a payment: in a rush everybody pays in one moment. */
  asking: Gate
  /** A provider's key for one attempt: digits. */
  nextRef: () => Promise<string>
  nextReference: () => Promise<string>
  /** Who an order is for: what was just written here is not read again. Null: erased. */
  contactOf: (orderId: OrderId) => Promise<ContactRow | null>
  /** Of an order that is being placed: nobody has corrected its phone yet. */
  rememberContact: (contact: Omit<ContactRow, 'link_generation'>) => void
  /** The same phone gives the same key; the key gives no phone. */
  personKeyOf: (phone: string) => string
  /**
   * 32 bytes in hex, by which a body that comes again is known again: the same in every process of
   * the installation. Whoever reads it and guesses the body cannot tell whether he is right.
   */
  bodyHashOf: (purpose: string, body: object) => string
  /** Of customers who have limited themselves. */
  limitReads: LimitReads
  /** What is being done here at this moment, so that nothing is done twice at once. */
  placing: Map<string, Promise<unknown>>
  settling: Map<string, Promise<unknown>>
  finishing: Map<OrderId, Promise<unknown>>
  close: () => Promise<void>
}

/** About what the connections to a provider carry; beyond it nothing gets faster. */
const STARTS_AT_ONCE_MAX = 64
const STARTS_WAITING_MAX = 10_000

/** A database of Lebanese phones is enumerable: the key is what keeps the hash from telling. */
export function openOrderDesk({
  linkSecrets,
  personSecret,
  startTimeoutMs = 2_800,
  mail = null,
  staffBuyers = noStaff,
  syncClock = async () => {},
  ...parts
}: DeskParts): OrderDesk {
  // As text: node:crypto takes a tenth of the time for a text key of what it takes for bytes.
  const personKey = Buffer.from(personSecret).toString('hex')
  const bodyKey = Buffer.from(hkdfSync('sha256', personSecret, '', 'qura bodies', 32)).toString(
    'hex',
  )
  const rows = openPurchaseRows(parts.database)
  const messageRows = openMessageRows(parts.database)
  const callbacks = openCallbackInbox(parts.database)
  const stock = openStockRows(parts.database)
  const soldOut = openSoldOut(parts.database)
  const limitReads = openLimitReads(parts.database)
  const refs = openNumberBlocks(parts.database, 'payment_refs')
  const references = openNumberBlocks(parts.database, 'order_numbers')

  return {
    ...parts,
    syncClock,
    messageRows,
    callbacks,
    staffBuyers,
    mail,
    rows,
    stock,
    soldOut,
    orders: openOrders({ store: parts.store, now: parts.now }),
    links: orderLinks({ secrets: linkSecrets, publicOrigin: parts.publicOrigin }),
    startTimeoutMs,
    starting: openGate({ insideMax: STARTS_AT_ONCE_MAX, waitingMax: STARTS_WAITING_MAX }),
    asking: openGate({ insideMax: STARTS_AT_ONCE_MAX, waitingMax: STARTS_WAITING_MAX }),
    nextRef: async () => String(await refs.next()),
    nextReference: async () => orderReference(await references.next()),
    ...recentContacts(rows, parts.now),
    personKeyOf: (phone) => createHmac('sha256', personKey).update(phone).digest('hex'),
    bodyHashOf: (purpose, body) =>
      createHmac('sha256', bodyKey)
        .update(`${purpose}\0${JSON.stringify(body)}`)
        .digest('hex'),
    limitReads,
    placing: new Map(),
    settling: new Map(),
    finishing: new Map(),
    close: async () => {
      const batchers = [rows, messageRows, callbacks, stock, soldOut, limitReads]
      await Promise.all(batchers.map((batcher) => batcher.close()))
    },
  }
}

const CONTACTS_MAX = 5_000
/** An erasure counts on it: what is older is read again. */
const CONTACT_KNOWN_MS = 3_600_000

/** Kept from checkout to payment, then let go: names and phones do not linger in memory. */
function recentContacts(
  rows: PurchaseRows,
  now: () => Date,
): Pick<OrderDesk, 'contactOf' | 'rememberContact'> {
  const recent = new Map<OrderId, { contact: ContactRow; untilMs: number }>()
  return {
    rememberContact(written) {
      const contact = { ...written, link_generation: null }
      recent.set(contact.order_id, { contact, untilMs: now().getTime() + CONTACT_KNOWN_MS })
      const [oldest] = recent.size > CONTACTS_MAX ? recent.keys() : []
      if (oldest !== undefined) recent.delete(oldest)
    },
    async contactOf(orderId) {
      const known = recent.get(orderId)
      recent.delete(orderId)
      const isFresh = known !== undefined && now().getTime() < known.untilMs
      return isFresh ? known.contact : rows.contact.add(orderId)
    },
  }
}

/** Whoever asks while it is being done gets the same answer. */
export function shared<Key, Result>(
  running: Map<Key, Promise<unknown>>,
  key: Key,
  act: () => Promise<Result>,
): Promise<Result> {
  const known = running.get(key)
  // Each map holds the promises of one kind of act only.
  if (known !== undefined) return known as Promise<Result>
  const started = act().finally(() => running.delete(key))
  running.set(key, started)
  return started
}
