// Whose an order is: the phone it stands by. Mistyped, or another person's by now, staff correct it
// before a register has its tickets. The phones stand beside the facts, where they can be erased; a
// leaf keeps the commitment that was made when its tickets were issued.
//
//   the raffles count the tickets for the new phone   refused by one: for the old phone again
//   order_contacts                                    the old phone gets no newer links
//   HolderCorrected                                   from here on it is recorded
//                                                     and no link of before opens it any more
//   order_contacts, order_openings                    from here on everybody reads the new phone,
//                                                     with names that are its buyer's, and who
//                                                     came by a link of before is out
//   messages                                          what still waits to be sent there is given up
//   the raffles once more                             what was issued in between
//   OrdersClaimed                                     whoever had it by its number has it no more
//
// The old number may be proven by its own customer meanwhile (`sign-in.ts`): whoever claims the
// order before its row is written has it by its number, and no more than others.
//
// Of two corrections at once the second waits for the first, and is refused: what stands by now is
// not what it was to correct. A process that dies before the row is written leaves an order that
// can be corrected once more.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { CommandId, LineId, OrderId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { decideOrder } from '#events/order/decide.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { ticketsOfLine } from '#events/order/evolve.ts'
import type { HolderReason } from '#events/order/evolve.ts'
import { isSealed } from '#events/raffle/draw-state.ts'

import { requireNotExcluded } from './account-limits.ts'
import { changeStream } from './change-stream.ts'
import { checkoutPhone } from './checkout-phone.ts'
import { changeOf } from './correct-contact.ts'
import type { ContactChange } from './correct-contact.ts'
import { givingUp } from './give-up-messages.ts'
import { findOrRegister } from './manual-order.ts'
import { changedMeanwhile } from './order-acts.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import type { ContactRow } from './purchase-rows.ts'
import { rightNames } from './right-names.ts'
import type { Names } from './right-names.ts'
import { markStaffPurchase, requireMayEnter } from './staff-entries.ts'
import { oneAtATime } from './turns.ts'

export type Correction = { orderId: OrderId; phone: string; cause: HolderReason }

/** By the facts: how often its phone was corrected (`link-generation.ts`). */
type Linked = { generation: number }

type Correctable = { order: PlacedOrder; contact: ContactRow; phone: string; names: Names }

export type Phones = { from: string; to: string }

/** What the trail keeps beside the note: the names as well, where they were a stranger's. */
export type HolderChange = Phones | (Phones & ContactChange)

/** Throws where the rules refuse it, so that no second person is asked in vain. */
export async function phonesToCorrect(desk: OrderDesk, correction: Correction): Promise<Phones> {
  const { contact, phone } = await requireCorrectable(desk, correction)
  return { from: contact.phone, to: phone }
}

async function requireCorrectable(
  desk: OrderDesk,
  { orderId, phone: typed, cause }: Correction,
): Promise<Correctable & Linked> {
  const { order: loaded, generation } = await desk.orders.load(orderId, { fresh: true })
  const order = requirePlaced(loaded)
  decideOrder({ type: 'CorrectHolder', cause }, order)
  for (const raffleId of linesByRaffle(order).keys()) {
    const { raffle } = await desk.store.raffle(raffleId).state()
    if (raffle.status !== 'unpublished' && isSealed(raffle.draw))
      throw new Rejection('register_sealed', 'The register is sealed: no ticket can change')
  }
  const contact = await desk.rows.contact.add(orderId)
  if (contact === null) throw new Rejection('not_found', 'The person of this order was erased.')
  const phone = checkoutPhone(typed, 'phone')
  if (phone === contact.phone) throw sameNumber()
  await requireNotExcluded(desk, phone)
  const names = await rightNames(desk, { orderId, order, contact, phone, cause })
  requireMayEnter(desk, { lines: order.lines, buyer: buyerOf(names, phone) })
  return { order, contact, phone, names, generation }
}

const buyerOf = ({ email }: Names, phone: string) => ({ phones: [phone], email })

function sameNumber(): Rejection {
  const message = 'This is the number of the order already.'
  return new Rejection('invalid_request', message, { fields: [{ path: 'phone', message }] })
}

type Correcting = Correction & {
  staffId: string
  guard: Guard
  /** The phone that is wrong, as a second person was shown it; left out: that of this moment. */
  from?: string
}

export async function correctHolder(
  desk: OrderDesk,
  { from: shown, ...correcting }: Correcting,
): Promise<HolderChange> {
  const { orderId } = correcting
  const phoneNow = async () => (await desk.rows.contact.add(orderId))?.phone
  const from = shown ?? (await phoneNow())
  return oneAtATime(desk.database, orderId, async () => {
    const now = await phoneNow()
    // Erased: that is what he is told.
    if (now === undefined || now === from) return correctAlone(desk, correcting)
    const facts = await desk.store.readStream<OrderEvent>(`order/${orderId}`)
    const corrections = facts.filter(({ event }) => event.type === 'HolderCorrected')
    throw await changedMeanwhile(desk.database, corrections)
  })
}

async function correctAlone(
  desk: OrderDesk,
  { staffId, guard, ...correction }: Omit<Correcting, 'from'>,
): Promise<HolderChange> {
  const { orderId, cause } = correction
  const correctable = await requireCorrectable(desk, correction)
  const { order: known, contact, phone, names } = correctable
  const change = { order: known, from: contact.phone, to: phone }

  await countFor(desk, change)
  await keepLinks(desk, { orderId, generation: correctable.generation })
  const { generation } = await desk.orders
    .change(orderId, {
      ...guard,
      actor: `staff:${staffId}`,
      commands: () => [{ type: 'CorrectHolder', cause }],
    })
    .catch(async (error: unknown) => {
      if (error instanceof Rejection) await countFor(desk, { ...change, to: contact.phone })
      throw error
    })
  const { lines } = known
  await markStaffPurchase(desk, { orderId, lines, buyer: buyerOf(names, phone) })
  const by = { staffId, actId: guard.commandId }
  const owned = { orderId, order: known, contact, phone, names, ...by }
  const owner = await handOver(desk, { ...owned, generation })
  await giveUpWaiting(desk, { orderId, phone: contact.phone })
  await countFor(desk, change)
  if (owner !== null) await giveOrder(desk, { orderId, owner, ...by })
  return toldOf(contact, { phone, names })
}

function toldOf(contact: ContactRow, { phone, names }: { phone: string; names: Names }) {
  const phones = { from: contact.phone, to: phone }
  const fields = (['name', 'email'] as const).filter((field) => contact[field] !== names[field])
  if (fields.length === 0) return phones
  return { ...phones, ...changeOf(fields, { before: contact, after: { ...contact, ...names } }) }
}

/**
 * Answers whose it is from now on, if it is somebody else's. Claimed since it was read, it is
 * decided anew.
 */
async function handOver(
  desk: OrderDesk,
  { generation, ...owned }: Owned & Linked,
): Promise<ContactRow['customer_id']> {
  const { orderId, contact, phone, names } = owned
  const owner = await ownerOf(desk, owned)
  const isWritten = await writeHolder(desk, { orderId, contact, phone, owner, names, generation })
  const standing = isWritten ? null : await desk.rows.contact.add(orderId)
  // Without a row its person was erased.
  if (standing === null) return owner === contact.customer_id ? null : owner
  const { customer_id } = standing
  return handOver(desk, { ...owned, generation, contact: { ...contact, customer_id } })
}

/** Until the row has the new phone, what goes to the old one has a link that ends with the fact. */
async function keepLinks(
  { database }: OrderDesk,
  { orderId, generation }: Linked & { orderId: OrderId },
): Promise<void> {
  await database.query({
    name: 'order_holder_links',
    text: `
      update order_contacts
         set link_generation = $2
       where order_id = $1 and link_generation is null`,
    values: [orderId, generation],
  })
}

type Written = Linked & {
  orderId: OrderId
  contact: ContactRow
  phone: string
  owner: ContactRow['customer_id']
  names: Names
}

/**
 * The browser in which it was placed is the buyer's, whatever phone he typed: it stays open. So
 * does a name or an e-mail that staff have corrected meanwhile. False: it is somebody else's than
 * was read, and nothing is written.
 */
async function writeHolder(
  { database }: OrderDesk,
  { orderId, contact, phone, owner, names: { name, email }, generation }: Written,
): Promise<boolean> {
  const before = [contact.name, name, contact.email, email, contact.customer_id]
  const { rowCount } = await database.query({
    name: 'order_holder',
    text: `
      with holder as (
             update order_contacts
                set phone = $2, customer_id = $3,
                    link_generation = greatest(link_generation, $9),
                    name = case when name = $4 then $5 else name end,
                    email = case when email is not distinct from $6 then $7 else email end
              where order_id = $1
                and customer_id is not distinct from $8
             returning session_id
           ),
           closed as (
             delete from order_openings as opening
              using holder
              where opening.order_id = $1
                and opening.session_id is distinct from holder.session_id
           )
      select from holder`,
    values: [orderId, phone, owner, ...before, generation],
  })
  return rowCount !== 0
}

/** What has not gone yet has the old number, and a link that opens nothing. */
async function giveUpWaiting(
  { database }: OrderDesk,
  { orderId, phone }: { orderId: OrderId; phone: string },
): Promise<void> {
  await database.query({
    name: 'order_holder_told_no_more',
    text: givingUp(
      "'contact_corrected'",
      `text.to_phone = $2
            and text.purpose <> 'sign_in_code'
            and text.ref like '%:' || $1 || '%'`,
    ),
    values: [orderId, phone],
  })
}

/** Raffle by raffle, in the order of their ids; all or none. */
async function countFor(
  desk: Pick<OrderDesk, 'store' | 'personKeyOf'>,
  { order, from, to }: { order: PlacedOrder; from: string; to: string },
): Promise<void> {
  const done: (readonly [RaffleId, LineId[]])[] = []
  for (const entry of linesByRaffle(order)) {
    const [raffleId, lines] = entry
    try {
      await desk.store.raffle(raffleId).changePerson(lines, desk.personKeyOf(to))
    } catch (error) {
      for (const [id, before] of done)
        await desk.store.raffle(id).changePerson(before, desk.personKeyOf(from))
      throw error
    }
    done.push(entry)
  }
}

function linesByRaffle({ lines }: PlacedOrder): Map<RaffleId, LineId[]> {
  const entered = new Map<RaffleId, LineId[]>()
  for (const line of lines.toSorted((a, b) => ((a.raffleId ?? '') < (b.raffleId ?? '') ? -1 : 1)))
    if (line.raffleId !== null && ticketsOfLine(line) > 0)
      entered.set(line.raffleId, [...(entered.get(line.raffleId) ?? []), line.lineId])
  return entered
}

/** `actId`: whose note tells from where. */
type By = { staffId: string; actId: CommandId | undefined }

type Owned = Correctable & By & { orderId: OrderId }

/**
 * Whoever placed it signed in keeps it. Whoever has it by its number alone, because he claimed it
 * or staff wrote it down for him, has it no more: it goes to the customer of the new number. An
 * order that nobody has claimed waits for him.
 */
async function ownerOf(
  desk: OrderDesk,
  { orderId, order, contact, phone, names: { name, email }, ...by }: Owned,
): Promise<ContactRow['customer_id']> {
  const owner = contact.customer_id
  const isByNumber = order.orderType === 'offline' || order.customerId === null
  if (!isByNumber || (owner === null && !(await isClaimed(desk, orderId)))) return owner
  const { customerId } = await findOrRegister(desk, { phone, name: name || null, email, ...by })
  return customerId
}

/** A claim that died between its fact and its row is in the facts alone. */
async function isClaimed({ database }: OrderDesk, orderId: OrderId): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'order_is_claimed',
    text: 'select from customer_orders where order_id = $1 and claimed_by is not null',
    values: [orderId],
  })
  return rowCount !== 0
}

type Giving = By & { orderId: OrderId; owner: NonNullable<ContactRow['customer_id']> }

async function giveOrder(
  { store }: OrderDesk,
  { orderId, owner, staffId, actId }: Giving,
): Promise<void> {
  await changeStream(store, {
    streamId: `customer/${owner}`,
    decider: customerDecider,
    actor: `staff:${staffId}`,
    correlationId: actId,
    commands: (): CustomerCommand[] => [{ type: 'GiveOrder', orderId }],
  })
}
