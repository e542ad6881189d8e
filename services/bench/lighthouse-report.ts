// What Lighthouse says of a page, in the figures that are asked of the shop.
import * as z from 'zod/mini'

import { budgets } from './web-budgets.ts'
import type { LandingPage } from './web-budgets.ts'
import { median, tableText } from './web-table.ts'

/** The scores, 0 to 100, and the least of each that is asked. */
const categories = [
  { id: 'performance', title: 'performance', scoreMin: 95 },
  { id: 'accessibility', title: 'accessibility', scoreMin: 100 },
  { id: 'best-practices', title: 'best practices', scoreMin: 100 },
  { id: 'seo', title: 'SEO', scoreMin: 100 },
] as const

const timings = [
  { name: 'fcpMs', audit: 'first-contentful-paint', title: 'FCP ms', digits: 0 },
  { name: 'lcpMs', audit: 'largest-contentful-paint', title: 'LCP ms', digits: 0 },
  { name: 'tbtMs', audit: 'total-blocking-time', title: 'TBT ms', digits: 0 },
  { name: 'cls', audit: 'cumulative-layout-shift', title: 'CLS', digits: 3 },
] as const

type Category = (typeof categories)[number]['id']
type Timing = (typeof timings)[number]['name']

export type LighthouseRun = {
  scores: Record<Category, number>
  timings: Record<Timing, number>
  /** What keeps a score that has to be whole under 100: category, audit, its sentence. */
  faults: string[]
}

export type LighthouseReport = LighthouseRun & { page: LandingPage; missed: (Category | Timing)[] }

const reportFile = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.record(
    z.string(),
    z.object({
      score: z.nullable(z.number()),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.nullable(z.number()),
      numericValue: z.optional(z.number()),
    }),
  ),
})
type ReportFile = z.output<typeof reportFile>

/** `text`: what Lighthouse writes with `--output=json`. */
export function readRun(text: string): LighthouseRun {
  const file = z.parse(reportFile, JSON.parse(text))
  if (file.runtimeError) throw new Error(`Lighthouse failed: ${file.runtimeError.message}`)
  const scores = categories.map(({ id }) => [id, scoreOf(file, id)])
  const measured = timings.map(({ name, audit }) => [name, timingOf(file, audit)])
  return {
    scores: Object.fromEntries(scores),
    timings: Object.fromEntries(measured),
    faults: categories.filter(({ scoreMin }) => scoreMin === 100).flatMap(faultsOf(file)),
  }
}

function scoreOf(file: ReportFile, id: Category): number {
  const score = file.categories[id]?.score
  if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${id}`)
  return Math.round(score * 100)
}

function timingOf(file: ReportFile, audit: string): number {
  const value = file.audits[audit]?.numericValue
  if (value === undefined) throw new Error(`Lighthouse did not measure ${audit}`)
  return value
}

const faultsOf = (file: ReportFile) => (category: { id: Category; title: string }) =>
  (file.categories[category.id]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score = null, title = '' } = file.audits[id] ?? {}
    // Without a score it does not apply to the page; without a weight it is told, not counted.
    return weight > 0 && score !== null && score < 1 ? [`${category.title}: ${id}, ${title}`] : []
  })

/** The median of each figure, and the faults of all runs. */
export function lighthouseReport(
  page: LandingPage,
  runs: readonly LighthouseRun[],
): LighthouseReport {
  const scores = medians(runs.map((run) => run.scores))
  const measured = medians(runs.map((run) => run.timings))
  const budget = budgets[page]
  return {
    page,
    scores,
    timings: measured,
    faults: [...new Set(runs.flatMap(({ faults }) => faults))],
    missed: [
      ...categories.filter(({ id, scoreMin }) => scores[id] < scoreMin).map(({ id }) => id),
      ...timings
        .map(({ name }) => name)
        .filter((name) => name !== 'fcpMs' && measured[name] > (budget[name] ?? Infinity)),
    ],
  }
}

function medians<Name extends string>(runs: readonly Record<Name, number>[]): Record<Name, number> {
  const [first] = runs
  if (!first) throw new Error('nothing was measured')
  const names = Object.keys(first) as Name[] // every run has the same
  return Object.fromEntries(
    names.map((name) => [name, median(runs.map((run) => run[name]))]),
  ) as Record<Name, number>
}

/** One row a page; what misses its budget carries the budget behind it; then the faults by name. */
export function lighthouseTable(reports: readonly LighthouseReport[]): string {
  const head = ['page', ...[...categories, ...timings].map(({ title }) => title)]
  const rows = reports.map(({ page, scores, timings: measured, missed }) => [
    page,
    ...categories.map(({ id, scoreMin }) =>
      missed.includes(id) ? `${scores[id]} < ${scoreMin}` : String(scores[id]),
    ),
    ...timings.map(({ name, digits }) => {
      const shown = measured[name].toFixed(digits)
      return missed.includes(name) ? `${shown} > ${budgets[page][name]}` : shown
    }),
  ])
  const faults = reports.flatMap(({ page, faults: list }) => list.map((line) => `${page}  ${line}`))
  return [tableText([head, ...rows]), ...faults].join('\n')
}
