import { describe, expect, it } from 'vitest'

import type { Pictures } from '../backup/missing-pictures.ts'
import { restoreLines } from './restore-report.ts'

const told = ({ pictures, verifiers = [] }: { pictures?: Pictures; verifiers?: string[] }) =>
  restoreLines({
    headsHour: '',
    differences: [],
    erasedAgain: 0,
    verifiersMissing: verifiers,
    report: { findings: [], isSound: true, rows: 7, seconds: 1 },
    isSound: true,
    ...(pictures !== undefined && { pictures }),
  })

describe('a restore', () => {
  it('says what did not come back with the database, and is sound all the same', () => {
    const hash = 'ab'.repeat(32)
    const lines = told({ pictures: { missing: 7 }, verifiers: [hash] })
    expect(lines).toContainEqual(expect.stringMatching(`^MISSING  verify-${hash}.mjs`))
    expect(lines).toContainEqual(expect.stringMatching(/^MISSING {2}7 pictures/))
    expect(lines.at(-1)).toBe('Settled, and everything holds.')
  })

  it('says when nobody could be asked for pictures', () => {
    const lines = told({ pictures: { missing: null, why: 'no answer' } })
    expect(lines).toContain('NOT COMPARED: pictures could not be asked for (no answer).')
  })

  it('says nothing of what is there, and a drill nothing of pictures', () => {
    expect(told({ pictures: { missing: 0 } })).toEqual(told({}))
    expect(told({}).join('\n')).not.toContain('MISSING')
  })
})
