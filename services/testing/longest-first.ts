// The order of test files. Vitest begins with the largest files, because it knows nothing else on a
// fresh checkout; but some small ones take the longest, and would run alone in the end.
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

const LONGEST = [
  'services/testing/kill-points.db.test.ts',
  'web/e2e/accessible.e2e.test.ts',
  'services/event-store/model.db.test.ts',
  'services/testing/faults/f02-postgres-killed.db.test.ts',
  'services/testing/http-storm.db.test.ts',
  'services/testing/processes.db.test.ts',
  'web/e2e/untranslated.e2e.test.ts',
  'services/testing/security/bad-input.db.test.ts',
  'services/testing/simulation/simulation.test.ts',
  'services/cli/refusals.test.ts',
  'events/verify/frauds.test.ts',
  'services/providers/files/first-look.test.ts',
]

const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONGEST.some((one) => moduleId.endsWith(one))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
