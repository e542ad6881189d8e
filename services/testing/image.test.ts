// The image of production (Dockerfile) is made without what tests, measures and demonstrates, and
// still has whole all that it starts. Both are read from the imports: nothing is built here.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { isTest, readHouse } from './house.ts'
import { findImports, resolveImport } from './imports.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(root, path), 'utf8')

const house = new Map((await readHouse()).map(({ path, text }) => [path, text]))
const stages = stagesOf(await read('Dockerfile'))
const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }

const product = stages.find(([from]) => from === 'FROM source AS product') ?? []
const removing = product.find((line) => line.startsWith('RUN rm -r ')) ?? ''
const removed = removing.split(/\s+/).slice(3)
const inAllRooms = 'RUN find events projections services web '
const finding = product.find((line) => line.startsWith(inAllRooms)) ?? ''
const names = [...finding.matchAll(/-name '?([^\s']+)'?/g)].map(([, name = '']) => name)

const removedPaths = removed.map((word) => expressionOf(word, '(/|$)'))
const removedNames = names.map((name) => expressionOf(name, '$'))

const isGone = (path: string) =>
  removedPaths.some((one) => one.test(path)) ||
  path.split('/').some((part) => removedNames.some((one) => one.test(part)))

const commands = Object.entries(scripts).map(([name, line]) => ({
  name,
  file: /services\/cli\/\S+\.ts$/.exec(line)?.[0] ?? '',
}))

/** What a person or a start runs or builds, by itself. */
const starts = [
  ...commands.map(({ file }) => file).filter((file) => !isGone(file)),
  'services/cli/node-24.mjs',
  'services/database/supervisor.ts',
  'web/entry-client.tsx',
  'web/entry-server.tsx',
  'web/features/verify/standalone/page.ts',
]

describe('the image of production', () => {
  it('is made of what is left of the sources, the demonstration of them all', async () => {
    expect(stages.at(-1)?.slice(0, 2)).toEqual(['FROM base', 'COPY --from=product /app .'])
    expect(product.at(-1)).toBe('RUN npm run build')
    const demo = stages.find(([from]) => from === 'FROM base AS demo')
    expect(demo?.[1]).toBe('COPY --from=web /app .')
    expect(await read('docker-compose.yml')).toContain('target: demo\n')
  })

  it('has neither tests nor sandbox nor demonstration', () => {
    const unwanted = /^services\/(sandbox|demo|testing|bench)\/|^vitest\.config/
    const paths = [...house.keys()].filter((path) => isTest(path) || unwanted.test(path))
    expect(paths.length).toBeGreaterThan(500)
    expect(paths.filter((path) => !isGone(path))).toEqual([])
  })

  it('leaves out nothing that is not there', () => {
    const isThere = (one: RegExp) => [...house.keys()].some((path) => one.test(path))
    expect(removed.length).toBeGreaterThan(10)
    expect(removed.filter((_word, index) => !isThere(removedPaths[index]!))).toEqual([])
  })

  it('starts the shop with the options of `npm start`, as its other ways do', () => {
    const [options = 'none'] = /--max-\S+/.exec(scripts.start ?? '') ?? []
    for (const name of ['dev', 'serve']) expect(scripts[name]).toContain(`node ${options} `)
    const base = stages.find(([from]) => from?.endsWith(' AS base')) ?? []
    expect(base.at(-1)).toContain(`CMD ["node", "${options}", `)
  })

  it('has every command but those of who works on the shop', () => {
    const gone = commands.filter(({ file }) => isGone(file)).map(({ name }) => name)
    expect(gone.toSorted()).toEqual([
      'bench',
      'campaign',
      'check',
      'demo:rush',
      'dev',
      'sandbox',
      'screenshots',
      'seed',
      'simulate',
      'storm',
      'test',
      'test:axe',
      'test:frauds',
      'test:million',
      'test:mutants',
      'test:planted',
    ])
  })
})

describe('a start in production', () => {
  const steps = stepsFrom(starts)

  it('loads nothing that the image lacks', () => {
    expect(starts.filter((path) => !house.has(path))).toEqual([])
    expect(steps.map(({ to }) => to)).toContain('services/main.ts')
    expect(steps.filter(({ to, isLate }) => !isLate && isGone(to))).toEqual([])
  })

  it('asks for it later in two places: for a demonstration, and to write a schema down', () => {
    const late = steps.filter(({ to }) => isGone(to)).map(({ from, to }) => `${from} → ${to}`)
    expect([...new Set(late)].toSorted()).toEqual([
      'services/cli/migrate.ts → services/testing/database.ts',
      'services/cli/migrate.ts → services/testing/server.ts',
      'services/demo-area.ts → services/demo/begin-past.ts',
      'services/demo-area.ts → services/demo/seed.ts',
      'services/demo-area.ts → services/sandbox/routes.ts',
      'services/demo-area.ts → services/sandbox/sandbox.ts',
    ])
  })
})

/** The instructions of each stage, one a line. */
function stagesOf(dockerfile: string): string[][] {
  const [, ...parts] = dockerfile.replaceAll('\\\n', ' ').split(/^(?=FROM )/m)
  return parts.map((stage) =>
    stage.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')),
  )
}

/** Of the shell's own signs only the star is used. */
function expressionOf(word: string, end: string): RegExp {
  const text = word.replace(/[.*]/g, (sign) => (sign === '*' ? '[^/]*' : '\\.'))
  return new RegExp(`^${text}${end}`)
}

type Step = { from: string; to: string; isLate: boolean }

/** All imports that are met on the way, types left out; nobody goes on behind what is gone. */
function stepsFrom(paths: readonly string[]): Step[] {
  const steps: Step[] = []
  const met = new Set(paths)
  for (const from of met)
    for (const { from: name, isType, isLate } of findImports(house.get(from) ?? '')) {
      if (isType) continue
      const to = resolveImport(from, name)
      steps.push({ from, to, isLate })
      if (!isGone(to)) met.add(to) // a set that grows is walked to its end
    }
  return steps
}
