import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { utf8 } from '#events/kernel/bytes.ts'
import { parseCheckpointBody } from '#events/ledger/checkpoint.ts'
import { consistencyProof, leafHash, rangeRoot } from '#events/ledger/merkle.ts'
import { isSignedBy, parseNote, parseVerifierKey } from '#events/ledger/note.ts'

import { listFolder, writeWhole } from '../io/files.ts'
import { watchIo } from '../io/io.ts'
import { fileGuard, originHash } from './guard.ts'
import { noteTools, openLedgerKeys, sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'
import { openSigner, SignerRefused } from './signer.ts'
import type { SignRequest } from './signer.ts'

let folder: string
let keys: LedgerKeys
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-guard-'))
  keys = await openLedgerKeys({ folder: join(folder, 'keys'), mayCreate: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let made = 0
const freshFolder = () => join(folder, `guard-${(made += 1)}`)
const signerOn = (path: string) => openSigner({ guard: fileGuard(path), keys })
const origin = 'shop.example/ledger/1'

/** Two histories that part after leaf 9. */
const leafOf = (history: string) => (index: number) =>
  leafHash(utf8(index < 10 ? `leaf ${index}` : `${history} ${index}`), sha256)

function request(
  { from, to, history = 'ours' }: { from: number; to: number; history?: string },
  isPublished = from > 0,
): SignRequest {
  const leaves = leafOf(history)
  const root = rangeRoot(leaves, { start: 0, end: to }, sha256)
  const proof = from === 0 ? [] : consistencyProof(leaves, { from, to }, sha256)
  return { checkpoint: { origin, size: to, root }, proof, isPublished }
}

const sizeOf = (note: string) => parseCheckpointBody(parseNote(note)!.body)?.size
const codeOf = (error: unknown) => (error instanceof SignerRefused ? error.code : String(error))

describe('the signer', () => {
  it('signs a first tree and what it has proved to grow from it', async () => {
    const signer = signerOn(freshFolder())
    expect(await signer.head(origin)).toBeNull()
    const key = parseVerifierKey(keys.verifierKey(origin), sha256)!
    for (const [from, to] of [
      [0, 4],
      [4, 9],
      [9, 300],
    ] as const) {
      const note = await signer.sign(request({ from, to }))
      expect(isSignedBy(parseNote(note)!, key, noteTools)).toBe(true)
      expect(sizeOf(note)).toBe(to)
      expect((await signer.head(origin))?.size).toBe(to)
    }
  })

  it('gives the same signature for the same tree, and writes nothing for it', async () => {
    const path = freshFolder()
    const first = await signerOn(path).sign(request({ from: 0, to: 4 }))
    const names = await listFolder(join(path, originHash(origin)))
    expect(await signerOn(path).sign(request({ from: 4, to: 4 }, false))).toBe(first)
    expect(await listFolder(join(path, originHash(origin)))).toEqual(names)
  })

  it.each([
    ['a smaller tree', 'knows_more', request({ from: 4, to: 11 }, true)],
    ['a tree of another history', 'sees_a_fork', request({ from: 12, to: 20, history: 'theirs' })],
    [
      'another tree of the same size',
      'sees_a_fork',
      request({ from: 12, to: 12, history: 'theirs' }),
    ],
    [
      'a larger tree without its proof',
      'sees_a_fork',
      { ...request({ from: 12, to: 20 }), proof: [] },
    ],
    ['a proof from another size', 'sees_a_fork', request({ from: 11, to: 20 })],
    ['a tree called new', 'sees_a_fork', request({ from: 0, to: 20, history: 'theirs' }, false)],
  ])('refuses %s', async (_what, code, refused) => {
    const path = freshFolder()
    await signerOn(path).sign(request({ from: 0, to: 12 }))
    const answer = await signerOn(path).sign(refused).catch(codeOf)
    expect(answer).toBe(code)
    expect((await signerOn(path).head(origin))?.size).toBe(12)
  })

  it('without its record signs no log that was published, until one is adopted', async () => {
    const signer = signerOn(freshFolder())
    expect(await signer.sign(request({ from: 12, to: 20 })).catch(codeOf)).toBe('no_record')
    await signer.adopt(request({ from: 0, to: 12 }).checkpoint)
    expect(sizeOf(await signer.sign(request({ from: 12, to: 20 })))).toBe(20)
    await expect(signer.adopt(request({ from: 0, to: 9 }).checkpoint)).rejects.toThrow(
      /record of its own/,
    )
  })

  it('of two who sign at the same time lets one pass', async () => {
    const path = freshFolder()
    await signerOn(path).sign(request({ from: 0, to: 9 }))
    const answers = await Promise.all(
      ['ours', 'theirs', 'others'].map((history) =>
        signerOn(path)
          .sign(request({ from: 9, to: 12, history }))
          .then(() => 'signed', codeOf),
      ),
    )
    expect(answers.toSorted()).toEqual(['busy', 'busy', 'signed'])
  })

  it('will not go on from a record that was damaged', async () => {
    const path = freshFolder()
    await signerOn(path).sign(request({ from: 0, to: 4 }))
    await writeWhole(join(path, originHash(origin), '000000000001'), 'damaged')
    await expect(signerOn(path).sign(request({ from: 4, to: 9 }))).rejects.toThrow(/is damaged/)
  })
})

describe('a signer that dies at any call', () => {
  class Died extends Error {}

  /** Signs 12 after 9 and dies at one call: before it is made, or after it was answered. */
  async function dieAt(when: 'before' | 'after', call: number) {
    const path = freshFolder()
    await signerOn(path).sign(request({ from: 0, to: 9 }))
    let calls = 0
    const die = (at: 'before' | 'after') => () => {
      if (at === 'before') calls += 1
      if (at === when && calls === call) throw new Died()
    }
    watchIo({ before: die('before'), after: die('after') })
    const released = await signerOn(path)
      .sign(request({ from: 9, to: 12 }))
      .catch((error: unknown) => {
        if (!(error instanceof Died)) throw error
        return null
      })
      .finally(() => watchIo(undefined))
    return { path, released, calls }
  }

  it('has written down every tree of which a signature is in the world', async () => {
    const { calls, released } = await dieAt('before', 0)
    expect(released).not.toBeNull()
    let points = 0
    for (const when of ['before', 'after'] as const)
      for (let call = 1; call <= calls; call += 1) {
        points += 1
        const { path, released: note } = await dieAt(when, call)
        const head = await signerOn(path).head(origin)
        // The signature itself comes after the last call: a death in one releases nothing.
        expect(note).toBeNull()
        expect([9, 12]).toContain(head?.size)
        const from = head!.size
        // The next process goes on, with the same tree or a larger one, and never with a fork.
        const fork = request({ from, to: 20, history: 'theirs' })
        if (from === 12) expect(await signerOn(path).sign(fork).catch(codeOf)).toBe('sees_a_fork')
        expect(await signerOn(path).sign(request({ from, to: 12 }))).toBe(released)
        expect(sizeOf(await signerOn(path).sign(request({ from: 12, to: 30 })))).toBe(30)
      }
    expect(points).toBeGreaterThanOrEqual(16)
  })
})
