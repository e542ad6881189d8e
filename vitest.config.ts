import { globSync } from 'node:fs'

import { defineConfig } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'

import { closingLine } from './services/testing/closing-line.ts'
import { LongestFirst } from './services/testing/longest-first.ts'
import { filesOfOtherTurns } from './services/testing/turns.ts'

// Three projects: pure tests share their threads, most tests with a database a few processes, which
// then compile the service once and not three hundred times; faults have a process of their own.
// Nothing is tried again here; `npm test` runs the few files that failed once more, by themselves.

/** Faults that take a machine of their own for a while: `npm run campaign` has them, each night. */
const ofTheNight = [
  'services/testing/faults/f{12,15,16,17,18,24}-*.test.ts',
  'services/backup/base-{backup,cut-short,lines}.db.test.ts',
]

/** Walks of staff through their screens, half the time of all browsers: a third of them a turn. */
const ofOtherTurns = filesOfOtherTurns(globSync('web/e2e/admin-*.e2e.test.ts'))

/** They kill, stop and watch processes, their own among them, or count what theirs has done. */
const apart = ['services/testing', 'services/testing/faults', 'services/io'].map(
  (folder) => `${folder}/*.{db,e2e}.test.ts`,
)

const withDatabase = {
  exclude: [...ofOtherTurns, ...(process.env.FAULT_ROUNDS === undefined ? ofTheNight : [])],
  pool: 'forks',
  // What is built already is read as it is.
  server: { deps: { external: [/\/dist\/web/] } },
  globalSetup: ['./services/testing/global-setup.ts'],
} satisfies InlineConfig

export default defineConfig({
  test: {
    retry: 0,
    sequence: { sequencer: LongestFirst },
    // Twice the two cores of the gate: much of a test is waiting for disks and browsers.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    teardownTimeout: 10_000,
    // A second, as it would be otherwise, is no limit but a measurement of the machine; and to ask
    // more often takes the processor from what is waited for.
    expect: { poll: { timeout: 30_000, interval: 100 } },
    reporters: ['default', closingLine],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{events,projections,services,web}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.e2e.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          name: 'database',
          include: ['{projections,services,web}/**/*.{db,e2e}.test.ts'],
          exclude: [...withDatabase.exclude, ...apart],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...withDatabase, name: 'apart', include: apart },
      },
    ],
  },
})
