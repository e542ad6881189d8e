// Tickets are reserved raffle by raffle, in the order of the raffles' ids, so that two orders over
// the same raffles never wait for each other. One refusal gives back what the others had given.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { ticketsLeft } from '#events/raffle/capacity.ts'
import type { OrderLine } from '#events/order/events.ts'
import { ticketsOfLine } from '#events/order/evolve.ts'

import type { EventStore } from '../event-store/types.ts'
import type { OrderDesk } from './order-desk.ts'

export type Reservation = {
  orderId: OrderId
  lines: readonly OrderLine[]
  personKey: string
  expiresAt: Date
  /** Asked when not all lines are held. False: another request may count on those that are. */
  mayGiveBack: () => Promise<boolean>
}

type Raffles = Pick<EventStore, 'raffle'>
type Desk = Pick<OrderDesk, 'store' | 'soldOut'>
type EntryLine = OrderLine & { raffleId: NonNullable<OrderLine['raffleId']> }

/**
 * All lines or none, where it may give back. A line that is held already stays held, to `expiresAt`
 * at least.
 */
export async function holdTickets(desk: Desk, reservation: Reservation): Promise<void> {
  const { store } = desk
  const held: EntryLine[] = []
  try {
    for (const line of entryLines(reservation.lines)) {
      await holdLine(desk, line, reservation)
      held.push(line)
    }
  } catch (error) {
    if (await reservation.mayGiveBack())
      await Promise.all(held.map((line) => store.raffle(line.raffleId).release(line.lineId)))
    throw error
  }
}

/** Throws what the writer would say to a new order. */
export async function requireUnsold(
  { soldOut }: Pick<Desk, 'soldOut'>,
  lines: readonly OrderLine[],
): Promise<void> {
  for (const line of entryLines(lines))
    if (await soldOut.isSoldOut(line)) throw namingTheRaffle(ticketsLeft(0, line.productName), line)
}

export async function releaseTickets(store: Raffles, lines: readonly OrderLine[]): Promise<void> {
  await Promise.all(
    entryLines(lines).map((line) => store.raffle(line.raffleId).release(line.lineId)),
  )
}

export async function extendHolds(
  store: Raffles,
  lines: readonly OrderLine[],
  expiresAt: Date,
): Promise<void> {
  for (const line of entryLines(lines))
    await store.raffle(line.raffleId).extendHold(line.lineId, expiresAt)
}

/** Lines that enter a raffle, in the order of the raffles' ids. */
function entryLines(lines: readonly OrderLine[]): EntryLine[] {
  return lines
    .filter((line): line is EntryLine => ticketsOfLine(line) > 0)
    .toSorted((a, b) => (a.raffleId < b.raffleId ? -1 : Number(a.raffleId > b.raffleId)))
}

async function holdLine(
  { store, soldOut }: Desk,
  line: EntryLine,
  reservation: Reservation,
): Promise<void> {
  const { orderId, personKey, expiresAt } = reservation
  try {
    await store.raffle(line.raffleId).hold({
      orderLineId: line.lineId,
      orderId,
      productId: line.productId,
      n: ticketsOfLine(line),
      expiresAt,
      personKey,
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const refusal = namingTheRaffle(error, line)
    soldOut.note(refusal)
    throw refusal
  }
}

/** The writer knows how many are left; the buyer must also learn of what. */
function namingTheRaffle(refusal: Rejection, line: EntryLine): Rejection {
  if (refusal.code === 'busy') return refusal
  const { raffleId, raffleName, productId } = line
  const { available } = refusal.details
  const message =
    refusal.code === 'tickets_left'
      ? `Only ${available} ${available === 1 ? 'ticket' : 'tickets'} left for ${raffleName}`
      : refusal.message
  return new Rejection(refusal.code, message, {
    ...refusal.details,
    raffleId,
    raffleName,
    productId,
  })
}
