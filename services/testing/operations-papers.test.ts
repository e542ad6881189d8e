// What an operator reads at night against the code: a page that names a command, an option, a
// setting or a figure that is no more costs him the hour in which he needs it.
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'

import { describe, expect, it } from 'vitest'

import { ConfigRefused, readConfig } from '../config.ts'
import type { Env } from '../config.ts'
import { productionSettings } from './production-settings.ts'

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

  it('is named by the list and by itself with every alert that leads to it', async () => {
    const list = runbooks.get('docs/runbooks/README.md')?.split('\n') ?? []
    const [, ...rules] = (await read('docs/monitoring/alerts.yaml')).split(/^ +- alert: /m)
    expect(rules.length).toBeGreaterThan(30)
    const unnamed = rules.filter((rule) => {
      const [name = ''] = /^\w+/.exec(rule) ?? []
      const [, page = ''] = /runbook: docs\/runbooks\/(\S+)/.exec(rule) ?? []
      const row = list.find((line) => line.includes(`](${page})`)) ?? ''
      const text = runbooks.get(`docs/runbooks/${page}`) ?? ''
      return !row.includes(`\`${name}\``) || !text.includes(`\`${name}\``)
    })
    expect(unnamed.map((rule) => rule.split('\n')[0])).toEqual([])
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

describe('what a paper points at', () => {
  /** As it is made of a heading where these pages are read. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
  const anchorsOf = (text: string) =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

  it('is there, and has that heading', () => {
    const links = [...papers].flatMap(([from, text]) =>
      [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = '']) => ({ from, link })),
    )
    expect(links.length).toBeGreaterThan(100)
    const broken = links.filter(({ from, link }) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? from : posix.join(posix.dirname(from), path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(papers.get(target) ?? '').includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('is there, if it is a file or folder of ours', () => {
    const rooms = 'events|projections|services|web|migrations|docs'
    const ours = new RegExp(`\`((?:${rooms})/[\\w./-]+)\``, 'g')
    const paths = [...papers].flatMap(([from, text]) =>
      [...text.matchAll(ours)].map(([, path = '']) => ({ from, path })),
    )
    expect(paths.length).toBeGreaterThan(150)
    expect(paths.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('the table of settings', () => {
  const [, section = ''] = operate.split('\n## Settings\n')
  const [table = ''] = section.split('\n## ')
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, named = '', standard = '']) => ({
      names: [...named.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      standard,
    }))

  /** By a start with these settings, whether it is refused or not. */
  function askedFor(given: Env): string[] {
    const names = new Set<string>()
    const env = new Proxy(given, {
      get(target, name) {
        names.add(String(name))
        return target[String(name)]
      },
    })
    try {
      readConfig(env)
    } catch (error) {
      if (!(error instanceof ConfigRefused)) throw error
    }
    // Each is asked for as the name of a file, too.
    return [...names].filter((name) => !name.endsWith('_FILE') || !names.has(name.slice(0, -5)))
  }

  it('has every setting that is read, and no other', () => {
    const accounts = {
      LICENCE_NUMBER: '17/2026',
      S3_BUCKET: 'pictures',
      MONTYPAY_BASE_URL: 'https://pay.lb',
      TWILIO_ACCOUNT_SID: 'AC1',
      INFOBIP_BASE_URL: 'https://x.api.infobip.com',
      WHATSAPP_PHONE_NUMBER_ID: '1',
      MAIL_URL: 'smtps://mail.shop.lb',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    }
    // By a command, by the exporter of traces, by tests.
    const elsewhere = ['WITNESS_DIR', 'OTEL_EXPORTER_OTLP_HEADERS', 'CHROME_PATH']
    const asked = [...askedFor({}), ...askedFor({ ...productionSettings, ...accounts })]
    const known = new Set([...asked, ...elsewhere])
    expect(known.size).toBeGreaterThan(90)
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual([...known].toSorted())
  })

  it('tells the defaults: who sets one to what it is changes nothing', () => {
    const valueIn = (words = '') => /^(?:production )?(?:([\d.]+)|`([a-z.@]+)`)$/.exec(words)
    const told: { name: string; value: string; settings: Env }[] = []
    for (const { names, standard } of rows) {
      const [first = '', inProduction] = standard.split('; ')
      const values = first.split(', ')
      for (const [at, name] of names.entries()) {
        const [, number, word] = valueIn(values.length === names.length ? values[at] : '') ?? []
        const value = number ?? word
        if (value !== undefined) told.push({ name, value, settings: {} })
        const [, otherNumber, otherWord] = valueIn(inProduction) ?? []
        const other = otherNumber ?? otherWord
        if (other !== undefined) told.push({ name, value: other, settings: productionSettings })
      }
    }
    expect(told.length).toBeGreaterThan(20)
    for (const { name, value, settings } of told)
      expect([name, readConfig({ ...settings, [name]: value })]).toEqual([
        name,
        readConfig(settings),
      ])
  })
})
