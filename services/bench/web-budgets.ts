// What each landing page may cost, and what it cost: medians against the budgets of the shop.
import type { PageFigures } from './web-page.ts'
import { median, tableText } from './web-table.ts'

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
}

const common: Budget = { tbtMs: 150, cls: 0.02, htmlKib: 25, imageKib: 90, fontKib: 36 }

export const landingPages = ['/', '/raffles', '/raffle/:id'] as const
export type LandingPage = (typeof landingPages)[number]

export const budgets: Readonly<Record<LandingPage, Budget>> = {
  '/': { ...common, lcpMs: 1_000 },
  '/raffles': { ...common, lcpMs: 1_000 },
  '/raffle/:id': { ...common, lcpMs: 1_600 },
}

export function reportOf(page: LandingPage, runs: readonly PageFigures[]): PageReport {
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
  return { page, lcpElement, shifted, figures, budget, missed }
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
  const head = ['page', ...columns.map(({ title }) => title), 'largest']
  const rows = reports.map(({ page, figures, budget, missed, lcpElement }) => [
    page,
    ...columns.map(({ name, digits }) => {
      const shown = figures[name].toFixed(digits)
      return missed.includes(name) ? `${shown} > ${budget[name]}` : shown
    }),
    lcpElement,
  ])
  return tableText([head, ...rows])
}
