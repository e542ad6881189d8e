// Walks through the entries of one raffle in order: what may follow what (e), the numbers (f) and
// what stood fixed before the first ticket (h). It keeps what the later checks ask about: the
// sales as columns, every other fact as it is, and for each seal the register as it was then.
import type { Crypto } from './needs.ts'
import { isInstant, type EntryType } from './entry.ts'
import { newIssues, type Fact, type Issues, type Range } from './facts.ts'
import { nextPhase, type Phase } from './phases.ts'
import type { Judge } from './report.ts'
import { newSeen } from './seen.ts'
import { hexOf, utf8 } from '../kernel/bytes.ts'
import type { UnderSoldTerms } from '../raffle/under-sold.ts'

/** One seal and everything that was recorded under its draw id. */
export type Draw = {
  readonly seal: Fact<'RegisterSealed'>
  /** The register when it was sealed. */
  readonly issueCount: number
  readonly issued: number
  readonly voids: readonly Range[]
  entropy: Fact<'EntropySealed'> | null
  reveal: Fact<'OperatorRevealed'> | null
  beacon: Fact<'BeaconRecorded'> | null
  completed: Fact<'DrawCompleted'> | null
  /** Postponements and annulments, in order. */
  readonly ends: Fact<'DrawPostponed' | 'DrawAnnulled'>[]
  readonly prizes: Fact<'PrizeForfeited' | 'PrizePromoted' | 'PrizeDelivered'>[]
}

/** A cancellation, and how the raffle then stood against the minimum it was published with. */
export type Cancelled = {
  readonly fact: Fact<'RaffleCancelled'>
  readonly terms: UnderSoldTerms
}

export type Story = {
  readonly raffleId: string
  readonly published: Fact<'RafflePublished'> | null
  readonly issues: Issues
  readonly issued: number
  /** All that are void now, ascending and merged. */
  readonly voids: readonly Range[]
  readonly draws: readonly Draw[]
  readonly rotations: readonly Fact<'SigningKeyRotated'>[]
  readonly cancelled: Cancelled | null
  /** Every fact but the sales. */
  readonly facts: readonly Fact[]
  readonly phase: Phase
}

export type Issue = Fact<'TicketsIssued'>['data'] & { at: string; index: number }

export type Teller = {
  issue: (issue: Issue) => void
  fact: (fact: Exclude<Fact, { type: 'TicketsIssued' }>) => void
  told: () => Story
}

/** Ticket numbers fit the columns, whatever somebody writes. */
const numberMax = 2_000_000_000

type Telling = { -readonly [Key in keyof Story]: Story[Key] } & {
  draws: Draw[]
  rotations: Fact<'SigningKeyRotated'>[]
  facts: Fact[]
  cap: number
  ticketsMin: number
  closesAt: string
  lastAt: string
}

export function tellStory(raffleId: string, judge: Judge, crypto: Pick<Crypto, 'sha256'>): Teller {
  const story: Telling = {
    raffleId,
    published: null,
    issues: newIssues(),
    issued: 0,
    voids: [],
    draws: [],
    rotations: [],
    cancelled: null,
    facts: [],
    phase: 'unpublished',
    cap: 0,
    ticketsMin: 0,
    closesAt: '',
    lastAt: '',
  }
  const seen = newSeen()
  const step = (type: EntryType, at: string, index: number) => {
    judge.examined('e')
    if (at < story.lastAt) judge.fail('e', 'time_ran_back', { index, at })
    else story.lastAt = at
    const phase = nextPhase(story.phase, type)
    if (phase === null) judge.fail('e', 'not_allowed_here', { index, type, phase: story.phase })
    else story.phase = phase
  }
  return {
    issue(issue) {
      step('TicketsIssued', issue.at, issue.index)
      tellIssue(story, judge, issue)
      if (seen.hasBoth(issue.orderCommit, issue.holderCommit))
        judge.fail('f', 'commitment_repeated', { index: issue.index })
    },
    fact(fact) {
      step(fact.type, fact.at, fact.index)
      story.facts.push(fact)
      tellFact(story, judge, fact)
      if (fact.type === 'RaffleAmended') checkAmendment(story, { judge, crypto }, fact)
    },
    told: () => story,
  }
}

function tellIssue(story: Telling, judge: Judge, issue: Issue): void {
  const { first, last, ticketsPerUnit, index } = issue
  judge.examined('f', 1)
  judge.examined('h', story.issued === 0 ? 1 : 0)
  if (story.published === null) judge.fail('h', 'ticket_before_terms', { index })
  const expected = story.issued + 1
  if (first !== expected) judge.fail('f', 'number_gap', { index, first, expected })
  if (last < first || (last - first + 1) % ticketsPerUnit !== 0)
    judge.fail('f', 'wrong_count', { index, first, last, ticketsPerUnit })
  if (story.published !== null && last > story.cap)
    judge.fail('f', 'beyond_cap', { index, last, cap: story.cap })
  if (last > numberMax || first > last || first <= story.issued) return
  story.issues.add({ first, last, index })
  story.issued = last
}

function tellFact(
  story: Telling,
  judge: Judge,
  fact: Exclude<Fact, { type: 'TicketsIssued' }>,
): void {
  switch (fact.type) {
    case 'RafflePublished':
      return tellPublished(story, judge, fact)
    case 'TicketsVoided':
      return tellVoided(story, judge, fact)
    case 'RaffleClosed': {
      const { issuedCount, cause } = fact.data
      if (issuedCount !== story.issued || (cause === 'soldOut' && issuedCount < story.cap))
        judge.fail('f', 'closed_with_other_count', { index: fact.index, issuedCount })
      return
    }
    case 'RegisterSealed':
      return tellSeal(story, judge, fact)
    case 'SigningKeyRotated':
      story.rotations.push(fact)
      return
    case 'RaffleExtended':
      story.closesAt = fact.data.closesAt
      return
    case 'RaffleCancelled':
      story.cancelled ??= { fact, terms: underSoldTerms(story, fact.at) }
      return
    case 'RaffleAmended':
      return
    default:
      return tellDraw(story, judge, fact)
  }
}

function tellPublished(story: Telling, judge: Judge, fact: Fact<'RafflePublished'>): void {
  judge.examined('h')
  if (fact.index !== 0 || story.published !== null)
    judge.fail('h', 'terms_not_first', { index: fact.index })
  if (story.published !== null) return
  story.published = fact
  story.cap = fact.data.ticketsMax
  story.ticketsMin = fact.data.ticketsMin
  story.closesAt = fact.data.closesAt
}

function tellVoided(story: Telling, judge: Judge, fact: Fact<'TicketsVoided'>): void {
  for (const [first, last] of fact.data.ranges) {
    judge.examined('f')
    if (last > story.issued)
      judge.fail('f', 'void_never_issued', { index: fact.index, first, last })
    else if (story.voids.some(([start, end]) => first <= end && start <= last))
      judge.fail('f', 'void_twice', { index: fact.index, first, last })
    else story.voids = merged([...story.voids, [first, last]])
  }
}

/** A raffle without terms has promised nothing: (h) says that they are missing. */
function underSoldTerms(story: Telling, at: string): UnderSoldTerms {
  const { published, facts, ticketsMin, closesAt, issued, voids } = story
  let ticketsSold = issued
  for (const [first, last] of voids) ticketsSold -= last - first + 1
  const isOver = at >= closesAt || facts.some(({ type }) => type === 'RaffleClosed')
  return { underSold: published?.data.underSold ?? 'refund', ticketsMin, ticketsSold, isOver }
}

function tellSeal(story: Telling, judge: Judge, fact: Fact<'RegisterSealed'>): void {
  const { issues, issued, voids } = story
  const drawId = `${story.raffleId}/D${story.draws.length + 1}`
  if (fact.data.drawId !== drawId)
    judge.fail('e', 'other_draw_id', { index: fact.index, drawId: fact.data.drawId })
  story.draws.push({
    seal: fact,
    issueCount: issues.count(),
    issued,
    voids,
    entropy: null,
    reveal: null,
    beacon: null,
    completed: null,
    ends: [],
    prizes: [],
  })
}

type DrawFact = Exclude<
  Fact,
  {
    type:
      | 'TicketsIssued'
      | 'RafflePublished'
      | 'TicketsVoided'
      | 'RaffleClosed'
      | 'RegisterSealed'
      | 'SigningKeyRotated'
      | 'RaffleAmended'
      | 'RaffleExtended'
      | 'RaffleCancelled'
  }
>

/** The first of a kind counts; the phases refuse a second one. */
function tellDraw(story: Telling, judge: Judge, fact: DrawFact): void {
  const draw = story.draws.at(-1)
  if (draw === undefined) return // the phases have said so
  const { drawId } = fact.data
  if (drawId !== draw.seal.data.drawId)
    judge.fail('e', 'other_draw_id', { index: fact.index, drawId })
  switch (fact.type) {
    case 'EntropySealed':
      draw.entropy ??= fact
      return
    case 'OperatorRevealed':
      draw.reveal ??= fact
      return
    case 'BeaconRecorded':
      draw.beacon ??= fact
      return
    case 'DrawCompleted':
      if (draw.completed !== null) judge.fail('o', 'second_result', { index: fact.index, drawId })
      draw.completed ??= fact
      return
    case 'DrawPostponed':
    case 'DrawAnnulled':
      draw.ends.push(fact)
      return
    default:
      draw.prizes.push(fact)
  }
}

/** Nobody may raise the cap or move the minimum once a ticket is out, nor touch what is frozen. */
function checkAmendment(
  story: Telling,
  { judge, crypto }: { judge: Judge; crypto: Pick<Crypto, 'sha256'> },
  { index, data }: Fact<'RaffleAmended'>,
): void {
  const { field, value, valueSha256 } = data
  const isFrozen = frozen.has(field) || (field === 'ticketsMin' && story.issued > 0)
  if (isFrozen) judge.fail('h', 'terms_replaced', { index, field })
  if (value !== undefined && hexOf(crypto.sha256(utf8(value))) !== valueSha256)
    judge.fail('e', 'value_hash_differs', { index, field })
  if (value === undefined || isFrozen) return
  if (field === 'closesAt' && isInstant(value)) story.closesAt = value
  if (field === 'ticketsMin') story.ticketsMin = Number(value)
  if (field === 'ticketsMax') amendCap(story, judge, { index, value })
}

function amendCap(
  story: Telling,
  judge: Judge,
  { index, value }: { index: number; value: string },
): void {
  const cap = Number(value)
  if (!Number.isSafeInteger(cap) || cap < story.issued || (story.issued > 0 && cap > story.cap))
    judge.fail('f', 'cap_moved', { index, value })
  else story.cap = cap
}

const frozen: ReadonlySet<string> = new Set([
  'operatorCommit',
  'drandChainHash',
  'drandPublicKey',
  'policy',
  'origin',
  'environment',
  'alternates',
  'sealMarginSeconds',
  'rulesSha256',
  'licenceNumber',
  'licenceAuthority',
  'licenceDate',
  'underSold',
])

function merged(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = []
  for (const [first, last] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const before = joined.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else joined.push([first, last])
  }
  return joined
}
