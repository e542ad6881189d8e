// What each landing page may cost, and what it cost: medians against the budgets of the shop.
import type { PageFigures } from './web-page.ts'

type Figure = Exclude<keyof PageFigures, 'lcpElement' | 'shifted'>
export type Budget = Partial<Record<Figure, number>>
export type PageReport = {
  page: string
  lcpElement: string
  shifted: string
  /** Median of the runs. */
  figures: Record<Figure, number>
  budget: Budget
  missed: Figure[]
  /** 0 to 100, see `scoreOf`. */
  score: number
}

const common: Budget = { tbtMs: 150, cls: 0.02, htmlKib: 25, imageKib: 90, fontKib: 36 }

export const budgets: Readonly<Record<'/' | '/raffles' | '/raffle/:id', Budget>> = {
  '/': { ...common, lcpMs: 1_000 },
  '/raffles': { ...common, lcpMs: 1_000 },
  '/raffle/:id': { ...common, lcpMs: 1_600 },
}

export function reportOf(page: keyof typeof budgets, runs: readonly PageFigures[]): PageReport {
  const last = runs.at(-1)
  if (!last) throw new Error('nothing was measured')
  const { lcpElement, shifted, ...measured } = last
  const figures = Object.fromEntries(
    Object.keys(measured).map((name) => [name, median(runs.map((run) => run[name as Figure]))]),
  ) as Record<Figure, number> // every name of the type stands in `measured`
  const budget = budgets[page]
  const missed = (Object.keys(budget) as Figure[]).filter(
    (name) => figures[name] > (budget[name] ?? Infinity),
  )
  const score = scoreOf(figures)
  return { page, lcpElement, shifted, figures, budget, missed, score }
}

/**
 * Lighthouse's curves and weights for mobile (FCP 10, LCP 25, TBT 30, CLS 25), its Speed Index
 * (10), which takes a film to measure, left out.
 */
export function scoreOf({ fcpMs, lcpMs, tbtMs, cls }: Record<Figure, number>): number {
  const parts = [
    { weight: 10, score: logNormal(fcpMs, { p10: 1_800, median: 3_000 }) },
    { weight: 25, score: logNormal(lcpMs, { p10: 2_500, median: 4_000 }) },
    { weight: 30, score: logNormal(tbtMs, { p10: 200, median: 600 }) },
    { weight: 25, score: logNormal(cls, { p10: 0.1, median: 0.25 }) },
  ]
  const total = parts.reduce((sum, { weight, score }) => sum + weight * score, 0)
  return Math.round((total / 90) * 100)
}

/** 0.9 at `p10`, 0.5 at `median`. */
function logNormal(value: number, { p10, median: middle }: { p10: number; median: number }) {
  if (value <= 0) return 1
  const inverseErfcOfFifth = 0.9061938024368232
  const spread = Math.max(
    Number.MIN_VALUE,
    Math.log(p10 / middle) / (-inverseErfcOfFifth * 2 ** 0.5),
  )
  const x = Math.log(value / middle) / (spread * 2 ** 0.5)
  return Math.min(1, Math.max(0, (1 - erf(x)) / 2))
}

/** Abramowitz and Stegun 7.1.26, good to seven digits. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - series * Math.exp(-x * x))
}

const columns: readonly { name: Figure; title: string; digits: number }[] = [
  { name: 'fcpMs', title: 'FCP ms', digits: 0 },
  { name: 'lcpMs', title: 'LCP ms', digits: 0 },
  { name: 'tbtMs', title: 'TBT ms', digits: 0 },
  { name: 'cls', title: 'CLS', digits: 3 },
  { name: 'htmlKib', title: 'HTML KiB', digits: 1 },
  { name: 'scriptKib', title: 'JS KiB', digits: 1 },
  { name: 'imageKib', title: 'images KiB', digits: 1 },
  { name: 'fontKib', title: 'fonts KiB', digits: 1 },
]

/** One row a page; what is over its budget carries the budget behind it. */
export function tableOf(reports: readonly PageReport[]): string {
  const head = ['page', 'score', ...columns.map(({ title }) => title), 'largest']
  const rows = reports.map(({ page, score, figures, budget, missed, lcpElement }) => [
    page,
    String(score),
    ...columns.map(({ name, digits }) => {
      const shown = figures[name].toFixed(digits)
      return missed.includes(name) ? `${shown} > ${budget[name]}` : shown
    }),
    lcpElement,
  ])
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
