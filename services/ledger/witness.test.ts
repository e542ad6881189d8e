import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { utf8 } from '#events/kernel/bytes.ts'
import { checkpointBody } from '#events/ledger/checkpoint.ts'
import { cosignaturesOf } from '#events/ledger/cosignature.ts'
import {
  consistencyProof,
  emptyFrontier,
  leafHash,
  rangeRoot,
  rootOf,
} from '#events/ledger/merkle.ts'
import { parseNote, parseVerifierKey } from '#events/ledger/note.ts'
import { formatWitnessRequest } from '#events/ledger/witness-request.ts'

import { listen } from '../http/listen.ts'
import type { Listening } from '../http/listen.ts'
import { witnessApp } from '../http/witness-app.ts'
import { originHash } from './guard.ts'
import { noteTools, openLedgerKeys, sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'
import { createWitness, openWitnessFolder, trustedLines, trustLog } from './witness-folder.ts'

let folder: string
let keys: LedgerKeys
let server: Listening
let url: string
const host = 'shop.example/ledger'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-witness-'))
  keys = await openLedgerKeys({ folder: join(folder, 'log'), mayCreate: true })
  await createWitness(join(folder, 'witness'), 'regulator.example/witness')
  await trustLog(join(folder, 'witness'), keys.verifierKey(`${host}/*`))
  const witness = await openWitnessFolder(join(folder, 'witness'))
  server = await listen(
    witnessApp(witness, () => {}),
    { host: '127.0.0.1', port: 0 },
  )
  url = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

let logs = 0
const freshLog = () => `${host}/${(logs += 1)}`

type Asked = { origin: string; from: number; to: number; history?: string; oldSize?: number }

/** Two histories that part after leaf 4. */
function requestOf({ origin, from, to, history = 'ours', oldSize = from }: Asked): string {
  const leaves = (index: number) =>
    leafHash(utf8(index < 5 ? `leaf ${index}` : `${history} ${index}`), sha256)
  const root =
    to === 0 ? rootOf(emptyFrontier, sha256) : rangeRoot(leaves, { start: 0, end: to }, sha256)
  const proof = from === 0 || from > to ? [] : consistencyProof(leaves, { from, to }, sha256)
  const checkpoint = keys.signNote(origin, checkpointBody({ origin, size: to, root }))
  return formatWitnessRequest({ oldSize, proof, checkpoint })
}

async function post(body: string) {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

describe('add-checkpoint', () => {
  it('200 cosigns a first tree, a larger one and the same again', async () => {
    const origin = freshLog()
    const verifierKey = (await openWitnessFolder(join(folder, 'witness'))).verifierKey
    const key = parseVerifierKey(verifierKey, sha256)!
    for (const [from, to] of [
      [0, 3],
      [3, 9],
      [9, 9],
    ] as const) {
      const body = requestOf({ origin, from, to })
      const { status, text } = await post(body)
      expect(status).toBe(200)
      const note = parseNote(body.slice(body.indexOf('\n\n') + 2) + text)!
      const [cosignature] = cosignaturesOf(note, [key], noteTools)!
      expect(Math.abs(cosignature!.time - Date.now() / 1_000)).toBeLessThan(600)
    }
  })

  it('200 takes the empty tree first, and only with its root', async () => {
    const origin = freshLog()
    const root = new Uint8Array(32)
    const checkpoint = keys.signNote(origin, checkpointBody({ origin, size: 0, root }))
    expect((await post(formatWitnessRequest({ oldSize: 0, proof: [], checkpoint }))).status).toBe(
      422,
    )
    expect((await post(requestOf({ origin, from: 0, to: 0 }))).status).toBe(200)
    expect((await post(requestOf({ origin, from: 0, to: 4 }))).status).toBe(200)
  })

  it('409 tells who goes on from another size where it stands', async () => {
    const origin = freshLog()
    await post(requestOf({ origin, from: 0, to: 6 }))
    for (const from of [0, 3, 7])
      expect(await post(requestOf({ origin, from, to: 9 }))).toEqual({
        status: 409,
        type: 'text/x.tlog.size',
        text: '6\n',
      })
  })

  it('422 refuses a second history, a false proof and a proof of nothing', async () => {
    const origin = freshLog()
    await post(requestOf({ origin, from: 0, to: 7 }))
    const second = requestOf({ origin, from: 7, to: 12, history: 'theirs' })
    const other = requestOf({ origin, from: 7, to: 7, history: 'theirs' })
    const [first = '', ...rest] = requestOf({ origin, from: 7, to: 12 }).split('\n')
    const cut = [first, ...rest.slice(1)].join('\n')
    for (const body of [second, other, cut]) expect((await post(body)).status).toBe(422)
    const unneeded = requestOf({ origin: freshLog(), from: 4, to: 9, oldSize: 0 })
    expect((await post(unneeded)).status).toBe(422)
    // None of it has moved the record.
    expect((await post(requestOf({ origin, from: 7, to: 12 }))).status).toBe(200)
  })

  it('404 knows only the logs it was told of', async () => {
    for (const origin of ['other.example/ledger/1', 'shop.example/ledger/', 'shop.example/ledger'])
      expect((await post(requestOf({ origin, from: 0, to: 3 }))).status).toBe(404)
  })

  it('403 refuses what no key of the log has signed, or what was changed since', async () => {
    const origin = freshLog()
    const thief = await openLedgerKeys({ folder: join(folder, 'thief'), mayCreate: true })
    const body = checkpointBody({ origin, size: 1, root: new Uint8Array(32) })
    const stolen = thief.signNote(origin, body)
    const changed = keys.signNote(origin, body).replace('\n1\n', '\n2\n')
    for (const checkpoint of [stolen, changed])
      expect((await post(formatWitnessRequest({ oldSize: 0, proof: [], checkpoint }))).status).toBe(
        403,
      )
  })

  it.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['no checkpoint', 'old 0\n\n'],
    ['an old size above the new one', null],
  ])('400 refuses %s', async (_what, given) => {
    const origin = freshLog()
    const body = given ?? requestOf({ origin, from: 0, to: 3, oldSize: 9 })
    expect((await post(body)).status).toBe(400)
  })

  it('413 reads no more than a checkpoint can be', async () =>
    expect((await post('x'.repeat(200_000))).status).toBe(413))

  it('of two histories at the same moment cosigns one', async () => {
    const origin = freshLog()
    await post(requestOf({ origin, from: 0, to: 5 }))
    const answers = await Promise.all(
      ['ours', 'theirs', 'ours', 'theirs'].map((history, at) =>
        post(requestOf({ origin, from: 5, to: 8 + at, history })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  })
})

describe('what a witness shows to monitors', () => {
  it('is its last checkpoint with both signatures, by the hash of the origin', async () => {
    const origin = freshLog()
    const path = `${url}/${originHash(origin)}/checkpoint`
    expect((await fetch(path)).status).toBe(404)
    await post(requestOf({ origin, from: 0, to: 3 }))
    await post(requestOf({ origin, from: 3, to: 4 }))
    const note = parseNote(await (await fetch(path)).text())!
    expect(note.body.split('\n')[1]).toBe('4')
    expect(note.signatures.map(({ name }) => name)).toEqual([origin, 'regulator.example/witness'])
    for (const strange of ['x', '../witness-key.pem', `${originHash(origin)}x`])
      expect((await fetch(`${url}/${encodeURIComponent(strange)}/checkpoint`)).status).toBe(404)
  })
})

describe('the folder of a witness', () => {
  it('keeps name and key, and refuses another name', async () => {
    const own = join(folder, 'own')
    await createWitness(own, 'a.example/w')
    const { verifierKey } = await openWitnessFolder(own)
    await createWitness(own, 'a.example/w')
    expect((await openWitnessFolder(own)).verifierKey).toBe(verifierKey)
    await expect(createWitness(own, 'b.example/w')).rejects.toThrow(/is the witness a.example/)
    await expect(createWitness(join(folder, 'bad'), 'two words')).rejects.toThrow(/spaces/)
    await expect(openWitnessFolder(join(folder, 'none'))).rejects.toThrow(/begin with/)
  })

  it('trusts verifier keys of logs alone, each once', async () => {
    const own = join(folder, 'trusting')
    await createWitness(own, 'a.example/w')
    const { verifierKey } = await openWitnessFolder(own)
    await expect(trustLog(own, verifierKey)).rejects.toThrow(/no verifier key of a log/)
    await expect(trustLog(own, 'key')).rejects.toThrow(/no verifier key of a log/)
    const log = keys.verifierKey('shop.example/ledger/7')
    await trustLog(own, log)
    await trustLog(own, log)
    expect(await trustedLines(own)).toEqual([log])
    const witness = await openWitnessFolder(own)
    const asked = (origin: string) => witness.addCheckpoint(requestOf({ origin, from: 0, to: 2 }))
    expect((await asked('shop.example/ledger/7')).status).toBe(200)
    expect((await asked('shop.example/ledger/70')).status).toBe(404)
  })
})
