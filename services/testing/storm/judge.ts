// What storms have noted, judged: whether buyers were told what a shop in trouble may tell them,
// and whether the run has looked at all that it is there to prove.
import type { Answer } from '../../bench/buyer.ts'
import { invariants } from '../../verify/audit.ts'
import type { InvariantId } from '../../verify/audit.ts'
import { isSoldOut, SCARCE_TICKETS } from './scarce.ts'
import type { Gone } from './scarce.ts'

/** By its id, how many rows the check of each invariant has looked at. */
export type Examined = Readonly<Record<string, number>>

type Tally = Readonly<Record<string, number>>

/**
 * An order, a refusal of the rules, or "later": 502 from a provider that does not answer, 503 from
 * a shop whose database is away. Anything else is our failure, or blames the buyer for it.
 */
const HONEST: ReadonlySet<number> = new Set([200, 201, 409, 429, 502, 503, 504])

/** `409 tickets_left`: the status, and the word for programs where there is one. */
export function refusalOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const [, code] = /"code":"(\w+)"/.exec(body) ?? []
  return code === undefined ? String(status) : `${status} ${code}`
}

/** `purchases`: how often what became of one; those that begin with a status ended with it. */
export function answersBroken(purchases: Tally): string[] {
  return Object.entries(purchases)
    .filter(([what]) => /^\d/.test(what) && !HONEST.has(Number.parseInt(what, 10)))
    .map(([what, count]) => `${count} purchases were answered ${what}`)
}

/** Held against what the raffle was published with, not against what its row says now. */
export function scarceBroken({ raffleId, issued, held }: Gone): string[] {
  if (issued + held <= SCARCE_TICKETS) return []
  return [`raffle ${raffleId}: ${issued} issued and ${held} held of ${SCARCE_TICKETS}`]
}

/** Numbers, duties, books and orders: a storm that left these without a row has proven nothing. */
const MUST_EXAMINE: readonly InvariantId[] = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I9',
  'I11',
  'I16',
]
/** Three storms of the usual length; in shorter runs too few may come. */
const SELLS_OUT_WITHIN_SECONDS = 45

type Noted = { scarce: Gone; examined: Examined }

/** In words what a run has not proven. `seconds`: of each of its storms. */
export function unproven(storms: readonly Noted[], seconds: number): string[] {
  const examined: Examined = storms.at(-1)?.examined ?? {}
  const unseen = MUST_EXAMINE.filter((id) => (examined[id] ?? 0) === 0)
  const isLong = storms.length * seconds >= SELLS_OUT_WITHIN_SECONDS
  return [
    ...unseen.map((id) => `${id} ${invariants[id]}: nothing was examined`),
    ...(isLong && soldOut(storms) === 0 ? ['no raffle was sold out'] : []),
  ]
}

/** How many raffles. */
export function soldOut(storms: readonly Pick<Noted, 'scarce'>[]): number {
  const gone = storms.map(({ scarce }) => scarce).filter((scarce) => isSoldOut(scarce))
  return new Set(gone.map(({ raffleId }) => raffleId)).size
}

/** A line for each invariant. */
export const examinedInWords = (examined: Examined): string =>
  (Object.keys(invariants) as InvariantId[]) // its keys are its type
    .map((id) => `${id.padEnd(4)} ${String(examined[id] ?? 0).padStart(10)}  ${invariants[id]}`)
    .join('\n')
