import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { lighthouseReport, lighthouseTable, readRun } from './lighthouse-report.ts'

it('reads scores, timings and the audits that keep a score under 100', () => {
  const run = readRun(fileWith({ accessibility: 0.9, lcpMs: 950 }))
  expect(run.scores).toEqual({
    performance: 97,
    accessibility: 90,
    'best-practices': 100,
    seo: 100,
  })
  expect(run.timings.lcpMs).toBe(950)
  expect(run.faults).toEqual(['accessibility: contrast, Not enough contrast'])
})

it('refuses a run that failed', () => {
  const failed = JSON.stringify({
    ...JSON.parse(fileWith({})),
    runtimeError: { message: 'no paint' },
  })
  expect(() => readRun(failed)).toThrow('no paint')
})

it('judges the median of the runs against the budget of the page', () => {
  const runs = [900, 1_100, 1_200].map((lcpMs) => readRun(fileWith({ lcpMs })))
  expect(lighthouseReport('/', runs).missed).toEqual(['lcpMs'])
  expect(lighthouseReport('/raffle/:id', runs).missed).toEqual([])
  expect(lighthouseTable([lighthouseReport('/', runs)])).toContain('1100 > 1000')
})

it('asks for whole scores and names what is missing', () => {
  const report = lighthouseReport('/', [readRun(fileWith({ accessibility: 0.9 }))])
  expect(report.missed).toEqual(['accessibility'])
  const table = lighthouseTable([report])
  expect(table).toContain('90 < 100')
  expect(table).toContain('/  accessibility: contrast, Not enough contrast')
})

it('has a lockfile that names no registry, and an integrity for each package', async () => {
  const path = join(import.meta.dirname, 'lighthouse/package-lock.json')
  const { packages } = JSON.parse(await readFile(path, 'utf8')) as {
    packages: Record<string, { integrity?: string; resolved?: string }>
  }
  const installed = Object.entries(packages).filter(([name]) => name !== '')
  expect(installed.length).toBeGreaterThan(0)
  const loose = installed.filter(([, { integrity, resolved }]) => !integrity || resolved)
  expect(loose.map(([name]) => name)).toEqual([])
})

/** As little of Lighthouse's file as is read. */
function fileWith({ accessibility = 1, lcpMs = 700 }): string {
  return JSON.stringify({
    categories: {
      performance: category(0.97, 'first-contentful-paint'),
      accessibility: category(accessibility, 'contrast'),
      'best-practices': category(1, 'errors'),
      seo: category(1, 'description'),
    },
    audits: {
      'first-contentful-paint': audit(700),
      'largest-contentful-paint': audit(lcpMs),
      'total-blocking-time': audit(40),
      'cumulative-layout-shift': audit(0),
      contrast: { title: 'Not enough contrast', score: accessibility === 1 ? null : 0 },
      errors: { title: 'Errors', score: 1 },
      description: { title: 'Description', score: 1 },
    },
  })
}

const category = (score: number, id: string) => ({ score, auditRefs: [{ id, weight: 1 }] })
const audit = (numericValue: number) => ({ title: '', score: 1, numericValue })
