// What a bundle repeats of its log: file by file, without the bundle.
import { describe, expect, it } from 'vitest'

import { concat, textOf, utf8 } from '../kernel/bytes.ts'
import { canonicalJson } from '../ledger/canonical-json.ts'
import { policyFileText } from './bundle-files.ts'
import { certificateHtml } from './certificate.ts'
import { newIssues } from './facts.ts'
import { checkDerived } from './files-check.ts'
import { scanIssue } from './issue-scan.ts'
import { newJudge } from './report.ts'
import type { Draw, Story } from './story.ts'
import { drawOf, factOf, published, said, termsWith } from './testing/facts.ts'
import { raffleId } from './testing/keys.ts'
import { makeLog } from './testing/plan.ts'
import { sale } from './testing/true-raffle.ts'

const storyOf = (draws: Draw[]): Story => ({
  raffleId,
  published,
  draws,
  issued: 0,
  issues: newIssues(),
  voids: [],
  rotations: [],
  cancelled: null,
  facts: [],
  phase: 'open',
})

async function judged(files: Readonly<Record<string, string>>, draws: Draw[] = []) {
  const judge = newJudge()
  const read = async (name: string) => (name in files ? utf8(files[name]!) : null)
  const checked = { read, readRest: async () => {}, names: new Set(Object.keys(files)) }
  await checkDerived({ judge, files: checked, story: storyOf(draws), chain: null, outcomes: [] })
  return said(judge)
}

it('says no more than the log, and no less', async () => {
  const text = policyFileText({ published })
  expect(policyFileText({ published: null })).toBe('{}')
  expect(await judged({ 'policy.json': text })).toEqual([])
  for (const other of [`${text}\n`, text.slice(0, -1), ''])
    expect(await judged({ 'policy.json': other })).toEqual(['b fail file_contradicts'])
})

describe('the verifier that lies in a bundle', () => {
  const found = 'ab'.repeat(32)
  const files = { 'manifest.json': canonicalJson({ files: { 'verify.mjs': found } }) }
  const named = (softwareSha256: string) => [
    drawOf({ completed: factOf('DrawCompleted', { data: { softwareSha256 } }) }),
    drawOf({}),
  ]

  it('is the one that a draw has named, if it has named one', async () => {
    expect(await judged(files, named(found))).toEqual([])
    expect(await judged(files, named('00'.repeat(32)))).toEqual([])
    expect(await judged(files, named('cd'.repeat(32)))).toEqual(['a fail other_software'])
    expect(await judged({}, named('cd'.repeat(32)))).toEqual([])
  })
})

describe('the certificate', () => {
  const pageOf = (terms: Story['published'], draws: Draw[] = []) =>
    certificateHtml({ published: terms, draws, issued: 7 })

  it('writes what staff have typed as text', () => {
    const page = pageOf(termsWith({ prize: '<b>"Ann" & Bob</b>', raffleNumber: '<i>' }))
    expect(page).toContain('<code>&lt;b&gt;&quot;Ann&quot; &amp; Bob&lt;/b&gt;</code>')
    expect(page).toContain('<title>&lt;i&gt;</title>')
    expect(page).not.toMatch(/<[bi]>/)
  })

  it('has no line for what is empty, and no sheet without terms', () => {
    const lines = (text: string) => text.split('<dt>').length
    const whole = pageOf(published)
    expect(lines(pageOf(termsWith({ licenceNumber: '' })))).toBe(lines(whole) - 3)
    expect(pageOf(null)).toMatch(/<title><\/title>[^]*<body>\n<\/body>/)
  })

  it('tells who gave the licence, and when, on a page of a layout of its own', () => {
    const licence = { licenceAuthority: 'Lottery & Games', licenceDate: '2026-01-02' }
    const page = pageOf(termsWith(licence))
    expect(page).toContain('certificate 2 -->')
    expect(page.match(/<code>Lottery &amp; Games<\/code>/g)).toHaveLength(3)
    expect(page.match(/<code>2026-01-02<\/code>/g)).toHaveLength(3)
    for (const one of Object.entries(licence))
      expect(pageOf(termsWith(Object.fromEntries([one])))).toContain('certificate 2 -->')
    expect(pageOf(published)).toContain('certificate 1 -->')
    const before = certificateHtml({ published: termsWith(licence), draws: [], issued: 7 }, 1)
    expect(before).toBe(pageOf(published))
  })

  it('names every end of a draw, one behind the other', () => {
    const ends = ['01', '02'].map((month) =>
      factOf('DrawPostponed', { at: `2027-${month}-01T00:00:00.000Z` }),
    )
    const data = { mode: 'local', validCount: 7 } as const
    const page = pageOf(published, [drawOf({ seal: factOf('RegisterSealed', { data }), ends })])
    expect(page).toMatch(/2027-01-01T00:00:00\.000Z — [^<]* 2027-02-01T00:00:00\.000Z<\/h2>/)
  })
})

describe('a sale', () => {
  const { bytes, entries } = makeLog({ steps: [sale(1)], checkpoints: [] })
  const text = textOf(concat(utf8('{}'), bytes[0]!, utf8('}')))
  const [start, end] = [2, text.length - 1]

  it('is read at one glance where it stands', () => {
    const { at, data } = entries[0]!
    expect(scanIssue({ text, start, end })).toEqual({ at, ...data, index: 0, raffle: raffleId })
  })

  it('is nothing that begins elsewhere, ends elsewhere or is none', () => {
    expect(scanIssue({ text, start: start - 1, end })).toBeNull()
    expect(scanIssue({ text, start, end: end + 1 })).toBeNull()
    expect(scanIssue({ text, start, end: end - 1 })).toBeNull()
    expect(scanIssue({ text: text.replace('online', 'others'), start, end })).toBeNull()
  })
})
