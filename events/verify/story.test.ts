// The story of a log at the edge of what it allows.
import { describe, expect, it } from 'vitest'

import { hexOf, u32be, utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import type { Fact } from './facts.ts'
import { checkSeal } from './register-check.ts'
import { newJudge } from './report.ts'
import { tellStory, type Issue } from './story.ts'
import { drawOf, factOf, published, said } from './testing/facts.ts'
import { raffleId, testCrypto } from './testing/keys.ts'

type Told = Exclude<Fact, { type: 'TicketsIssued' }> | Issue

/** The terms, and then these. */
function tell(...facts: readonly Told[]) {
  const judge = newJudge()
  const teller = tellStory(raffleId, judge, testCrypto)
  for (const fact of [published, ...facts])
    if ('type' in fact) teller.fact(fact)
    else teller.issue(fact)
  const { issued, facts: kept, cancelled } = teller.told()
  return { said: said(judge), issued, facts: kept, cancelled }
}

const commitment = (number: number) => hexOf(sha256(u32be(number)))

const sale = (first: number, last: number, ticketsPerUnit = 1): Issue => ({
  first,
  last,
  ticketsPerUnit,
  channel: 'online',
  at: published.at,
  index: first,
  orderCommit: commitment(first * 2),
  holderCommit: commitment(first * 2 + 1),
})

describe('a sale', () => {
  it('has whole units', () => {
    expect(tell(sale(1, 3, 3)).said).toEqual([])
    expect(tell(sale(1, 4, 3)).said).toEqual(['f fail wrong_count'])
  })

  it('does not end before it begins', () =>
    expect(tell(sale(1, 1), sale(2, 1))).toMatchObject({ said: ['f fail wrong_count'], issued: 1 }))

  it('has numbers that fit the columns', () => {
    expect(tell(sale(1, 2_000_000_000)).issued).toBe(2_000_000_000)
    expect(tell(sale(1, 2_000_000_001)).issued).toBe(0)
  })
})

const voided = (...ranges: (readonly [number, number])[]) =>
  factOf('TicketsVoided', { data: { ranges } })

it('voids up to the last ticket, and none that a range before it ends with', () => {
  expect(tell(sale(1, 9), voided([9, 9])).said).toEqual([])
  expect(tell(sale(1, 9), voided([9, 10])).said).toEqual(['f fail void_never_issued'])
  expect(tell(sale(1, 9), voided([7, 9], [5, 7])).said).toEqual(['f fail void_twice'])
})

describe('an amendment', () => {
  const capOf = (value: string) =>
    factOf('RaffleAmended', {
      data: { field: 'ticketsMax', value, valueSha256: hexOf(sha256(utf8(value))) },
    })

  it('may leave the cap where it is, but not raise it once a ticket is out', () => {
    expect(tell(sale(1, 9), capOf('1000')).said).toEqual([])
    expect(tell(sale(1, 9), capOf('1001')).said).toEqual(['f fail cap_moved'])
  })

  it('may keep its value to itself', () =>
    expect(tell(factOf('RaffleAmended', { data: { field: 'ticketsMax' } })).said).toEqual([]))

  it('is no other fact that has a field of that name', () => {
    const data = { closesAt: published.at, field: 'policy' }
    expect(tell(factOf('RaffleExtended', { data })).said).toEqual([])
  })
})

describe('a cancellation', () => {
  const { closesAt } = published.data
  const before = new Date(Date.parse(closesAt) - 1).toISOString()
  const cancelled = (at = before) => factOf('RaffleCancelled', { at, data: { cause: 'licence' } })
  const termsOf = (...facts: Told[]) => tell(...facts).cancelled!.terms
  const amended = (field: string, value: string) =>
    factOf('RaffleAmended', {
      data: { field, value, valueSha256: hexOf(sha256(utf8(value))) },
    })

  it('is told with what was published and what is sold, less what is void', () =>
    expect(termsOf(sale(1, 9), voided([2, 4], [9, 9]), cancelled())).toEqual({
      underSold: 'draw',
      ticketsMin: 10,
      ticketsSold: 5,
      isOver: false,
    }))

  it('comes after the end from its first instant on, or once the raffle is closed', () => {
    expect(termsOf(cancelled(closesAt)).isOver).toBe(true)
    const closed = factOf('RaffleClosed', { data: { cause: 'ended', issuedCount: 0 } })
    expect(termsOf(closed, cancelled()).isOver).toBe(true)
    const data = { closesAt: before }
    expect(termsOf(factOf('RaffleExtended', { data }), cancelled()).isOver).toBe(true)
    expect(termsOf(amended('closesAt', before), cancelled()).isOver).toBe(true)
    expect(termsOf(amended('closesAt', 'never'), cancelled(closesAt)).isOver).toBe(true)
  })

  it('is measured by the minimum of the first ticket, which nobody moves after it', () => {
    expect(termsOf(amended('ticketsMin', '7'), sale(1, 9), cancelled()).ticketsMin).toBe(7)
    const moved = tell(sale(1, 9), amended('ticketsMin', '7'), cancelled())
    expect(moved.said).toEqual(['h fail terms_replaced'])
    expect(moved.cancelled!.terms.ticketsMin).toBe(10)
  })

  it('is measured by nothing that another term becomes', () => {
    const others = [amended('opensAt', before), amended('ticketsMax', '7')]
    expect(termsOf(...others, cancelled())).toMatchObject({ ticketsMin: 10, isOver: false })
  })

  it('is the first one', () =>
    expect(tell(cancelled(), cancelled(closesAt)).cancelled!.fact.at).toBe(before))

  it('has nothing to measure it by where no terms were published', () => {
    const teller = tellStory(raffleId, newJudge(), testCrypto)
    teller.fact(cancelled())
    expect(teller.told().cancelled!.terms).toMatchObject({ underSold: 'refund' })
  })
})

it.each(['licenceNumber', 'licenceAuthority', 'licenceDate', 'underSold'])(
  '%s is not amended, before a sale or after it',
  (field) =>
    expect(tell(factOf('RaffleAmended', { data: { field } })).said).toEqual([
      'h fail terms_replaced',
    ]),
)

it('keeps every fact but the sales', () => {
  const amended = factOf('RaffleAmended', { data: { field: 'page' } })
  expect(tell(sale(1, 9), amended).facts).toEqual([published, amended])
})

it.each([
  [
    [5, 5],
    [4, 5],
  ],
  [
    [5, 5],
    [5, 6],
  ],
] as const)('a seal that names %j where %j is void is no true one', (claimed, found) => {
  const judge = newJudge()
  const numbers = Int32Array.of(1, 2, 3)
  const data = { issuedCount: 4, validCount: 3, registerRoot: commitment(1), voids: [claimed] }
  const seal = factOf('RegisterSealed', { data })
  const root = sha256(u32be(1))
  checkSeal(judge, drawOf({ seal, issued: 4, voids: [found] }), { root, numbers })
  expect(said(judge)).toEqual(['g fail other_voids'])
})
