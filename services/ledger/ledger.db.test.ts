import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { parseCheckpointBody } from '#events/ledger/checkpoint.ts'
import {
  appendLeaf,
  checkConsistency,
  emptyFrontier,
  frontierBytes,
} from '#events/ledger/merkle.ts'
import { parseNote } from '#events/ledger/note.ts'
import { openCheckpoint, parsePolicy } from '#events/ledger/policy.ts'

import { sqlState } from '../io/database.ts'
import { watchIo } from '../io/io.ts'
import { ofTurn } from '../testing/turns.ts'
import { noteTools, sha256 } from './keys.ts'
import { publishCheckpoint } from './publish.ts'
import { SignerRefused } from './signer.ts'
import { openLogRig } from './testing/log-rig.ts'
import type { LogRig, OpenLog } from './testing/log-rig.ts'
import { consistencyFromTiles } from './tree.ts'

let rig: LogRig
beforeAll(async () => {
  rig = await openLogRig(2)
})
afterAll(() => rig.close())

const policyOf = (log: OpenLog) =>
  parsePolicy(
    {
      log: rig.keys.verifierKey(log.origin),
      witnesses: rig.witnesses.map(({ verifierKey }) => verifierKey),
      quorum: 2,
    },
    sha256,
  )!

const open = (log: OpenLog, note: string) => openCheckpoint(note, policyOf(log), noteTools)

describe('a published log', () => {
  it('has a checkpoint of everything that was recorded, cosigned by its witnesses', async () => {
    const log = await rig.openLog()
    const ledger = rig.ledger()
    await rig.sell(log, 20)
    const { note } = await ledger.publish(log.raffleId)
    expect(open(log, note)).toMatchObject({ checkpoint: { size: 21 }, quorumTime: null })

    await ledger.cosign(log.raffleId)
    const cosigned = open(log, (await ledger.publish(log.raffleId)).note)
    expect(cosigned?.cosignatures).toHaveLength(2)
    expect(cosigned?.quorumTime).toBeGreaterThan(1_700_000_000)
    for (const witness of rig.witnesses)
      expect(parseCheckpointBody(parseNote((await witness.lastOf(log.origin))!)!.body)?.size).toBe(
        21,
      )
  })

  it.each(['head', 'sign'] as const)(
    'is signed by two processes at once, and neither takes the other for a fork: before %s',
    async (moment) => {
      const log = await rig.openLog()
      const { signer, logs, ...other } = rig.ledger()
      await rig.sell(log, 5)
      await other.publish(log.raffleId)
      await rig.sell(log, 2)
      let isQuicker = true
      const after = async <Answer>(at: typeof moment, act: () => Promise<Answer>) => {
        if (at === moment && isQuicker) {
          isQuicker = false
          await rig.sell(log, 3)
          await other.publish(log.raffleId)
          await rig.sell(log, 1)
        }
        return act()
      }
      const late: typeof signer = {
        ...signer,
        head: (origin) => after('head', () => signer.head(origin)),
        sign: (request) => after('sign', () => signer.sign(request)),
      }
      const publicLog = await logs.ofRaffle(log.raffleId)

      const needs = { database: rig.test.database, signer: late }
      expect(await publishCheckpoint(needs, publicLog!)).toMatchObject({ size: 12 })
    },
  )

  it('is published and cosigned by the sweeps, and by no more than its growth', async () => {
    const [one, other] = [await rig.openLog(), await rig.openLog()]
    const ledger = rig.ledger()
    await ledger.publishDue()
    await ledger.cosignDue()
    await rig.sell(one, 300)
    await ledger.publishDue()
    await ledger.cosignDue()
    const sizes = await rig.test.database.query<{ log_id: string; sizes: number[] }>(
      `select log_id, array_agg(size order by size) as sizes
         from cosignatures where log_id = any($1) group by log_id`,
      [[one.logId, other.logId]],
    )
    const sizesOf = ({ logId }: OpenLog) => sizes.rows.find((row) => row.log_id === logId)?.sizes
    expect(sizesOf(one)).toEqual([1, 1, 301, 301])
    expect(sizesOf(other)).toEqual([1, 1])
    expect(rig.failures).toEqual([])
  })

  it('tells for how long each witness has been waited for', async () => {
    const own = await openLogRig(2)
    const [one, other] = own.witnesses.map(({ verifierKey }) => verifierKey)
    const [first = '', second = ''] = [one, other].map((key) => key?.split('+')[0])
    const log = await own.openLog()
    const ledger = own.ledger()
    for (const issues of [1, 2]) {
      await own.sell(log, issues)
      await ledger.publish(log.raffleId)
      await ledger.cosign(log.raffleId)
    }
    expect(await ledger.cosignatureLags()).toEqual({ [first]: 0, [second]: 0 })

    // The second has not come to the newest, which is two hours old.
    await own.test.owner.query('delete from cosignatures where size = 4 and witness = $1', [other])
    await own.test.owner.query(`update checkpoints set signed_at = signed_at - interval '2 hours'`)
    const lags = await ledger.cosignatureLags()
    await own.close()
    expect(lags[first]).toBe(0)
    expect(lags[second]).toBeGreaterThan(7_199)
    expect(lags[second]).toBeLessThan(7_300)
  })

  it('is one history for all processes that publish it', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 50)
    const ledgers = [rig.ledger(), rig.ledger(), rig.ledger()]
    const notes = await Promise.all(ledgers.map((ledger) => ledger.publish(log.raffleId)))
    expect(new Set(notes.map(({ note }) => note)).size).toBe(1)
  })

  it('says when the quorum had seen a size', async () => {
    const log = await rig.openLog()
    const ledger = rig.ledger()
    await ledger.publish(log.raffleId)
    const before = await ledger.quorumAt(log.origin, 1)
    expect(before).toMatchObject({ needed: 2, reachedAt: null, size: null })
    expect(before.witnesses.map(({ name, at }) => [name, at])).toEqual([
      ['witness.example/1', null],
      ['witness.example/2', null],
    ])
    await rig.sell(log, 4)
    await ledger.publish(log.raffleId)
    await ledger.cosign(log.raffleId)
    // A larger tree that was cosigned holds the smaller one.
    const after = await ledger.quorumAt(log.origin, 3)
    expect(after.size).toBe(5)
    expect(after.reachedAt).toBeInstanceOf(Date)
    expect((await ledger.quorumAt(log.origin, 6)).reachedAt).toBeNull()
    await expect(ledger.quorumAt('shop.example/ledger/other', 1)).rejects.toThrow(/no log/)
  })

  it('needs nobody’s word but its own where it was published without witnesses', async () => {
    const quiet = await openLogRig()
    const log = await quiet.openLog()
    const ledger = quiet.ledger()
    expect((await ledger.quorumAt(log.origin, 1)).reachedAt).toBeNull()
    const { signedAt } = await ledger.publish(log.raffleId)
    expect(await ledger.quorumAt(log.origin, 1)).toEqual({
      needed: 0,
      reachedAt: signedAt,
      size: 1,
      witnesses: [],
    })
    await quiet.close()
  })

  it('is evidence that the service can add to, and never change', async () => {
    const tries = [
      'update checkpoints set note = note',
      'delete from checkpoints',
      'update cosignatures set line = line',
      'delete from cosignatures',
      'delete from ledger_tiles',
    ]
    for (const text of tries)
      expect(await rig.test.database.query(text).catch(sqlState)).toBe('42501')
  })
})

describe('F21 a database that was restored from a backup', () => {
  it('is not signed while it is behind, nor when the record is lost with it', async () => {
    const log = await rig.openLog()
    const ledger = rig.ledger()
    await rig.sell(log, 10)
    await ledger.publish(log.raffleId)
    await rig.sell(log, 10)
    const { note } = await ledger.publish(log.raffleId)
    await restoreTo(log, 11)
    // The facts after the eleventh are other ones now.
    await rig.sell(log, 3)
    expect(await codeOf(rig.ledger().publish(log.raffleId))).toBe('knows_more')
    await rig.sell(log, 30)
    expect(await codeOf(rig.ledger().publish(log.raffleId))).toBe('sees_a_fork')

    const lost = rig.ledger({ signerFolder: join(rig.signerFolder, 'empty') })
    expect(await codeOf(lost.publish(log.raffleId))).toBe('no_record')
    await lost.signer.adopt(parseCheckpointBody(parseNote(note)!.body)!)
    expect(await codeOf(lost.publish(log.raffleId))).toBe('sees_a_fork')
  })

  it('is found out by its witnesses, should the signer’s record be restored with it', async () => {
    const log = await rig.openLog()
    const ledger = rig.ledger()
    await rig.sell(log, 20)
    await ledger.publish(log.raffleId)
    await ledger.cosign(log.raffleId)
    await restoreTo(log, 11)
    await rig.test.owner.query('delete from cosignatures where log_id = $1', [log.logId])
    await rig.test.owner.query('delete from checkpoints where log_id = $1', [log.logId])
    await rig.sell(log, 40)
    const forgetful = rig.ledger({ signerFolder: join(rig.signerFolder, 'forgetful') })
    await forgetful.publish(log.raffleId)
    rig.failures.length = 0
    await forgetful.cosign(log.raffleId)
    expect(rig.failures.map(String)).toEqual([
      expect.stringContaining('answered 422: the consistency proof does not hold'),
      expect.stringContaining('answered 422: the consistency proof does not hold'),
    ])
    rig.failures.length = 0
  })
})

describe('a process that dies at any call of publishing and cosigning', () => {
  class Died extends Error {}

  async function dieAt(when: 'before' | 'after', call: number) {
    const log = await rig.openLog()
    const signerFolder = join(rig.signerFolder, `dying-${log.raffleId}`)
    const ledger = rig.ledger({ signerFolder })
    await rig.sell(log, 3)
    await ledger.publish(log.raffleId)
    await ledger.cosign(log.raffleId)
    await rig.sell(log, 300)
    const calls: string[] = []
    let isDead = false
    const at = (moment: 'before' | 'after') => (name: string) => {
      if (moment === 'before') calls.push(name)
      // A connection that came and was never used would be lost to the pool of this process.
      if (moment === 'after' && name === 'sql connect') return
      if (isDead || (moment === when && calls.length === call)) {
        isDead = true
        throw new Died()
      }
    }
    watchIo({ before: at('before'), after: at('after') })
    try {
      await ledger.publish(log.raffleId)
      await ledger.cosign(log.raffleId)
    } catch (error) {
      // What the dying process itself makes of it is heard by nobody.
      if (!isDead) throw error
    } finally {
      watchIo(undefined)
    }
    return { log, signerFolder, calls }
  }

  it('leaves no fork, no second history and no lost step', { timeout: 120_000 }, async () => {
    const { calls } = await dieAt('before', 0)
    const sides = ofTurn(['before', 'after'] as const, 2)
    for (const when of sides)
      for (const [at, name] of calls.entries()) {
        if (when === 'after' && name === 'sql connect') continue
        const call = at + 1
        const { log, signerFolder } = await dieAt(when, call)
        const next = rig.ledger({ signerFolder })
        await rig.sell(log, 2)
        await next.publish(log.raffleId)
        await next.cosign(log.raffleId)
        const cosigned = open(log, (await next.publish(log.raffleId)).note)
        expect([when, call, cosigned?.checkpoint.size]).toEqual([when, call, 306])
        expect([when, call, cosigned?.cosignatures.length]).toEqual([when, call, 2])
        await requireOneHistory(log)
        await rm(signerFolder, { recursive: true })
      }
    process.stdout.write(`publishing: ${calls.length} calls, killed ${sides.join(' and ')} each\n`)
    rig.failures.length = 0
  })
})

/** Every checkpoint that was ever stored is the beginning of the last one. */
async function requireOneHistory({ logId }: OpenLog): Promise<void> {
  const { rows } = await rig.test.database.query<{ size: number; root: Buffer }>(
    'select size, root from checkpoints where log_id = $1 order by size',
    [logId],
  )
  const last = rows.at(-1)!
  for (const { size, root } of rows) {
    const steps = { from: size, to: last.size }
    const proof = await consistencyFromTiles(rig.test.database, logId, steps)
    const claim = { ...steps, fromRoot: root, toRoot: last.root, proof }
    expect(checkConsistency(claim, sha256)).toBe(true)
  }
}

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'signed',
    (error: unknown) => (error instanceof SignerRefused ? error.code : String(error)),
  )

/** What a backup of a moment ago would have held of this log. */
async function restoreTo({ logId }: OpenLog, head: number): Promise<void> {
  const { owner } = rig.test
  const frontier = await frontierAt(logId, head)
  await owner.query('delete from cosignatures where log_id = $1 and size > $2', [logId, head])
  await owner.query('delete from checkpoints where log_id = $1 and size > $2', [logId, head])
  await owner.query('delete from ledger_tiles where log_id = $1', [logId])
  await owner.query('delete from ledger_trees where log_id = $1', [logId])
  await owner.query('delete from issues where log_id = $1 and position > $2', [logId, head])
  await owner.query('delete from events where log_id = $1 and position > $2', [logId, head])
  await owner.query(
    `update raffle_state set issued = coalesce(
       (select max(last) from issues where log_id = $1), 0) where log_id = $1`,
    [logId],
  )
  await owner.query(
    `update raffle_products set issued = coalesce(
       (select max(last) from issues where log_id = $1), 0) where log_id = $1`,
    [logId],
  )
  await owner.query(
    `update logs set head = $2, tree_frontier = $3, revision = revision + 1,
                     batch_id = gen_random_uuid()
      where log_id = $1`,
    [logId, head, frontier],
  )
}

async function frontierAt(logId: string, head: number): Promise<Buffer> {
  const { rows } = await rig.test.database.query<{ leaf: Buffer }>(
    'select leaf from events where log_id = $1 and position <= $2 order by position',
    [logId, head],
  )
  let frontier = emptyFrontier
  for (const { leaf } of rows) frontier = appendLeaf(frontier, new Uint8Array(leaf), sha256)
  return Buffer.from(frontierBytes(frontier))
}
