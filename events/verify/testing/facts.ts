// Facts one by one, for a check that needs no bundle around them. What it does not look at is left
// out of a fact.
import type { EntryType } from '../entry.ts'
import type { DataOf, Fact } from '../facts.ts'
import type { Judge } from '../report.ts'
import type { Draw } from '../story.ts'
import type { Report } from '../verify.ts'
import { raffleId } from './keys.ts'
import { makeLog } from './plan.ts'
import { trueRaffle } from './true-raffle.ts'

export const drawId = `${raffleId}/D1`

/** The terms of the true raffle. */
export const published = makeLog({ steps: trueRaffle().steps.slice(0, 1), checkpoints: [] })
  .entries[0]! as unknown as Fact<'RafflePublished'> // its first step makes them

export const termsWith = (change: Partial<DataOf['RafflePublished']>) => ({
  ...published,
  data: { ...published.data, ...change },
})

type Given<Type extends EntryType> = { index?: number; at?: string; data?: Partial<DataOf[Type]> }

export function factOf<Type extends EntryType>(
  type: Type,
  { index = 0, at = published.at, data = {} }: Given<Type>,
): Fact<Type> {
  return { type, index, at, data: { drawId, ...data } } as unknown as Fact<Type> // as it was asked
}

/** One that has its seal and nothing else. */
export function drawOf({ seal, ...change }: Partial<Draw>): Draw {
  return {
    seal: seal ?? factOf('RegisterSealed', { index: 5, data: { mode: 'local', round: 0 } }),
    issueCount: 0,
    issued: 0,
    voids: [],
    entropy: null,
    reveal: null,
    beacon: null,
    completed: null,
    ends: [],
    prizes: [],
    ...change,
  }
}

/** Check, kind and code of everything that was found. */
export const said = (judge: Judge): string[] => saidIn({ checks: judge.checks() })

export const saidIn = ({ checks }: Pick<Report, 'checks'>): string[] =>
  checks.flatMap(({ id, findings }) => findings.map(({ kind, code }) => `${id} ${kind} ${code}`))
