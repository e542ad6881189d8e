// The key of the logs changes under a shop that goes on: every log hands over, whoever knows the
// first key only can follow, and the old key can go. A rotation that is cut short anywhere goes on.
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hexOf } from '#events/kernel/bytes.ts'
import { keyIdOf, parseNote, parseVerifierKey } from '#events/ledger/note.ts'
import { openCheckpoint } from '#events/ledger/policy.ts'
import { receiptKeyName } from '#events/ledger/receipt.ts'
import { verifyBundle } from '#events/verify/verify.ts'

import { watchIo } from '../io/io.ts'
import { bundleFiles } from './bundle.ts'
import { fileGuard } from './guard.ts'
import { noteTools, openLedgerKeys, sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'
import { openLedger } from './ledger.ts'
import { openPublicLogs } from './public-logs.ts'
import { openPublishingKeys } from './publishing-keys.ts'
import { ticketReceipt } from './receipts.ts'
import { retireKeys, rotateKey } from './rotation.ts'
import { openSigner } from './signer.ts'
import { openLogRig, publishLog } from './testing/log-rig.ts'
import type { LogRig, OpenLog } from './testing/log-rig.ts'
import { openVerifierFiles } from './verifier-files.ts'
import { nodeCrypto } from './verify-crypto.ts'

let rig: LogRig
beforeAll(async () => {
  rig = await openLogRig(1)
})
afterAll(() => rig.close())

/** As the terminal has it: another process, which reads the folder for itself. */
async function needsOf({ test: { database }, store, signerFolder: folder, witnesses }: LogRig) {
  const keys = await openLedgerKeys({ folder, mayCreate: false })
  const signer = openSigner({ guard: fileGuard(join(folder, 'guard')), keys })
  const { publish } = openLedger({ database, signer, witnesses, failed: () => {} })
  return { database, store, folder, now: () => new Date(), publish }
}

/** What a stranger says who has the key of the publication and no other. */
async function failuresOf({ test: { database } }: LogRig, { raffleId }: OpenLog) {
  const log = (await openPublicLogs(database).ofRaffle(raffleId))!
  const verifier = openVerifierFiles({ database, built: null, kept: 'nowhere' })
  const files = new Map<string, Uint8Array>()
  for await (const { name, bytes } of bundleFiles({ database, chain: null, verifier }, log))
    files.set(name, bytes)
  const report = await verifyBundle({
    files: { names: [...files.keys()], read: async (name) => files.get(name)! },
    crypto: nodeCrypto,
    trust: { keys: [log.policyText.log], beacons: [], sandbox: true },
  })
  expect(report.story!.rotations.length).toBeGreaterThan(0)
  return report.checks
    .flatMap(({ id, findings }) =>
      findings.filter(({ kind }) => kind === 'fail').map(({ code }) => `(${id}) ${code}`),
    )
    .filter((one) => !one.startsWith('(a)')) // no verifier was built for this folder
}

const linesOf = async (ledger: ReturnType<LogRig['ledger']>, { raffleId, origin }: OpenLog) => {
  const { note } = await ledger.publish(raffleId)
  return parseNote(note)!.signatures.filter(({ name }) => name === origin).length
}

describe('a rotation of the key', () => {
  it('hands over under a running shop, which signs with both keys and then with one', async () => {
    const [log, idle] = [await rig.openLog(), await rig.openLog()]
    const running = rig.ledger()
    await rig.sell(log, 30)
    await running.publish(log.raffleId)
    await running.cosign(log.raffleId)
    const needs = await needsOf(rig)
    expect(await retireKeys(needs)).toEqual({ retired: [], waiting: [] })

    expect((await rotateKey(needs)).logs).toBe(2)
    await rig.sell(log, 30)
    expect(await linesOf(running, log)).toBe(2)
    await running.cosign(log.raffleId)
    expect(await failuresOf(rig, log)).toEqual([])

    const { retired, waiting } = await retireKeys(needs)
    expect({ retired, waiting }).toEqual({ retired: ['log-key.pem'], waiting: [] })
    await rig.sell(log, 5)
    expect(await linesOf(running, log)).toBe(1)
    for (const one of [log, idle]) await running.cosign(one.raffleId)
    expect(rig.failures).toEqual([])
    for (const one of [log, idle]) expect(await failuresOf(rig, one)).toEqual([])
    // The next start finds its key under another name than the first one had.
    const keys = await openLedgerKeys({ folder: rig.signerFolder, mayCreate: false })
    expect(keys.verifierKeys(log.origin)).toHaveLength(1)
    // The logs have grown since, under that key alone: the next rotation makes a key all the same.
    expect(await retireKeys(needs)).toEqual({ retired: [], waiting: [] })
    expect((await rotateKey(await needsOf(rig))).file).toContain('log-key-3.pem')
  })

  it('is heard of where no tree is signed, by who publishes and who gives receipts', async () => {
    const fresh = await openLogRig()
    const { test, store, signerFolder: folder } = fresh
    const sold = await fresh.openLog()
    await fresh.sell(sold, 1)
    await fresh.ledger().publish(sold.raffleId)
    const beside = await openLedgerKeys({ folder, mayCreate: false })
    const needs = await needsOf(fresh)
    await rotateKey(needs)
    expect((await retireKeys(needs)).retired).toEqual(['log-key.pem'])

    const keys = openPublishingKeys({ database: test.database, keys: beside })
    const log = await publishLog({ store, keys }, { witnesses: [], quorum: 0 })
    const { note } = await fresh.ledger().publish(log.raffleId)
    const { policy } = (await openPublicLogs(test.database).ofRaffle(log.raffleId))!
    expect(openCheckpoint(note, policy!, noteTools)).toMatchObject({ checkpoint: { size: 1 } })
    expect(await retireKeys(needs)).toEqual({ retired: [], waiting: [] })

    const receipts = await openLedgerKeys({ folder, mayCreate: false })
    await rotateKey(needs)
    await retireKeys(needs)
    const newest = await openLedgerKeys({ folder, mayCreate: false })
    const signedBy = () => receiptSigners(fresh, { keys: receipts, log: sold })
    await expect.poll(signedBy, { timeout: 5_000 }).toEqual([keyOf(newest, sold)])
    await fresh.close()
  })

  it('that is cut short at any call goes on with the key it had made', async () => {
    const fresh = await openLogRig()
    const logs = [await fresh.openLog(), await fresh.openLog()]
    const calls = await rotateCutAt(fresh, { logs, call: 0 })
    expect(calls).toBeGreaterThan(20)
    for (let call = 1; call <= calls; call += 1) await rotateCutAt(fresh, { logs, call })
    for (const log of logs) expect(await failuresOf(fresh, log)).toEqual([])
    await fresh.close()
  }, 120_000)
})

const keyOf = (keys: LedgerKeys, { origin }: OpenLog) =>
  hexOf(keyIdOf(parseVerifierKey(keys.verifierKey(receiptKeyName(origin)), sha256)!, sha256))

/** Ids of the keys that have signed the receipt of the log's only line. */
async function receiptSigners(
  { test: { database } }: LogRig,
  { keys, log: { raffleId, logId } }: { keys: LedgerKeys; log: OpenLog },
) {
  const { rows } = await database.query<{ lineId: string }>(
    `select order_line_id as "lineId" from issues where log_id = $1`,
    [logId],
  )
  const { lineId } = rows[0]!
  const logs = openPublicLogs(database)
  const found = await ticketReceipt({ database, logs, keys }, { raffleId, lineId }, { isOwn: true })
  return parseNote(found!.receipt)!.signatures.map(({ keyId }) => hexOf(keyId))
}

class Died extends Error {}

/** Dies before its `call`-th call, or not at all; whoever comes next rotates again. */
async function rotateCutAt(fresh: LogRig, { logs, call }: { logs: OpenLog[]; call: number }) {
  const before = await fresh.store.head(logs[0]!.logId)
  const needs = await needsOf(fresh)
  let calls = 0
  watchIo({
    before(name) {
      if (name === 'sql connect' || name.startsWith('timer')) return
      calls += 1
      if (calls === call) throw new Died(name)
    },
    after: () => {},
  })
  // Cut or not: the writer itself takes up what a connection has lost.
  await rotateKey(needs).catch(() => {})
  watchIo(undefined)
  // With nothing left to hand over it is done, and only its answer was lost.
  const heads = await Promise.all(logs.map(({ logId }) => fresh.store.head(logId)))
  const isTold = heads.every((head) => head === before + 1)
  if (!isTold) await rotateKey(await needsOf(fresh))
  for (const log of logs) await fresh.ledger().publish(log.raffleId)
  for (const { logId } of logs)
    expect([call, await fresh.store.head(logId)]).toEqual([call, before + 1])
  const { retired, waiting } = await retireKeys(needs)
  expect([call, retired.length, waiting]).toEqual([call, 1, []])
  return calls
}
