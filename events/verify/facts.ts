// The facts that the verifier keeps while it walks through a log: every entry but the sales as it
// stands, and of a sale three numbers. What the forms of `entry.ts` have proved is named here.
import type { UnderSoldRule } from '../raffle/under-sold.ts'
import type { EntryType } from './entry.ts'

export type Range = readonly [first: number, last: number]
type Mode = 'beacon' | 'local' | 'physical'

type Policy = {
  readonly log: string
  readonly witnesses: readonly string[]
  readonly quorum: number
}

export type Countersigned = { readonly signature?: string; readonly paperSha256?: string }

/** `data` of each type, as section 2 of docs/draw-protocol.md names it. */
export type DataOf = {
  RafflePublished: {
    origin: string
    environment: 'production' | 'demo'
    sealMarginSeconds: number
    raffleNumber: string
    licenceNumber: string
    licenceAuthority?: string
    licenceDate?: string
    prize: string
    prizeValue: string
    currency: string
    alternates: number
    rulesSha256: string
    ticketsMax: number
    ticketsMin: number
    closesAt: string
    underSold: UnderSoldRule
    mode: Mode
    drandChainHash: string
    drandPublicKey: string
    operatorCommit: string
    ticketsPerPersonMax?: number
    policy: Policy
  }
  RaffleAmended: { field: string; value?: string; valueSha256: string; cause: string }
  TicketsIssued: {
    first: number
    last: number
    channel: 'online' | 'manual'
    ticketsPerUnit: number
    orderCommit: string
    holderCommit: string
  }
  TicketsVoided: { ranges: readonly Range[]; reason: string }
  RaffleExtended: { closesAt: string }
  RaffleClosed: { cause: 'ended' | 'soldOut'; issuedCount: number }
  RaffleCancelled: { cause: string } & Countersigned
  RegisterSealed: {
    drawId: string
    issuedCount: number
    voids: readonly Range[]
    validCount: number
    registerRoot: string
    drandChainHash: string
    round: number
    drawAt: string
    latestRound: number
    latestRandomness: string
    mode: Mode
  }
  EntropySealed: {
    drawId: string
    entropy: string
    sealSize: number
    sealRoot: string
    representative: { office: string; keyId?: string | null }
    signature?: string
  }
  OperatorRevealed: { drawId: string; seed: string }
  BeaconRecorded: {
    drawId: string
    drandChainHash: string
    round: number
    signature: string
    randomness: string
  }
  DrawCompleted: {
    drawId: string
    prk: string
    numbers: readonly number[]
    softwareSha256: string
  }
  PrizeForfeited: { drawId: string; number: number; place: number; reason: string }
  PrizePromoted: { drawId: string; number: number; place: number }
  PrizeDelivered: { drawId: string; number: number; place: number; evidenceSha256: string }
  DrawPostponed: {
    drawId: string
    cause: string
    lastCheckpoint?: string
  } & Countersigned
  DrawAnnulled: { drawId: string; cause: string } & Countersigned
  SigningKeyRotated: { verifierKey: string; previous: string }
}

export type Fact<Type extends EntryType = EntryType> = {
  [One in Type]: {
    readonly type: One
    readonly index: number
    readonly at: string
    readonly data: DataOf[One]
  }
}[Type]

/** The sales, column by column: a million of them fit in some megabytes. */
export type Issues = {
  add: (issue: { first: number; last: number; index: number }) => void
  count: () => number
  /** Of the `which`-th issue. */
  first: (which: number) => number
  last: (which: number) => number
  index: (which: number) => number
  /** The issue that holds this ticket number; -1 for none. Numbers must ascend. */
  holding: (number: number) => number
}

export function newIssues(): Issues {
  let columns = { first: new Int32Array(1024), last: new Int32Array(1024) }
  let indexes = new Int32Array(1024)
  let count = 0
  const grow = () => {
    columns = { first: doubled(columns.first), last: doubled(columns.last) }
    indexes = doubled(indexes)
  }
  return {
    add({ first, last, index }) {
      if (count === indexes.length) grow()
      columns.first[count] = first
      columns.last[count] = last
      indexes[count] = index
      count += 1
    },
    count: () => count,
    first: (which) => columns.first[which]!,
    last: (which) => columns.last[which]!,
    index: (which) => indexes[which]!,
    holding(number) {
      let [low, high] = [0, count - 1]
      while (low <= high) {
        const middle = (low + high) >> 1
        if (number < columns.first[middle]!) high = middle - 1
        else if (number > columns.last[middle]!) low = middle + 1
        else return middle
      }
      return -1
    },
  }
}

function doubled(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2)
  larger.set(column)
  return larger
}

/** One ticket of the register, by ascending number. */
export type RegisterRow = {
  readonly number: number
  readonly index: number
  readonly isVoid: boolean
}

/** `issueCount`: only the first so many issues, as they were when a seal was written. */
export function* registerOf(
  issues: Issues,
  { issueCount, voids }: { issueCount: number; voids: readonly Range[] },
): Generator<RegisterRow> {
  let next = 0
  for (let which = 0; which < issueCount; which += 1) {
    const index = issues.index(which)
    for (let number = issues.first(which); number <= issues.last(which); number += 1) {
      while (next < voids.length && voids[next]![1] < number) next += 1
      const range = voids[next]
      yield { number, index, isVoid: range !== undefined && range[0] <= number }
    }
  }
}
