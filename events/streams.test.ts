// What holds for the stream of every kind of thing alike: it begins with its first fact, and what a
// program does not know stops it. An older build meets the facts of a newer one while a shop is
// being upgraded; to pass over them in silence would be to go on with a wrong state.
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { approvalDecider } from './approval/decide.ts'
import { approvalEvents } from './approval/events.ts'
import { customerDecider } from './customer/decide.ts'
import { customerEvents } from './customer/events.ts'
import type { Decider, Fact } from './kernel/decider.ts'
import { fold } from './kernel/decider.ts'
import { orderDecider } from './order/decide.ts'
import { orderEvents } from './order/events.ts'
import { postingsOf } from './order/postings.ts'
import { productDecider } from './product/decide.ts'
import { productEvents } from './product/events.ts'
import { raffleDecider } from './raffle/decide.ts'
import { drawEvents } from './raffle/draw-events.ts'
import { evolveDraw } from './raffle/draw-state.ts'
import { raffleEvents, rafflePageEvents } from './raffle/events.ts'
import { rafflePageDecider } from './raffle/page.ts'
import { staffDecider } from './staff/decide.ts'
import { staffEvents } from './staff/events.ts'
import { drawn, registerSealed } from './testing/draws.ts'
import { closed, issued, published } from './testing/raffles.ts'

/** Facts and commands as a stranger's build might write them: no type of ours describes them. */
type Anything = Decider<Fact, unknown, Fact>
type Stream = { decider: Anything; first: string; types: string[] }

const streamOf = (decider: unknown, events: object, first: string): Stream => ({
  decider: decider as Anything,
  first,
  types: Object.keys(events),
})
const streams: Record<string, Stream> = {
  approval: streamOf(approvalDecider, approvalEvents, 'ApprovalRequested'),
  customer: streamOf(customerDecider, customerEvents, 'CustomerRegistered'),
  order: streamOf(orderDecider, orderEvents, 'OrderPlaced'),
  product: streamOf(productDecider, productEvents, 'ProductListed'),
  raffle: streamOf(raffleDecider, raffleEvents, 'RafflePublished'),
  staff: streamOf(staffDecider, staffEvents, 'StaffInvited'),
}
/** Notes an act and changes nothing, whatever is known of who did it. */
const anywhere: ReadonlySet<string> = new Set(['StaffActed'])
const unheard = { type: 'Unheard', data: {} }

const golden = (type: string): Fact => ({
  type,
  data: JSON.parse(readFileSync(new URL(`./golden/${type}.v1.json`, import.meta.url), 'utf8')),
})

describe.each(Object.entries(streams))('the stream of a %s', (_name, { decider, first, types }) => {
  const later = types.filter((type) => type !== first && !anywhere.has(type))
  it.each(later)('does not begin with %s', (type) =>
    expect(() => fold(decider, [golden(type)])).toThrow(new RegExp(`^${type} (?:before|on)`)),
  )

  it('stops at a fact that it does not know', () =>
    expect(() => fold(decider, [golden(first), unheard])).toThrow(/unreachable: "Unheard"/))
})

it.each(['approval', 'customer', 'order', 'product', 'staff'])(
  'a %s obeys no command that it does not know',
  (name) => {
    const { decider, first } = streams[name]!
    const state = fold(decider, [golden(first)])
    expect(() => decider.decide(unheard, state)).toThrow(/unreachable: .*Unheard/)
  },
)

describe('a draw', () => {
  const types = Object.keys(drawEvents).filter(
    (type) => type !== 'RegisterSealed' && type !== 'SigningKeyRotated',
  )
  it.each(types)('does not begin with %s', (type) =>
    expect(() => fold(raffleDecider, [published(), golden(type) as never])).toThrow(
      new RegExp(`^${type} before RegisterSealed`),
    ),
  )

  it('stops at what it does not know', () => {
    const sold = [published(), issued(1, 10), closed('ended', 10), registerSealed(), drawn()]
    const raffle = fold(raffleDecider, sold)
    const { drawId } = registerSealed().data
    const command = { ...unheard, drawId } as never
    expect(() => raffleDecider.decide(command, raffle)).toThrow(/unreachable: .*Unheard/)
    const draw = raffle.status === 'unpublished' ? null : raffle.draw
    expect(() => evolveDraw(draw, unheard as never)).toThrow(/unreachable: "Unheard"/)
  })
})

describe('what is described elsewhere', () => {
  it('is no page of a raffle', () => {
    const written = golden('RafflePageWritten')
    const { decider } = streamOf(rafflePageDecider, rafflePageEvents, written.type)
    const state = fold(decider, [written])
    expect(() => fold(decider, [written, unheard])).toThrow(/Unheard/)
    expect(() => decider.decide(unheard, state)).toThrow(/Unheard/)
    expect(Object.keys(rafflePageEvents)).toHaveLength(2)
  })

  it('is no term of a raffle, and no rule for one that is under-sold', () => {
    const amended = {
      type: 'RaffleAmended',
      data: { field: 'colour', value: 'red', valueSha256: 'ab'.repeat(32), cause: 'edited' },
    } as never
    expect(() => fold(raffleDecider, [published(), amended])).toThrow(/unreachable: "colour"/)
    const odd = fold(raffleDecider, [published({ underSold: 'shrug' as never, ticketsMin: 5 })])
    const now = '2027-01-01T00:00:00.000Z'
    expect(() => raffleDecider.decide({ type: 'CloseRaffle', now }, odd)).toThrow(/"shrug"/)
    const amendments = [{ field: 'colour', value: 'red', valueSha256: '' } as never]
    const amend = { type: 'AmendRaffle', now, amendments, reason: null, isOwner: true } as const
    expect(() => raffleDecider.decide(amend, odd)).toThrow(/unreachable: "colour"/)
  })

  it('moves no money', () => expect(() => postingsOf(unheard as never)).toThrow(/Unheard/))
})
