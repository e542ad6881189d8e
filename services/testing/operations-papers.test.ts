// What an operator reads at night against the code: a page that names a command, an option, a
// setting or a figure that is no more costs him the hour in which he needs it.
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(root, path), 'utf8')

async function readAll(pattern: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const path of glob(pattern, { cwd: root }))
    found.set(path.replaceAll('\\', '/'), await read(path))
  return found
}

const runbooks = await readAll('docs/runbooks/*.md')
const papers = new Map([...(await readAll('docs/**/*.md')), ['README.md', await read('README.md')]])
const scripts = (JSON.parse(await read('package.json')) as { scripts: Record<string, string> })
  .scripts
const operate = papers.get('docs/operate.md') ?? ''

const linesOfPage = 60
const parts = ['Symptom', 'Check', 'Act', 'Verify']

describe('a runbook', () => {
  const pages = [...runbooks].filter(([path]) => basename(path) !== 'README.md')

  it.each(pages)('is one page: symptom, check, act, verify: %s', (_path, text) => {
    const places = parts.map((part) => text.search(new RegExp(`^\\*\\*${part}[.,]?\\*\\*`, 'm')))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(text.split('\n').length).toBeLessThan(linesOfPage)
  })

  it('stands in the list of them', () => {
    const list = runbooks.get('docs/runbooks/README.md') ?? ''
    const listed = [...list.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(pages.map(([path]) => basename(path)).toSorted())
  })

  it('names no figure that the page of the figures does not tell of', () => {
    const known = papers.get('docs/monitoring/README.md') ?? ''
    const named = pages.flatMap(([, text]) =>
      [
        ...text.matchAll(
          /`([a-z]+(?:_[a-z]+)*_(?:seconds|minutes|total|bytes|writers_halted|open|hour|visitors))\b/g,
        ),
      ]
        .map(([, name = '']) => name)
        .filter((name) => !/^(process|nodejs)_/.test(name)),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.includes(`\`${name}`))).toEqual([])
  })
})

describe('a command', () => {
  /** As it stands between ticks: its name, and the options after it. */
  const commands = [...papers].flatMap(([path, text]) =>
    [...text.matchAll(/\bnpm (?:run )?(start|test\b|(?<=run )[\w:]+)((?: [^`\n|]*)?)/g)].map(
      ([, name = '', rest = '']) => ({ path, name, rest }),
    ),
  )

  it('exists', () => {
    expect(commands.length).toBeGreaterThan(100)
    expect(commands.filter(({ name }) => scripts[name] === undefined)).toEqual([])
  })

  it('has the options it is given', async () => {
    const unknown: string[] = []
    for (const { path, name, rest } of commands) {
      const [file = ''] = /services\/cli\/\S+\.ts$/.exec(scripts[name] ?? '') ?? []
      const folder = basename(file) === 'entry.ts' ? join(file, '../*.ts') : file
      const text = [...(await readAll(folder)).values()].join('')
      for (const [option] of rest.split('#')[0]!.matchAll(/(?<= )--[a-z][\w-]+/g))
        if (option !== '--help' && !text.includes(option) && !text.includes(option.slice(2)))
          unknown.push(`${path}: npm run ${name} ${option}`)
    }
    expect(unknown).toEqual([])
  })
})

it('every setting that is read stands in the table of settings', async () => {
  const sources = [...(await readAll('services/config*.ts'))].filter(
    ([path]) => !path.endsWith('.test.ts'),
  )
  const names = sources.flatMap(([, text]) =>
    [...text.matchAll(/\.\w+\(\s*'([A-Z][A-Z_]{3,})'/g)].map(([, name = '']) => name),
  )
  expect(new Set(names).size).toBeGreaterThan(60)
  expect([...new Set(names)].filter((name) => !operate.includes(`\`${name}\``))).toEqual([])
})
