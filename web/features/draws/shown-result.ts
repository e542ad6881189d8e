// What a drawn draw shows of its prize: whose number stands in front, and who comes after it. Pure.
import type { LiveDraw } from '#services/contract/draws.ts'

type Drawn = Pick<LiveDraw, 'result' | 'winner'>

export type ShownResult = {
  number: string
  /** The prize is nobody's: its holder has lost it, and nobody has moved up. */
  isLost: boolean
  name: string | null
  reserves: { place: number; number: string }[]
}

export function shownResult({ result, winner }: Drawn): ShownResult {
  const numbers = result?.numbers ?? []
  const after = winner?.place ?? 0
  const isLost = winner?.state === 'forfeited'
  return {
    number: winner?.number ?? numbers[0] ?? '',
    isLost,
    name: isLost ? null : (winner?.name ?? null),
    reserves: numbers.flatMap((number, place) => (place > after ? [{ place, number }] : [])),
  }
}

/** The number that has won, as long as it has: null before the result, and once it is forfeited. */
export const winningNumber = ({ winner }: Pick<LiveDraw, 'winner'>): string | null =>
  winner === null || winner.state === 'forfeited' ? null : winner.number

/** Evidence is public from the first result on, whatever became of that draw. */
export const hasEvidence = ({ result, earlier }: Pick<LiveDraw, 'result' | 'earlier'>): boolean =>
  result !== null || earlier.some(({ numbers }) => numbers.length > 0)
