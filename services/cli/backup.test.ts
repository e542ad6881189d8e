import { describe, expect, it } from 'vitest'

import { tellDrill } from './backup.ts'

const heads = [{ logId: 'raffle/a', head: 7, leaf: 'cc' }]
const finding = { id: 'I1', title: 'Numbers', verdict: 'pass', examined: 7, violations: 0 } as const

const told = (takenAt: string) =>
  tellDrill('lines', {
    manifest: { takenAt, heads },
    kept: { hour: '2026-11-21T08', heads, headsFolder: 'heads' },
    contents: { heads, digests: {} },
    differences: [],
    erasedAgain: 0,
    verifiersMissing: [],
    report: { findings: [{ ...finding, examples: [] }], isSound: true, rows: 7, seconds: 1 },
    isSound: true,
    backupSeconds: 600,
    restoreSeconds: 90,
  })

describe('a drill', () => {
  it('keeps what the restore alone has taken, beside all of it', () => {
    const { drilled } = told('2026-11-21T08:30:00Z')
    expect(drilled).toMatchObject([{ way: 'lines', minutes: 11.5, restoreMinutes: 1.5 }])
  })

  it('says with which heads it compared', () => {
    const { lines, json } = told('2026-11-21T08:30:00Z')
    expect(lines).toContain('Compared with the heads of 2026-11-21T08:00 UTC.')
    expect(lines.join('\n')).not.toContain('NOT COMPARED')
    expect(json).toMatchObject({ headsHour: '2026-11-21T08', gap: null })
  })

  it('says when they are too old to compare with, and is no failure for it', () => {
    const { lines, isFine } = told('2026-11-21T12:00:00Z')
    expect(lines.at(-1)).toMatch(/^NOT COMPARED: the heads after 2026-11-21T08:00 UTC/)
    expect(isFine).toBe(true)
  })
})
