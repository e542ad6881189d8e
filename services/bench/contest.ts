// Contenders on one machine, one PostgreSQL, one run: rounds are interleaved, so that a noisy
// minute hurts all of them alike, and the median of the rounds is what counts. Figures of one
// machine say little; their ratios say something.
import { performance } from 'node:perf_hooks'

export type Contender = {
  name: string
  /** Does the work once; called again and again by each caller. */
  act: () => Promise<unknown>
}

export type Contest = {
  name: string
  callers: number
  contenders: Contender[]
  /** What ours (the first contender) must reach, as a multiple of the best of `against`. */
  targets: { against: string[]; ratio: number }[]
}

export type Figure = { contender: string; perSecond: number; rounds: number[]; p99Ms: number }

export type Outcome = {
  contest: string
  callers: number
  figures: Figure[]
  ratios: { against: string; ratio: number; target: number; isReached: boolean }[]
}

export type Pace = { rounds: number; seconds: number }

export async function hold(
  contest: Contest,
  { rounds, seconds }: Pace,
  progress: (step: string) => void,
): Promise<Outcome> {
  const measured = new Map<string, Round[]>(contest.contenders.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const contender of contest.contenders) {
      progress(`${contest.name}, ${contest.callers} callers, ${round}/${rounds}: ${contender.name}`)
      const result = await run(contender, contest.callers, seconds * 1_000)
      measured.get(contender.name)!.push(result)
    }
  }
  const figures = contest.contenders.map(({ name }) => figureOf(name, measured.get(name)!))
  return { ...ratiosOf(contest, figures), figures }
}

type Round = { perSecond: number; p99Ms: number }

/** Each caller asks again when it has been answered, for as long as the round lasts. */
async function run({ act }: Contender, callers: number, ms: number): Promise<Round> {
  const waits: number[] = []
  const start = performance.now()
  const caller = async () => {
    while (performance.now() - start < ms) {
      const asked = performance.now()
      await act()
      waits.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const elapsedMs = performance.now() - start
  waits.sort((a, b) => a - b)
  return {
    perSecond: (waits.length / elapsedMs) * 1_000,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
  }
}

function figureOf(contender: string, rounds: readonly Round[]): Figure {
  return {
    contender,
    perSecond: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
    rounds: rounds.map(({ perSecond }) => Math.round(perSecond)),
    p99Ms: Number(median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1)),
  }
}

function ratiosOf({ name, callers, targets }: Contest, figures: readonly Figure[]) {
  const perSecond = (contender: string) =>
    figures.find((figure) => figure.contender === contender)!.perSecond
  const ours = figures[0]!.perSecond
  const ratios = targets.map(({ against, ratio: target }) => {
    const best = against.toSorted((a, b) => perSecond(b) - perSecond(a))[0]!
    const ratio = Number((ours / perSecond(best)).toFixed(2))
    return { against: best, ratio, target, isReached: ratio >= target }
  })
  return { contest: name, callers, ratios }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export function format({ contest, callers, figures, ratios }: Outcome): string {
  const lines = figures.map(
    ({ contender, perSecond, p99Ms, rounds }) =>
      `  ${contender.padEnd(34)}${perSecond.toLocaleString('en').padStart(9)}/s` +
      `  p99 ${String(p99Ms).padStart(6)} ms   rounds ${rounds.join(' ')}`,
  )
  const verdicts = ratios.map(
    ({ against, ratio, target, isReached }) =>
      `  ${isReached ? 'reached' : 'MISSED '}  ${ratio} × ${against} (target ${target} ×)`,
  )
  return [`${contest}, ${callers} callers`, ...lines, ...verdicts, ''].join('\n')
}
