// The last line of every test run in plain words, for people and for programs that read them. Under
// `npm test`, which adds its checks to it, the numbers go to a file instead.
import { writeFileSync } from 'node:fs'

import type { Reporter, TestModule } from 'vitest/node'

export type Counts = {
  passed: number
  failed: number
  /** Paths of test files in which something failed, or which could not be loaded. */
  failedFiles: string[]
}

export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const counts = count(modules)
    counts.failed += errors.length
    const file = process.env.TEST_COUNTS_FILE
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts))
    else
      process.once('exit', () =>
        process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`),
      )
  },
}

function count(modules: readonly TestModule[]): Counts {
  let passed = 0
  let failed = 0
  const failedFiles = new Set<string>()
  for (const module of modules) {
    let failedHere = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') passed++
      if (state === 'failed') failedHere++
    }
    // A file that could not even be loaded, or whose set-up failed, has no failed test in it.
    const isBroken = failedHere === 0 && module.state() === 'failed'
    failed += isBroken ? 1 : failedHere
    if (isBroken || failedHere > 0) failedFiles.add(module.moduleId)
  }
  return { passed, failed, failedFiles: [...failedFiles] }
}
