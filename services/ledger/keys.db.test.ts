import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { raffleIdSchema } from '#events/kernel/ids.ts'
import { isSignedBy, parseNote, parseVerifierKey } from '#events/ledger/note.ts'

import { sqlState } from '../io/database.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openLedgerKeys, originOf, sha256 } from './keys.ts'
import { commitOperator, openOperatorSeed } from './operator-seeds.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-signer-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const raffle = () => raffleIdSchema.parse(randomUUID())

describe('the keys of the ledger', () => {
  it('are made once, kept private, and sign what the verifier key opens', async () => {
    const first = await openLedgerKeys({ folder, mayCreate: true })
    const again = await openLedgerKeys({ folder, mayCreate: false })
    const origin = originOf('shop.example:3000', raffle())
    expect(again.verifierKey(origin)).toBe(first.verifierKey(origin))
    expect(again.personSecret).toEqual(first.personSecret)
    for (const name of ['log-key.pem', 'secret'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)

    const note = parseNote(first.signNote(origin, `${origin}\n0\nroot\n`))
    const key = parseVerifierKey(first.verifierKey(origin), sha256)
    if (note === null || key === null) throw new Error('neither note nor key may be unreadable')
    expect(isSignedBy(note, key, { sha256, verify: verifyEd25519 })).toBe(true)
    expect(isSignedBy({ ...note, body: 'x\n' }, key, { sha256, verify: verifyEd25519 })).toBe(false)
  })

  it('are never replaced quietly when they were lost', async () => {
    const lost = openLedgerKeys({ folder: join(folder, 'elsewhere'), mayCreate: false })
    await expect(lost).rejects.toThrow(/restore SIGNER_DIR/)
  })
})

describe("the operator's seed", () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase()
  })
  afterAll(() => test.drop())

  it('is committed to once, whoever asks and however often', async () => {
    const needs = await needsOf(test)
    const raffleId = raffle()
    const commits = await Promise.all([1, 2, 3].map(() => commitOperator(needs, raffleId)))
    expect(new Set(commits).size).toBe(1)
    expect(commits[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(await openOperatorSeed(needs, raffleId)).toHaveLength(32)
  })

  it('opens for its own raffle only, and cannot be replaced by the service', async () => {
    const needs = await needsOf(test)
    const [one, other] = [raffle(), raffle()]
    await commitOperator(needs, one)
    await test.owner.query(
      `insert into operator_seeds (log_id, sealed)
       select $2, sealed from operator_seeds where log_id = $1`,
      [`raffle/${one}`, `raffle/${other}`],
    )
    await expect(openOperatorSeed(needs, other)).rejects.toThrow()
    const replaced = test.database
      .query('update operator_seeds set sealed = sealed')
      .catch((error) => sqlState(error))
    expect(await replaced).toBe('42501')
  })
})

const needsOf = async ({ database }: TestDatabase) => ({
  database,
  keys: await openLedgerKeys({ folder, mayCreate: true }),
})

/** SPKI of an Ed25519 key is a fixed prefix and the 32 bytes (RFC 8410). */
function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}
