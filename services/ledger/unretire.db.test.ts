// A raffle that was published under a key that had been retired: whoever verifies it asks for that
// key's line, and nobody signs it any more. The key comes back, catches up, and hands over.
import { execFile } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openCheckpoint } from '#events/ledger/policy.ts'
import { verifyBundle } from '#events/verify/verify.ts'

import { bundleFiles } from './bundle.ts'
import { latestCheckpoint } from './checkpoints.ts'
import { fileGuard } from './guard.ts'
import { noteTools, openLedgerKeys } from './keys.ts'
import { openLedger } from './ledger.ts'
import { openPublicLogs } from './public-logs.ts'
import { retireKeys, rotateKey } from './rotation.ts'
import { openSigner } from './signer.ts'
import { openLogRig, publishLog } from './testing/log-rig.ts'
import type { LogRig, OpenLog } from './testing/log-rig.ts'
import { logsWithoutKey, unretireKeys } from './unretire.ts'
import { openVerifierFiles } from './verifier-files.ts'
import { nodeCrypto } from './verify-crypto.ts'

let rig: LogRig
/** Names the first key, which had been retired by then. */
let late: OpenLog
beforeAll(async () => {
  rig = await openLogRig()
  const [old, folder] = [await rig.openLog(), rig.signerFolder]
  await rig.ledger().publish(old.raffleId)
  const stale = await openLedgerKeys({ folder, mayCreate: false })
  await rotateKey(await needsOf())
  expect((await retireKeys(await needsOf())).retired).toEqual(['log-key.pem'])
  const keys = { verifierKey: async (origin: string) => stale.verifierKey(origin) }
  late = await publishLog({ store: rig.store, keys }, { witnesses: [], quorum: 0 })
  for (const issues of [3, 5]) {
    await rig.sell(late, issues)
    await rig.ledger().publish(late.raffleId)
  }
}, 60_000)
afterAll(() => rig.close())

async function needsOf() {
  const { test, store, signerFolder: folder } = rig
  const keys = await openLedgerKeys({ folder, mayCreate: false })
  const signer = openSigner({ guard: fileGuard(join(folder, 'guard')), keys })
  const database = test.owner
  const { publish } = openLedger({ database, signer, witnesses: [], failed: () => {} })
  return { database, store, folder, now: () => new Date(), publish, keys }
}

/** `npm run signer`, as it is called. */
function command(...given: string[]): Promise<{ code: unknown; out: string; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const own = { DATABASE_URL: rig.test.ownerUrl, SIGNER_DIR: rig.signerFolder }
  const env = { PATH, NODE_COMPILE_CACHE, ...own }
  const program = join(import.meta.dirname, '../cli/signer.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], { env }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, out, said: out + said }),
    )
  })
}

/** What a stranger says who has the key that the raffle names. */
async function failures(): Promise<string[]> {
  const { database } = rig.test
  const log = (await openPublicLogs(database).ofRaffle(late.raffleId))!
  const verifier = openVerifierFiles({ database, built: null, kept: 'nowhere' })
  const files = new Map<string, Uint8Array>()
  for await (const { name, bytes } of bundleFiles({ database, chain: null, verifier }, log))
    files.set(name, bytes)
  const report = await verifyBundle({
    files: { names: [...files.keys()], read: async (name) => files.get(name)! },
    crypto: nodeCrypto,
    trust: { keys: [log.policyText.log], beacons: [], sandbox: true },
  })
  return report.checks
    .flatMap(({ id, findings }) =>
      findings.filter(({ kind }) => kind === 'fail').map(({ code }) => `(${id}) ${code}`),
    )
    .filter((one) => !one.startsWith('(a)')) // no verifier was built for this folder
}

it('does not verify, and a rotation alone mends nothing', async () => {
  const { database, folder, keys } = await needsOf()
  expect(await failures()).toContain('(b) checkpoint_not_signed')
  expect((await logsWithoutKey(database, keys)).map(({ log }) => log.logId)).toEqual([late.logId])
  expect((await retireKeys({ database, folder })).waiting).toEqual([late.origin])
  const { code, said } = await command('status')
  expect(said).toContain(`${late.origin} names a key that signs no more, ${late.origin}+`)
  expect(code).toBe(1)
  const machine = await command('status', '--json')
  expect(machine.code).toBe(1)
  expect(JSON.parse(machine.out)).toMatchObject({
    logs: expect.arrayContaining([expect.objectContaining({ origin: late.origin })]),
    unsigned: [{ origin: late.origin, verifierKey: expect.stringContaining(late.origin) }],
    heads: null,
    missing: [],
    isSound: false,
  })
}, 60_000)

it('says whose file is missing, and changes nothing', async () => {
  const { database, folder } = await needsOf()
  const [there, away] = [join(folder, 'retired-log-key.pem'), join(folder, '../log-key.pem')]
  await rename(there, away)
  const { files, logs, signedAgain, missing } = await unretireKeys({ database, folder })
  await rename(away, there)
  expect({ files, logs, signedAgain }).toEqual({ files: [], logs: 0, signedAgain: 0 })
  expect(missing.map(({ log }) => log.logId)).toEqual([late.logId])
})

it('is signed by the key it names once that is back, and so is what was published', async () => {
  const { database, folder } = await needsOf()
  const running = rig.ledger()
  const done = await unretireKeys({ database, folder })
  expect(done).toEqual({ files: ['log-key.pem'], logs: 1, signedAgain: 2, missing: [] })
  expect(await failures()).toEqual([])
  // A shop that runs signs with it from the next tree on.
  await rig.sell(late, 2)
  await running.publish(late.raffleId)
  const { note } = (await latestCheckpoint(database, late.logId))!
  const { policy } = (await openPublicLogs(database).ofRaffle(late.raffleId))!
  expect(openCheckpoint(note, policy!, noteTools)).not.toBeNull()
  expect(await failures()).toEqual([])
  expect((await unretireKeys({ database, folder })).signedAgain).toBe(0)
})

it('is then handed over like any other, and the key rests again', async () => {
  const needs = await needsOf()
  expect((await rotateKey(needs)).file).toBe('the key that was made before')
  const { retired, waiting } = await retireKeys(needs)
  expect({ retired, waiting }).toEqual({ retired: ['log-key.pem'], waiting: [] })
  await rig.sell(late, 1)
  await (await needsOf()).publish(late.raffleId)
  expect(await failures()).toEqual([])
  const { database, keys, folder } = await needsOf()
  expect(await logsWithoutKey(database, keys)).toEqual([])
  const nothing = { files: [], logs: 0, signedAgain: 0, missing: [] }
  expect(await unretireKeys({ database, folder })).toEqual(nothing)
})

it('a rotation that was told without the old key is handed over by it as well', async () => {
  const { folder } = await needsOf()
  const stale = await openLedgerKeys({ folder, mayCreate: false })
  const first = await rotateKey(await needsOf())
  expect(first.file).toContain('log-key-3.pem')
  expect((await retireKeys(await needsOf())).retired).toEqual(['log-key-2.pem'])
  const keys = { verifierKey: async (origin: string) => stale.verifierKey(origin) }
  late = await publishLog({ store: rig.store, keys }, { witnesses: [], quorum: 0 })
  await rotateKey(await needsOf())
  expect((await retireKeys(await needsOf())).waiting).toEqual([late.origin])
  expect(await failures()).toContain('(b) no_hand_over')

  const { code, said } = await command('unretire')
  expect(said).toContain('log-key-2.pem signs again, for 1 logs; 1 checkpoints have its line now.')
  expect(code).toBe(0)
  expect(await failures()).toEqual([])
  expect((await retireKeys(await needsOf())).waiting).toEqual([])
  expect((await command('unretire')).said).toContain('nothing to do')
}, 60_000)
