// Every block of docs/verify-a-draw.md that can run here does, on a true bundle, as its reader
// would run it: in an unpacked folder, one after the other.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeBundle } from '#events/verify/testing/bundle.ts'
import { log } from '#events/verify/testing/keys.ts'
import { trueRaffle } from '#events/verify/testing/true-raffle.ts'

const run = promisify(execFile)
const documentPath = new URL('../../docs/verify-a-draw.md', import.meta.url)
const document = await readFile(documentPath, 'utf8')
const blocks = [...document.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
  language: language!,
  text: text!,
}))
const python = blocks.filter(({ language }) => language === 'python').map(({ text }) => text)
const shell = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
const hasTool = async (name: string) =>
  run(name, [name === 'openssl' ? 'version' : '--version']).then(
    () => true,
    () => false,
  )

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-document-'))
  for (const [name, bytes] of makeBundle(trueRaffle()).files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('has the blocks it speaks of', () => {
  expect(python).toHaveLength(4)
  expect(shell).toHaveLength(2)
})

describe('Python alone', async () => {
  const isHere = await hasTool('python3')

  it.runIf(isHere)('finds the true bundle true, with the winners of the log', async () => {
    const { stdout } = await run('python3', ['-c', python.join('\n')], { cwd: folder })
    expect(stdout).toContain('161 entries under the signed root')
    expect(stdout).toContain('296 valid tickets, as sealed')
    expect(stdout).toMatch(/prize \d+ reserves \d+ \d+ \d+/)
  })

  it.runIf(isHere)('stops at a ticket that was changed', async () => {
    const entries = join(folder, 'tile/entries/000.p/161')
    const bytes = await readFile(entries)
    await writeFile(
      entries,
      Buffer.from(bytes.toString('latin1').replace('"last":7', '"last":8'), 'latin1'),
    )
    await expect(run('python3', ['-c', python[1]!], { cwd: folder })).rejects.toThrow(/Assert/)
    await writeFile(entries, bytes)
  })
})

describe('OpenSSL alone', async () => {
  const isHere = await hasTool('openssl')
  const check = (key: string) =>
    run('sh', ['-c', shell[1]!], { cwd: folder, env: { ...process.env, KEY: key } })

  it.runIf(isHere)('finds the newest checkpoint signed by the log', async () => {
    expect((await check(log.verifierKey)).stdout).toContain('Verified Successfully')
  })

  it.runIf(isHere)('refuses another key', async () => {
    const [name, id] = log.verifierKey.split('+')
    const other = Buffer.concat([Buffer.of(1), Buffer.alloc(32, 9)]).toString('base64')
    await expect(check(`${name}+${id}+${other}`)).rejects.toThrow()
  })
})
