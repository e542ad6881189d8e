import { expect, it } from 'vitest'

import { reportOf, tableOf } from './web-budgets.ts'
import type { PageFigures } from './web-page.ts'

it('judges the median of the runs and says by how much a budget is missed', () => {
  const runs = [700, 1_200, 2_000].map((lcpMs) => ({ ...fast, lcpMs }))
  const report = reportOf('/', runs)
  expect(report.missed).toEqual(['lcpMs'])
  expect(tableOf([report])).toContain('1200 > 1000')
  expect(reportOf('/raffle/:id', runs).missed).toEqual([])
})

const fast: PageFigures = {
  fcpMs: 700,
  lcpMs: 700,
  lcpElement: 'h1',
  tbtMs: 0,
  cls: 0,
  shifted: '',
  htmlKib: 20,
  scriptKib: 130,
  imageKib: 60,
  allImagesKib: 200,
  fontKib: 30,
  requests: 12,
}
