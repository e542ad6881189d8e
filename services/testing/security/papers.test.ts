// docs/security.md against the code: every check has its test or its inspection, and nothing is
// cited that is not there.
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const CHECKS = 64
/** Of 253 on levels 1 and 2. */
const ASVS_APPLICABLE = 193

/** Marked T and without a test, each with its reason in the table. To be emptied. */
const open: string[] = []

const page = await readFile(join(root, 'docs/security.md'), 'utf8')
const tests = await readTests()

async function readTests(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const path of glob('{events,projections,services,web}/**/*.test.{ts,tsx}', {
    cwd: root,
  }))
    found.set(path.replaceAll('\\', '/'), await readFile(join(root, path), 'utf8'))
  return found
}

/** The cells of each row of the table below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return table
    .split('\n')
    .filter((line) => /^\| (K\d+|\d+\.\d+\.\d+) \|/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
}

const checks = rowsBelow('The checks').map(([number = '', , how = '', , cited = '']) => ({
  number,
  isTested: how.includes('T'),
  isInspected: how.includes('I'),
  cited,
}))

/** Numbers that a test's name begins with: `K3, K11 six digits, …`. A group is no test. */
const tested = new Set(
  [...tests.values()].flatMap((text) =>
    text
      .split('\n')
      .filter((line) => !line.includes('describe('))
      .flatMap((line) => [...line.matchAll(/['"`]((?:K\d+,? )+)/g)])
      .flatMap(([, numbers = '']) => numbers.match(/K\d+/g) ?? []),
  ),
)

describe('the checks', () => {
  it('are K1 to K64, each marked T, I or both', () => {
    const numbers = Array.from({ length: CHECKS }, (_, index) => `K${index + 1}`)
    expect(checks.map(({ number }) => number)).toEqual(numbers)
    expect(checks.filter((check) => !check.isTested && !check.isInspected)).toEqual([])
  })

  it('have a named test where they are marked T', () => {
    const missing = checks.filter(({ isTested, number }) => isTested && !tested.has(number))
    expect(missing.map(({ number }) => number)).toEqual(open)
    const uncited = checks.filter(({ isTested, cited }) => isTested && !cited.includes('.test.ts'))
    expect(uncited.map(({ number }) => number)).toEqual(open)
    for (const { number, cited } of checks)
      expect([number, cited.includes('**not met**')]).toEqual([number, open.includes(number)])
  })

  it('have an inspection where they are marked I', () => {
    const inspected = rowsBelow('Inspections').map(([number]) => number)
    const marked = checks.filter(({ isInspected }) => isInspected).map(({ number }) => number)
    expect(inspected).toEqual(marked)
  })
})

describe('what is cited', () => {
  const rooms = 'events|projections|services|web|migrations|docs'
  const isPath = new RegExp(`^(?:(?:${rooms})/[\\w./-]+|\\.npmrc|[\\w-]+\\.json)$`)

  it('exists, if it is a file', () => {
    const paths = [...page.matchAll(/`([^`\n]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => isPath.test(path))
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('is the name of a test in that file', () => {
    const cited = [...page.matchAll(/`([\w./-]+\.test\.ts)`: ((?:“[^”]+”(?:; )?)+)/g)]
    expect(cited.length).toBeGreaterThan(60)
    const unknown = cited.flatMap(([, file = '', names = '']) => {
      const text = textOf(file)
      return [...names.matchAll(/“([^”]+)”/g)]
        .map(([, name = '']) => name)
        .filter((name) => !name.split('…').every((part) => text.includes(part.trim())))
        .map((name) => `${file}: ${name}`)
    })
    expect(unknown).toEqual([])
  })

  it('is a check that exists, for every requirement of ASVS', () => {
    // Those that do not apply stand below, with their reason alone.
    const requirements = rowsBelow('ASVS 5.0.0').filter(({ length }) => length > 2)
    expect(requirements.length).toBe(ASVS_APPLICABLE)
    const numbers = new Set(checks.map(({ number }) => number))
    for (const [requirement, level, state = '', how = '', held = ''] of requirements) {
      expect([requirement, /^[12]$/.test(level ?? ''), how.length > 2]).toEqual([
        requirement,
        true,
        true,
      ])
      expect(['met', '**in part**', '**not met**', 'operator']).toContain(state)
      const named = held.match(/\bK\d+/g) ?? []
      expect(named.filter((number) => !numbers.has(number))).toEqual([])
      expect([requirement, state === 'operator' || held !== '']).toEqual([requirement, true])
    }
  })
})

it('the sentence above the requirements counts them', () => {
  const states = rowsBelow('ASVS 5.0.0').map(([, , state]) => state)
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  const unmet = count('**not met**')
  expect(page).toContain(
    `${count('met')} are met, ${count('**in part**')} in part, ${unmet} ` +
      `${unmet === 1 ? 'is' : 'are'} not, ${count('operator')} are for whoever runs the shop`,
  )
})

/** A file without a folder is a neighbour. */
function textOf(file: string): string {
  const path = file.includes('/') ? file : `services/testing/security/${file}`
  return tests.get(path)?.replaceAll("\\'", "'") ?? ''
}
