// Loaded with `--import` by `npm run test:planted` into each process of a test run, before the code
// under test: plants the bug that QURA_PLANTED names.
const bug = process.env.QURA_PLANTED

if (bug !== undefined) {
  if (process.env.NODE_ENV === 'production' || process.env.DEMO === '0')
    throw new Error('QURA_PLANTED plants a bug for tests: not in production')
  Reflect.set(globalThis, Symbol.for('qura.planted'), { bug, now: () => new Date().toISOString() })
}
