// Decides the items of one batch, in their order, against the memory of the writer, which it moves
// on as it goes: each item sees what the ones before it did. An item that is refused leaves no
// trace.
import { hash } from 'node:crypto'

import { assert, unreachable } from '#events/kernel/assert.ts'
import type { CommandId, LineId, ProductId } from '#events/kernel/ids.ts'
import { isPlanted } from '#events/kernel/planted.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import {
  requireAllotment,
  requirePersonRoom,
  requireRoom,
  ticketsLeft,
} from '#events/raffle/capacity.ts'
import {
  isSettled,
  issueTickets,
  raffleDecider,
  requireIssuable,
  requireOpen,
  type PublishedRaffle,
  type Raffle,
  type RaffleCommand,
} from '#events/raffle/decide.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'

import { reused } from './outage.ts'
import { commitTo, writeFact, type RaffleBatch } from './raffle-batch.ts'
import { earliestExpiry, type HeldLine } from './raffle-holds.ts'
import type { Known, KnownIssue, ProductCount, RaffleMemory } from './raffle-memory.ts'
import { decidePerson, type PersonItem } from './raffle-person.ts'
import type { Allotment, Hold, Issue, Issued, Meta, StandingSession } from './types.ts'

export type RaffleItem =
  | { kind: 'hold'; hold: Hold }
  /** `isDue`: only if its end has come. */
  | { kind: 'release'; orderLineId: LineId; isDue?: boolean }
  | { kind: 'extend'; orderLineId: LineId; expiresAt: Date }
  | { kind: 'issue'; issue: Issue }
  | {
      kind: 'command'
      command: RaffleCommand
      meta: Meta
      requestHash: string
      session?: StandingSession | undefined
    }
  | { kind: 'allot'; allotment: Allotment }
  | PersonItem

/**
 * The facts of a command, to be read when they have committed: versions `last - facts + 1` …
 * `last`.
 */
export type Written = { facts: number; last: number }

export type Deciding = {
  memory: RaffleMemory
  batch: RaffleBatch
  /**
   * What was found for the batch's lines and commands; an item may also not have been looked up.
   */
  known: Known
  settlementSeconds: number
}

export function decideItem(deciding: Deciding, item: RaffleItem): Issued | Written | undefined {
  switch (item.kind) {
    case 'hold':
      return decideHold(deciding, item.hold)
    case 'release':
      return decideRelease(deciding, item)
    case 'extend':
      return decideExtend(deciding, item)
    case 'issue':
      return decideIssue(deciding, item.issue)
    case 'command':
      return decideCommand(deciding, item)
    case 'allot':
      return decideAllot(deciding, item.allotment)
    case 'person':
      return decidePerson(deciding, item)
    default:
      return unreachable(item)
  }
}

/** Holds past their end count as free from now on. */
export function dropExpired({ memory, batch }: Deciding): void {
  const nowMs = batch.clockMs
  if (nowMs < memory.nextExpiryMs || isPlanted('expired_hold_kept')) return
  for (const hold of memory.holds.values())
    if (hold.expiresAtMs <= nowMs) {
      dropHold({ memory, batch }, hold)
      batch.expired += 1
    }
  memory.nextExpiryMs = earliestExpiry(memory.holds)
}

/** Who asks again keeps what he holds, for as long as he is promised now. */
function decideHold(deciding: Deciding, hold: Hold): undefined {
  const { memory, batch } = deciding
  const { orderLineId, productId, n, personKey } = hold
  const standing = memory.holds.get(orderLineId)
  if (standing !== undefined) {
    if (standing.productId !== productId || standing.n !== n) throw reused()
    if (hold.expiresAt.getTime() <= standing.expiresAtMs) return
    standing.expiresAtMs = hold.expiresAt.getTime()
    batch.holds.set(orderLineId, standing)
    batch.hasChanged = true
    return
  }
  requireUnsold(memory.raffle, batch.now)
  const raffle = requireOpen(memory.raffle, batch.now)
  requireRoom(capacityOf(memory, raffle), { productId, n, raffleName: raffle.terms.prize })
  requirePerson({ memory, raffle }, { personKey, n, exceptLine: orderLineId })
  // Last, because only an order line that would be taken is looked up (`append_raffle`, EV409).
  if (issueBefore(deciding, orderLineId) !== undefined)
    throw new Rejection('already_issued', 'This order line has its tickets already')
  putHold({ memory, batch }, { ...hold, expiresAtMs: hold.expiresAt.getTime() })
}

/** Closed by its last ticket, not by its clock: whoever comes now is told that none is left. */
function requireUnsold(raffle: Raffle, now: string): void {
  if (raffle.status !== 'closed' || raffle.closedCause !== 'soldOut') return
  if (now < raffle.terms.closesAt) throw ticketsLeft(0, raffle.terms.prize)
}

function decideRelease(
  { memory, batch }: Deciding,
  { orderLineId, isDue = false }: { orderLineId: LineId; isDue?: boolean },
): undefined {
  const hold = memory.holds.get(orderLineId)
  if (hold === undefined || (isDue && hold.expiresAtMs > batch.clockMs)) return
  dropHold({ memory, batch }, hold)
}

/** Only what can still become tickets; whoever was promised more time keeps it. */
function decideExtend(
  { memory, batch, settlementSeconds }: Deciding,
  { orderLineId, expiresAt }: { orderLineId: LineId; expiresAt: Date },
): undefined {
  requireIssuable(memory.raffle, { now: batch.now, capacity: 'held', settlementSeconds })
  const hold = memory.holds.get(orderLineId)
  if (hold === undefined) throw holdGone()
  hold.expiresAtMs = Math.max(hold.expiresAtMs, expiresAt.getTime())
  memory.nextExpiryMs = Math.min(memory.nextExpiryMs, hold.expiresAtMs)
  batch.holds.set(orderLineId, hold)
  batch.hasChanged = true
}

function decideIssue(deciding: Deciding, issue: Issue): Issued {
  const { memory } = deciding
  const n = issue.quantity * issue.ticketsPerUnit
  const before = issueBefore(deciding, issue.orderLineId)
  if (before !== undefined) {
    const isSame = before.orderId === issue.orderId && before.productId === issue.productId
    if (!isSame || before.last - before.first + 1 !== n) throw reused()
    const { first, last, position } = before
    return { kind: 'duplicate', first, last, position }
  }

  const hold = memory.holds.get(issue.orderLineId)
  if (hold === undefined && issue.capacity === 'held') throw holdGone()
  const decided = withoutHold(memory, hold, () => decideTickets(deciding, { issue, n, hold }))
  return recordIssue(deciding, { issue, n, hold, ...decided })
}

function issueBefore({ batch, known }: Deciding, orderLineId: LineId): KnownIssue | undefined {
  const inBatch = batch.issues.get(orderLineId)
  return inBatch === undefined ? known.issues.get(orderLineId) : { ...inBatch, ...inBatch.issue }
}

/** The hold's own tickets are free for the one who held them. */
function withoutHold<Result>(
  memory: RaffleMemory,
  hold: HeldLine | undefined,
  decide: () => Result,
): Result {
  if (hold === undefined) return decide()
  countHeld(memory, hold, -1)
  try {
    return decide()
  } finally {
    countHeld(memory, hold, 1)
  }
}

type Claim = { issue: Issue; n: number; hold: HeldLine | undefined }

/** Room is counted before the salts are drawn: the many who come too late must cost little. */
function decideTickets(
  { memory, batch, settlementSeconds }: Deciding,
  { issue, n, hold }: Claim,
): { facts: RaffleEvent[]; salts: Buffer; isPersonLimited: boolean } {
  const { raffle } = memory
  const { productId, personKey, orderLineId, ticketsPerUnit, channel } = issue
  if (raffle.status === 'unpublished') throw new Rejection('not_found', 'There is no such raffle')
  requireRoom(capacityOf(memory, raffle), { productId, n, raffleName: raffle.terms.prize })
  // Who holds was within the limit when he took the hold.
  if (hold === undefined)
    requirePerson({ memory, raffle }, { personKey, n, exceptLine: orderLineId })

  const { salts, ...commits } = commitTo(batch, issue)
  const { now } = batch
  const capacity = hold === undefined ? 'room' : 'held'
  const ticket = { n, channel, ticketsPerUnit, now, capacity, settlementSeconds } as const
  const facts = issueTickets(raffle, { ...ticket, ...commits })
  return { facts, salts, isPersonLimited: raffle.terms.ticketsPerPersonMax > 0 }
}

type DecidedIssue = Claim & ReturnType<typeof decideTickets>

function recordIssue(
  { memory, batch }: Deciding,
  { issue, n, hold, facts, salts, isPersonLimited }: DecidedIssue,
): Issued {
  const [issued] = facts
  assert(issued?.type === 'TicketsIssued', 'the first fact of an issue is TicketsIssued')
  const { first, last } = issued.data
  const position = memory.head + 1
  for (const event of facts) writeFact(memory, batch, { event, meta: issue.meta })

  const personKey = isPersonLimited ? issue.personKey : ''
  batch.issues.set(issue.orderLineId, { issue, position, first, last, personKey, salts })
  if (isPersonLimited) memory.persons.set(personKey, (memory.persons.get(personKey) ?? 0) + n)
  if (hold !== undefined && !isPlanted('hold_not_released')) dropHold({ memory, batch }, hold)
  productOf(memory, issue.productId).issued += n
  batch.products.add(issue.productId)
  return { kind: 'ok', first, last, position }
}

function decideCommand(
  { memory, batch, known, settlementSeconds }: Deciding,
  { command, meta, requestHash, session }: Extract<RaffleItem, { kind: 'command' }>,
): Written {
  const before = commandBefore(batch, known, meta.commandId)
  if (before !== undefined) {
    if (before.requestHash !== requestHash) throw reused()
    return { facts: before.facts, last: before.version }
  }

  // Time and holds are the writer's, under its fence, whatever the caller wrote.
  const { now } = batch
  const isOver = command.type === 'CloseRaffle' && isSettled(memory.raffle, now, settlementSeconds)
  // Nobody waits for reservations that no payment can make tickets of.
  const timed = { ...command, now, held: isOver ? 0 : memory.held }
  // Its leaf carries `now` and the hash of `now`: both must be of the same one.
  const decided =
    timed.type === 'CompleteRaffle' ? { ...timed, valueSha256: sha256(batch.now) } : timed
  const facts = raffleDecider.decide(decided, memory.raffle)
  for (const event of facts) writeFact(memory, batch, { event, meta })
  if (facts.length > 0) {
    batch.session = session ?? batch.session
    batch.commands.set(meta.commandId, {
      commandId: meta.commandId,
      version: memory.head,
      facts: facts.length,
      requestHash,
    })
  }
  return { facts: facts.length, last: memory.head }
}

const sha256 = (text: string) => hash('sha256', text)

const commandBefore = (batch: RaffleBatch, known: Known, commandId: CommandId) =>
  batch.commands.get(commandId) ?? known.commands.get(commandId)

function decideAllot({ memory, batch }: Deciding, { productId, ticketsMax }: Allotment): undefined {
  const product = memory.products.get(productId)
  if (product?.ticketsMax === ticketsMax) return
  requireAllotment(product, ticketsMax)
  memory.products.set(productId, { issued: 0, held: 0, ...product, ticketsMax })
  batch.products.add(productId)
  batch.hasChanged = true
}

type Place = { memory: RaffleMemory; batch: RaffleBatch }

function putHold({ memory, batch }: Place, hold: HeldLine): void {
  countHeld(memory, hold, 1)
  memory.holds.set(hold.orderLineId, hold)
  memory.nextExpiryMs = Math.min(memory.nextExpiryMs, hold.expiresAtMs)
  batch.holds.set(hold.orderLineId, hold)
  batch.products.add(hold.productId)
  batch.hasChanged = true
}

function dropHold({ memory, batch }: Place, hold: HeldLine): void {
  countHeld(memory, hold, -1)
  memory.holds.delete(hold.orderLineId)
  batch.holds.delete(hold.orderLineId)
  batch.dropped.add(hold.orderLineId)
  batch.products.add(hold.productId)
  batch.hasChanged = true
}

function countHeld(memory: RaffleMemory, { productId, n }: HeldLine, sign: 1 | -1): void {
  memory.held += sign * n
  const product = productOf(memory, productId)
  product.held += sign * n
  assert(memory.held >= 0 && product.held >= 0, 'no fewer than 0 tickets are held')
}

function productOf({ products }: RaffleMemory, productId: ProductId): ProductCount {
  const product = products.get(productId)
  assert(product !== undefined, `product ${productId} has an allotment in its raffle`)
  return product
}

const capacityOf = ({ held, products }: RaffleMemory, raffle: PublishedRaffle) => ({
  ticketsMax: raffle.terms.ticketsMax,
  issued: raffle.issued,
  held,
  products,
})

function requirePerson(
  { memory, raffle }: { memory: RaffleMemory; raffle: PublishedRaffle },
  { personKey, n, exceptLine }: { personKey: string; n: number; exceptLine: LineId },
): void {
  const { ticketsPerPersonMax } = raffle.terms
  if (ticketsPerPersonMax === 0) return
  let mine = memory.persons.get(personKey)
  assert(mine !== undefined, 'the tickets of this person have been counted')
  for (const hold of memory.holds.values())
    if (hold.personKey === personKey && hold.orderLineId !== exceptLine) mine += hold.n
  requirePersonRoom({ ticketsPerPersonMax, mine, n })
}

const holdGone = () => new Rejection('hold_gone', 'The reservation of these tickets has ended')
