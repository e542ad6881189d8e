// Every block of docs/verify-a-draw.md that can run here does, on a true bundle, as its reader
// would run it: in an unpacked folder, one after the other.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeBundle } from '#events/verify/testing/bundle.ts'
import { log } from '#events/verify/testing/keys.ts'
import { trueRaffle } from '#events/verify/testing/true-raffle.ts'

import { blocks, hasTool, runGo, runOpenssl, runPython, unpack } from './testing/document-blocks.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-document-'))
  await unpack(folder, makeBundle(trueRaffle()).files)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const entriesPath = () => join(folder, 'tile/entries/000.p/161')

/** Somebody's range of tickets is another one while `act` runs. */
async function withChangedEntry(act: () => Promise<void>): Promise<void> {
  const bytes = await readFile(entriesPath())
  const changed = bytes.toString('latin1').replace('"last":7', '"last":8')
  await writeFile(entriesPath(), Buffer.from(changed, 'latin1'))
  await act()
  await writeFile(entriesPath(), bytes)
}

it('has the blocks it speaks of', () => {
  expect(blocks).toMatchObject({ python: { length: 4 }, sh: { length: 2 }, go: { length: 1 } })
})

describe('Python alone', async () => {
  const isHere = await hasTool('python3')

  it.runIf(isHere)('finds the true bundle true, with the winners of the log', async () => {
    const said = await runPython(folder)
    expect(said).toContain('161 entries under the signed root')
    expect(said).toContain('296 valid tickets, as sealed')
    expect(said).toMatch(/prize \d+ reserves \d+ \d+ \d+/)
  })

  it.runIf(isHere)('stops at a ticket that was changed', () =>
    withChangedEntry(() => expect(runPython(folder, blocks.python[1])).rejects.toThrow(/Assert/)),
  )
})

describe('OpenSSL alone', async () => {
  const isHere = await hasTool('openssl')

  it.runIf(isHere)('finds the newest checkpoint signed by the log', async () => {
    expect(await runOpenssl(folder, log.verifierKey)).toContain('Verified Successfully')
  })

  it.runIf(isHere)('refuses another key', async () => {
    const [name, id] = log.verifierKey.split('+')
    const other = Buffer.concat([Buffer.of(1), Buffer.alloc(32, 9)]).toString('base64')
    await expect(runOpenssl(folder, `${name}+${id}+${other}`)).rejects.toThrow()
  })
})

describe('Go alone', async () => {
  const isHere = await hasTool('go')

  it.runIf(isHere)('opens every checkpoint, and finds its root under the tiles', async () => {
    expect(await runGo(folder, log.verifierKey)).toContain('161 entries')
  })

  it.runIf(isHere)('finds an entry that was changed', async () => {
    await withChangedEntry(async () => {
      const refusal = expect(runGo(folder, log.verifierKey)).rejects
      await refusal.toThrow('is not the one that was signed')
    })
  })
})
