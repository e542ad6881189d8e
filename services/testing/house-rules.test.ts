// The house's rules, held by reading its files: who may import whom, and how large things get.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { findImports, resolveImport } from './imports.ts'
import { isTest, readHouse } from './house.ts'
import type { HouseFile } from './house.ts'
import { directionOf } from './house-directions.ts'
import { doorBreaches, isTerminal, lineBreaches } from './house-doors.ts'
import type { Rule } from './house-doors.ts'

const files = await readHouse()
const code = files.filter(({ path }) => /\.tsx?$/.test(path))
const production = code.filter(({ path }) => !isTest(path))

describe('imports', () => {
  it('go only in the directions of the house', () => {
    expect(breaches(code, importBreaches)).toEqual([])
  })

  it('end in the name of the file that is meant', () => {
    expect(
      breaches(code, ({ path, text }) =>
        findImports(text)
          .filter(
            ({ from }) => /^[.#]/.test(from) && !/\.(ts|tsx|json|css|svg|md)(\?\w+)?$/.test(from),
          )
          .map(({ from, line }) => `${path}:${line} ${from}`),
      ),
    ).toEqual([])
  })

  it('never run in a circle', () => {
    expect(findCircles(production)).toEqual([])
  })
})

describe('the world outside', () => {
  it('is reached through the doors of services/io alone', () => {
    expect(breaches(production, doorBreaches)).toEqual([])
  })

  it('has no clock and no randomness in events and projections', () => {
    const forbidden =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\brandomUUID\b|\bgetRandomValues\b/
    expect(breaches(pure(), lineBreaches(forbidden))).toEqual([])
  })

  it('hears of the program through its log; only commands write to the terminal', () => {
    const talking = production.filter(({ path }) => !isTerminal(path))
    expect(breaches(talking, lineBreaches(/\bconsole\.\w/))).toEqual([])
  })
})

describe('files', () => {
  it('have at most 400 lines of at most 100 columns', () => {
    expect(breaches(files, sizeBreaches)).toEqual([])
  })

  it('export by name, and never only pass on what others export', () => {
    const named = code.filter(({ path }) => !mayExportDefault(path))
    expect(breaches(named, lineBreaches(/^export default\b/))).toEqual([])
    expect(code.filter(isBarrel).map(({ path }) => path)).toEqual([])
  })

  it('leave nothing behind for later', () => {
    // Written in two parts, so that this file may stand here.
    expect(breaches(files, lineBreaches(new RegExp(`\\bFIX${'ME'}\\b|\\bX${'XX'}\\b`)))).toEqual([])
  })

  it('have no `any`', () => {
    expect(breaches(production, lineBreaches(/:\s*any\b|\bas any\b|<any>/))).toEqual([])
  })
})

describe('migrations', () => {
  it('are numbered without a gap, and say first what they are for', async () => {
    const numbered = files.filter(({ path }) => /^migrations\/\d{4}_\w+\.sql$/.test(path))
    expect(numbered.map(({ path }) => Number(path.slice(11, 15)))).toEqual(
      numbered.map((_file, index) => index + 1),
    )
    expect(numbered.filter(({ text }) => !text.startsWith('-- ')).map(({ path }) => path)).toEqual(
      [],
    )
  })
})

describe('the package', () => {
  it('has exact versions, an integrity for each, and runs no install script', async () => {
    const root = join(import.meta.dirname, '../..')
    const manifest = await readFile(join(root, 'package.json'), 'utf8')
    const lock = await readFile(join(root, 'package-lock.json'), 'utf8')
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest) as Manifest
    const versions = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
    const packages = Object.entries((JSON.parse(lock) as Lock).packages)
    // A platform's package that the registry lacked when the lockfile was made is named all the
    // same, or `npm ci` refuses the whole; it has no bytes here to compare.
    const isElsewhere = ({ optional, os }: Locked) => optional === true && os !== undefined
    const loose = packages.filter(
      ([path, locked]) => path !== '' && !locked.integrity && !isElsewhere(locked),
    )
    expect(loose.map(([path]) => path)).toEqual([])
    expect(await readFile(join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
  })
})

type Manifest = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
type Locked = { integrity?: string; optional?: boolean; os?: string | string[] }
type Lock = { packages: Record<string, Locked> }

const mayExportDefault = (path: string) => /(^|\/)[\w-]+\.config\.ts$|global-setup\.ts$/.test(path)
const pure = () => production.filter(({ path }) => /^(events|projections)\//.test(path))

const breaches = (list: readonly HouseFile[], rule: Rule) => list.flatMap(rule)

function importBreaches({ path, text }: HouseFile): string[] {
  return findImports(text).flatMap(({ from, line }) => {
    const reason = directionOf(path, resolveImport(path, from), isTest(path))
    return reason === null ? [] : [`${path}:${line} imports ${from}: ${reason}`]
  })
}

const LINES_MAX = 400
const COLUMNS_MAX = 100

/** Made by a program; texts that translators read as a whole; outlines of pictures. */
const mayBeWide = /^migrations\/schema\.sql$|^web\/lib\/text\/|^services\/demo\/artwork\.ts$/

function sizeBreaches({ path, text }: HouseFile): string[] {
  if (!/\.(tsx?|mjs|sql)$/.test(path) || mayBeWide.test(path)) return []
  const lines = text.trimEnd().split('\n')
  const wide = lines.flatMap((line, index) =>
    [...line].length > COLUMNS_MAX && !isUnbreakable(line)
      ? [`${path}:${index + 1} is too wide`]
      : [],
  )
  return lines.length > LINES_MAX ? [...wide, `${path} has ${lines.length} lines`] : wide
}

/** One word that cannot be broken, such as an address, a key or the outline of a picture. */
const isUnbreakable = (line: string) => /\S{80,}/.test(line)

/** Only `export … from` and imports in a file: a door that leads to another door. */
function isBarrel({ text }: HouseFile): boolean {
  const statements = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim()
  return statements !== '' && statements.replace(/export [^;]*? from '[^']+'/g, '').trim() === ''
}

function findCircles(list: readonly HouseFile[]): string[] {
  const edges = new Map(
    list.map(({ path, text }) => [
      path,
      findImports(text)
        .filter(({ isType }) => !isType)
        .map(({ from }) => resolveImport(path, from)),
    ]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  function walk(path: string, way: readonly string[]) {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path)) return
    done.add(path)
    for (const next of edges.get(path) ?? []) walk(next, [...way, path])
  }
  for (const path of edges.keys()) walk(path, [])
  return circles
}
