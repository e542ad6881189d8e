// The bundle that the shop makes passes the verifier that strangers run, and gives away nobody.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { verifierKeyOf } from '#events/ledger/note.ts'
import type { BundleFiles, VerifyInput } from '#events/verify/needs.ts'
import { verifyBundle } from '#events/verify/verify.ts'
import { openZip } from '#events/verify/zip.ts'

import { openBundleArchive } from './bundle-archive.ts'
import type { PublicLog } from './public-logs.ts'
import { openLogRig } from './testing/log-rig.ts'
import type { LogRig, OpenLog } from './testing/log-rig.ts'
import { openVerifierFiles } from './verifier-files.ts'
import { nodeCrypto } from './verify-crypto.ts'

const SALES = 700
let rig: LogRig
let folder: string
let opened: OpenLog

beforeAll(async () => {
  rig = await openLogRig(3)
  folder = await mkdtemp(join(tmpdir(), 'qura-bundle-'))
  await writeFile(join(folder, 'verify.mjs'), '// the program\n')
  await writeFile(join(folder, 'verify.html'), '<!doctype html>\n')
  opened = await rig.openLog({ quorum: 2 })
  const ledger = rig.ledger()
  await ledger.publish(opened.raffleId)
  await rig.sell(opened, 300)
  await ledger.publish(opened.raffleId)
  await ledger.cosign(opened.raffleId)
  await rig.sell(opened, SALES - 300)
  await ledger.publish(opened.raffleId)
  await ledger.cosign(opened.raffleId)
}, 60_000)

afterAll(async () => {
  await rig.close()
  await rm(folder, { recursive: true, force: true })
})

const hash = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

const archive = () =>
  openBundleArchive({
    database: rig.test.database,
    chain: null,
    verifier: openVerifierFiles({
      database: rig.test.database,
      built: folder,
      kept: join(folder, 'kept'),
    }),
    folder: join(folder, 'bundles'),
  })

async function logOf({ origin }: OpenLog): Promise<PublicLog> {
  const log = await rig.ledger().logs.ofOrigin(origin)
  if (log === null) throw new Error('the log is there')
  return log
}

async function open(path: string): Promise<BundleFiles> {
  const bytes = await readFile(path)
  return openZip(
    { size: bytes.length, slice: async (start, end) => bytes.subarray(start, end) },
    async (packed) => inflateRawSync(packed),
  )
}

/** The rig's raffles are a demonstration. */
const inputOf = (files: BundleFiles, keys: string[]): VerifyInput => ({
  files,
  crypto: nodeCrypto,
  trust: { keys, beacons: [], sandbox: true },
})

describe('the bundle of a raffle before its draw', () => {
  it('passes everything there is to check, and says what is not there yet', async () => {
    const files = await open(await archive().zip(await logOf(opened)))
    const keys = [
      rig.keys.verifierKey(opened.origin),
      ...rig.witnesses.map(({ verifierKey }) => verifierKey),
    ]
    const report = await verifyBundle(inputOf(files, keys))
    const verdicts = Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict]))
    expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(verdicts).toMatchObject({ a: 'pass', b: 'pass', c: 'pass', d: 'pass', e: 'pass' })
    expect(verdicts).toMatchObject({ f: 'pass', h: 'pass', g: 'not_evaluated' })
    expect(report.size).toBe(SALES + 1)
    expect(report.exitCode).toBe(2)
  })

  it('is refused under another key', async () => {
    const files = await open(await archive().zip(await logOf(opened)))
    const key = { name: opened.origin, type: 1, publicKey: new Uint8Array(32).fill(7) }
    const report = await verifyBundle(inputOf(files, [verifierKeyOf(key, nodeCrypto.sha256)]))
    expect(report.checks.find(({ id }) => id === 'b')!.verdict).toBe('fail')
  })

  it('is made once for all who ask at the same time, and anew when the log has grown', async () => {
    const log = await logOf(opened)
    const bundles = archive()
    const paths = await Promise.all([bundles.zip(log), bundles.zip(log), archive().zip(log)])
    expect(new Set(paths).size).toBe(1)
    const before = await hash(paths[0]!)
    await rm(paths[0]!)
    expect(await hash(await bundles.zip(log))).toBe(before)
    await rig.sell(opened, 1)
    await rig.ledger().publish(opened.raffleId)
    expect(await bundles.zip(log)).not.toBe(paths[0])
  })

  it('takes at most eighty bytes for a ticket at two tickets an order line', async () => {
    const path = await archive().zip(await logOf(opened))
    const { length } = await readFile(path)
    const fixed = 12_000 // what does not grow with the tickets: words, checkpoints, directory
    expect((length - fixed) / (SALES * 2)).toBeLessThan(80)
  })

  it('names nobody: neither holders nor orders stand in any byte', async () => {
    const files = await open(await archive().zip(await logOf(opened)))
    const { rows } = await rig.test.database.query<{ holder_text: string; order_id: string }>(
      'select holder_text, order_id from issues where log_id = $1 limit 50',
      [opened.logId],
    )
    const secrets = rows.flatMap(({ holder_text, order_id }) => {
      const { name, phone } = JSON.parse(holder_text)
      return [name, phone, order_id].filter((text) => typeof text === 'string' && text.length > 3)
    })
    expect(secrets.length).toBeGreaterThan(50)
    for (const name of files.names) {
      const text = Buffer.from(await files.read(name)).toString('utf8')
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    }
  })
})

it('has nothing to hand out before the first checkpoint', async () => {
  const fresh = await rig.openLog({ quorum: 0 })
  await expect(archive().zip(await logOf(fresh))).rejects.toThrow('no checkpoint')
})
