// While it is off the library is not even loaded: nothing that a shop loads asks for it, and what
// does is asked for with the setting alone.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { findImports, resolveImport } from '../testing/imports.ts'

const root = join(import.meta.dirname, '../..')

it('is in nothing that a shop loads at its start', async () => {
  const loaded = new Set<string>()
  await walk('services/main.ts', loaded)
  expect(loaded.has('services/tracing/start.ts')).toBe(true)
  expect(loaded.size).toBeGreaterThan(300)
  expect([...loaded].filter((name) => name.startsWith('@opentelemetry/'))).toEqual([])
})

/** What a file imports, and what that imports; not what it asks for later, by `import()`. */
async function walk(path: string, loaded: Set<string>): Promise<void> {
  if (loaded.has(path)) return
  loaded.add(path)
  if (!/^(events|projections|services)\/.*\.ts$/.test(path)) return
  const text = await readFile(join(root, path), 'utf8')
  for (const { from, isType, isLate } of findImports(text))
    if (!isType && !isLate) await walk(resolveImport(path, from), loaded)
}

it('comes with the setting', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', starting],
    { cwd: root },
  )
  const [off, on] = stdout.trim().split('\n').map(Number)
  expect(off).toBe(0)
  expect(on).toBeGreaterThan(5)
}, 60_000)

/** Counts the library's modules that are loaded by a start without the setting, and by one with. */
const starting = `
  import { registerHooks } from 'node:module'
  let loaded = 0
  registerHooks({
    load(url, context, next) {
      if (url.includes('/@opentelemetry/')) loaded += 1
      return next(url, context)
    },
  })
  const { readConfig } = await import('./services/config.ts')
  const { startTracing } = await import('./services/tracing/start.ts')
  for (const endpoint of ['', 'http://127.0.0.1:9']) {
    await startTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }))
    console.log(loaded)
  }
  process.exit()
`
