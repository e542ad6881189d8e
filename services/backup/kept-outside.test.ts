import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { keptOutside } from './kept-outside.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'qura-kept-outside-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the newest list of heads, of 8 to 9 in the morning', () => {
  const kept = async (takenAt: string | null) => {
    const headsFolder = join(folder, 'heads')
    await mkdir(headsFolder, { recursive: true })
    await writeFile(join(folder, 'log-key.pem'), 'its name is what is looked for')
    await writeFile(join(headsFolder, '2026-11-21T07.txt'), '')
    await writeFile(join(headsFolder, '2026-11-21T08.txt'), `a 7 ${'cc'.repeat(32)}\n`)
    const asked = { hasRaffles: true, isWithoutSigner: false, takenAt }
    return keptOutside({ signerFolder: folder, headsFolder, ...asked })
  }

  it('is named, and has no gap beside a backup of its time, or an earlier one', async () => {
    for (const takenAt of [null, '2026-11-20T01:00:00Z', '2026-11-21T09:55:00Z'])
      expect(await kept(takenAt)).toMatchObject({ headsHour: '2026-11-21T08', gap: null })
  })

  it('says nothing of what a backup of two hours later brings back, and that is said', async () => {
    const { gap, headsKept } = await kept('2026-11-21T10:00:01Z')
    expect(headsKept).toHaveLength(1)
    expect(gap).toMatch(/^NOT COMPARED: the heads after 2026-11-21T08:00 UTC \(/)
    expect(gap).toContain('backup of 2026-11-21T10:00:01Z')
  })
})
