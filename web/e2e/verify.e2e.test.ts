// The two verifiers as strangers get them, built: one file in a browser without a network, one file
// in the terminal. Both find the true bundle true and a forged one false.
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeBundle, type Files } from '#events/verify/testing/bundle.ts'
import { rewrite } from '#events/verify/testing/frauds/fraud.ts'
import { beacon, log, representative, witnesses } from '#events/verify/testing/keys.ts'
import { trueRaffle } from '#events/verify/testing/true-raffle.ts'
import { buildVerifier } from '#services/cli/build-verifier.ts'
import { unpack } from '#services/ledger/testing/document-blocks.ts'
import { zipped } from '#services/ledger/zip-writer.ts'
import { complaintsOf, openBrowser } from '#services/testing/browser.ts'
import { findOtherNode } from '#services/testing/other-node.ts'

const root = join(import.meta.dirname, '../..')
const keys = [log, ...witnesses, representative].map(({ verifierKey }) => verifierKey)
let folder: string
let trueZip: string
let forgedZip: string

beforeAll(async () => {
  await buildVerifier(root)
  folder = await mkdtemp(join(tmpdir(), 'qura-verify-'))
  trueZip = await zipOf('true.zip', makeBundle(trueRaffle()).files)
  const plan = trueRaffle()
  rewrite(plan, 'result 1', ({ numbers }) => ({ numbers: [42, ...(numbers as number[]).slice(1)] }))
  forgedZip = await zipOf('forged.zip', makeBundle(plan).files)
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function zipOf(name: string, files: Files): Promise<string> {
  async function* each() {
    for (const [file, bytes] of files) yield { name: file, bytes }
  }
  const path = join(folder, name)
  await pipeline(Readable.from(zipped(each())), createWriteStream(path))
  return path
}

const failed = (page: Page) => page.locator('.checks .fail .id').allTextContents()

describe('verify.mjs', () => {
  const runBy = async (node: string, ...given: string[]) => {
    const program = join(root, 'dist/verify/verify.mjs')
    const trusted = ['--trust-beacon', beacon.chain.chainHash]
    // As a stranger starts it: nothing of ours in the environment.
    return promisify(execFile)(node, [program, ...given, ...trusted], { env: {} }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code: Number(code), stdout: String(stdout) }),
    )
  }
  const run = (...given: string[]) => runBy(process.execPath, ...given)
  const withKeys = keys.flatMap((key) => ['--key', key])

  it('ends with 0, 1 or 2', async () => {
    expect(await run(trueZip, ...withKeys)).toMatchObject({ code: 0 })
    const forged = await run(forgedZip, ...withKeys)
    expect(forged.code).toBe(1)
    expect(forged.stdout).toMatch(/\(n\) FAIL[\s\S]*Announced: 42/)
    expect((await run(trueZip)).code).toBe(2)
    expect((await run(join(folder, 'nothing.zip'))).code).toBe(2)
  })

  it('answers programs in JSON', async () => {
    const { stdout } = await run(trueZip, ...withKeys, '--json')
    const report = JSON.parse(stdout)
    expect(report.checks).toHaveLength(16)
    expect(report.raffle.tickets).toBe(300)
    expect(report.draws[0].worked.number).toBe(report.draws[0].numbers[0])
  })

  it('says the same on another Node version, to the letter', async ({ skip }) => {
    const other = await findOtherNode()
    if (other === null) {
      const reason = 'no Node of version 20 to 23 is on the PATH'
      process.stdout.write(`verify.mjs on another Node version: SKIPPED, for ${reason}\n`)
      return skip(reason)
    }
    const unpacked = join(folder, 'unpacked')
    await unpack(unpacked, makeBundle(trueRaffle()).files)
    for (const { code, given } of [
      { code: 0, given: [trueZip] },
      { code: 0, given: [unpacked, '--json'] },
      { code: 1, given: [forgedZip] },
      { code: 1, given: [forgedZip, '--json'] },
    ]) {
      const by = (node: string) => runBy(node, ...given, ...withKeys)
      const [own, others] = await Promise.all([by(process.execPath), by(other.path)])
      expect(own.code, given.join(' ')).toBe(code)
      expect(others, `${other.version} ${given.join(' ')}`).toEqual(own)
    }
  })

  it('runs as the document says', async () => {
    const document = await readFile(join(root, 'docs/verify-a-draw.md'), 'utf8')
    const [, block] = /```sh\n([\s\S]*?)```/.exec(document) ?? []
    const env = { ...process.env, BUNDLE: trueZip, KEY: log.verifierKey }
    const script = block!
      .replace('verify.mjs', join(root, 'dist/verify/verify.mjs'))
      .replace('--json', `--json --trust-beacon ${beacon.chain.chainHash}`)
    await promisify(execFile)('sh', ['-ec', script], { cwd: folder, env })
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    expect(report.exitCode).toBe(2) // neither witnesses nor representative were named
  })
})

describe('verify.html', () => {
  let browser: Browser
  beforeAll(async () => void (browser = await openBrowser()), 60_000)
  afterAll(() => browser.close())

  async function check(zip: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const complaints = complaintsOf(page)
    page.on('request', (request) => {
      if (!/^(file|blob):/.test(request.url())) complaints.push(`asked ${request.url()}`)
    })
    await page.goto(`file://${join(root, 'dist/verify/verify.html')}`)
    await page.locator('#keys').fill(keys.join('\n'))
    await page.locator('#bundle').setInputFiles(zip)
    await page.locator('article').waitFor()
    return { page, complaints }
  }

  it('is Arabic first, asks no network, and finds every line true but the beacon', async () => {
    const { page, complaints } = await check(trueZip)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    // The beacon of this raffle was made up for the test; the page trusts quicknet alone.
    expect(await failed(page)).toEqual(['(l)'])
    expect(await page.locator('.checks .pass').count()).toBe(14)
    expect(complaints).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
    await page.close()
  })

  it('finds a ticket, works out the first place, and speaks three languages', async () => {
    const { page } = await check(trueZip)
    for (const [name, said] of [
      ['English', 'It was drawn first.'],
      ['Français', 'Il fut tiré le premier.'],
      ['العربية', 'سُحبت أولاً.'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      const winner = await page.locator('.drawn .first bdi').textContent()
      await page.locator('#ticket').fill(winner!)
      expect(await page.locator('.found').textContent()).toContain(said)
      expect(await page.locator('.hand code').last().textContent()).toBe(winner)
      expect(await page.locator('.hand code').nth(3).textContent()).toMatch(/^\d{17,20}$/)
    }
    await page.locator('#ticket').fill('5')
    expect(await page.locator('.found').textContent()).toContain('ملغاة')
    await page.close()
  })

  it('calls a forged result false, and what is no bundle unreadable', async () => {
    const { page } = await check(forgedZip)
    expect(await failed(page)).toContain('(n)')
    await page.locator('#bundle').setInputFiles(join(root, 'package.json'))
    await page.locator('#work .fail').waitFor()
    await page.close()
  })
})
