import { defineConfig } from 'vitest/config'

// The tests that have to notice a change: pure ones for the rules, with a database for the writer.
// Far fewer random sequences than in the gate, because they run once for every change.
const isWriter = process.env.MUTANTS_OF === 'writer'

export default defineConfig({
  test: {
    include: isWriter ? ['services/event-store/*.db.test.ts'] : ['events/**/*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    env: { PURE_SEQUENCES: '400', QURA_SEQUENCES: '120', QURA_OUTAGE_CASES: '4' },
  },
})
