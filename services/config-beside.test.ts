import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { besideGaps, envBeside } from './config-beside.ts'
import { readConfig } from './config.ts'
import type { Env } from './config.ts'

const found = { databaseUrl: 'postgres://here/shop', distFolder: '/dist/web/a1' }

/** The settings of all processes of one shop, as each of them reads its own. */
function processesOf(env: Env) {
  const first = readConfig(env)
  expect(besideGaps(first)).toEqual([])
  const indices = Array.from({ length: first.processes - 1 }, (_, nth) => nth + 1)
  const beside = indices.map((index) => readConfig(envBeside(env, first, index, found)))
  return { first, beside, all: [first, ...beside] }
}

it.each([2, 4, 32])('a demo of %i processes may start: no two want one port', (processes) => {
  const { first, all } = processesOf({ PROCESSES: String(processes), PORT: '4000' })
  const figures = all.map(({ metrics }) => metrics.port)
  expect(figures).toEqual(Array.from({ length: processes }, (_, nth) => 4_002 + nth))
  const listening = [...figures, 4_000, first.sandbox?.port, first.sandbox?.mailPort]
  expect(listening).not.toContain(undefined)
  expect(new Set(listening).size).toBe(listening.length)
})

it('those beside the first write to the same shop, sandbox and mail server', () => {
  const { first, beside } = processesOf({ PROCESSES: '3', WAL_ARCHIVE_DIR: '/archive' })
  for (const { http, sandbox, mail, database, archiveFolder } of beside) {
    expect([http, sandbox, mail]).toEqual([first.http, first.sandbox, first.mail])
    expect([database.url, archiveFolder]).toEqual(['postgres://here/shop', null])
  }
})

it('those beside the first are told where it is, wherever the first has read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'qura-beside-'))
  try {
    const file = join(folder, 'database-url')
    await writeFile(file, 'postgres://elsewhere/shop\n')
    const { first, beside } = processesOf({ PROCESSES: '2', DATABASE_URL_FILE: file })
    expect(first.database.url).toBe('postgres://elsewhere/shop')
    expect(beside[0]?.database.url).toBe('postgres://here/shop')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('any free port is for each of them', () => {
  const { beside } = processesOf({ PROCESSES: '2', METRICS_PORT: '0' })
  expect(beside[0]?.metrics.port).toBe(0)
})

it.each([{ METRICS_PORT: '2999' }, { SANDBOX_MAIL_PORT: '3003' }, { METRICS_PORT: '65534' }])(
  'figures on a port that is taken are refused before anything starts: %o',
  (env) => {
    const gaps = besideGaps(readConfig({ PROCESSES: '3', ...env }))
    expect(gaps).toEqual([expect.stringContaining('with PROCESSES=3 the ports')])
  },
)
