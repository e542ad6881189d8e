// What real ceremonies leave behind passes the verifier, in every mode and after a postponement:
// the room and the strangers read the protocol in the same way.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'
import { verifyBundle } from '#events/verify/verify.ts'

import { recordEntropy, revealSeed } from '../commands/draw-inputs.ts'
import { keepDraw } from '../commands/draw-keeper.ts'
import { completeDraw, recordBeacon } from '../commands/draw-result.ts'
import { sealRegister } from '../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../commands/draw-session.ts'
import { signOffAct } from '../commands/draw-sign-offs.ts'
import { sandboxBeacon } from '../config-samples.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { bundleFiles } from './bundle.ts'
import { openPublicLogs } from './public-logs.ts'
import { hasTool, runGo, runOpenssl, runPython, unpack } from './testing/document-blocks.ts'
import { openVerifierFiles } from './verifier-files.ts'
import { nodeCrypto } from './verify-crypto.ts'

let rig: DrawRig
let folder: string
beforeAll(async () => {
  rig = await openDrawRig()
  folder = await mkdtemp(join(tmpdir(), 'qura-drawn-'))
  await writeFile(join(folder, 'verify.mjs'), '// the program\n')
  await writeFile(join(folder, 'verify.html'), '<!doctype html>\n')
}, 60_000)
afterAll(async () => {
  await rig.stop()
  await rm(folder, { recursive: true, force: true })
})

async function seal(raffleId: RaffleId, change: Parameters<typeof session>[0] = {}) {
  await recordSession(rig.needs, rig.by(raffleId, 'one'), session(change))
  await closeForDraw(rig.needs, rig.by(raffleId, 'one'))
  await signOffAct(rig.needs, rig.by(raffleId, 'one'), { act: 'seal' })
  await sealRegister(rig.needs, rig.by(raffleId, 'two'))
}

async function record(raffleId: RaffleId, entropy: string) {
  const given = { entropy, signature: null }
  await recordEntropy(rig.needs, rig.by(raffleId, 'one'), { ...given, reading: 'first' })
  await recordEntropy(rig.needs, rig.by(raffleId, 'two'), { ...given, reading: 'second' })
}

async function verdictsOf(raffleId: RaffleId) {
  await rig.needs.ledger.publish(raffleId)
  await rig.needs.ledger.cosign(raffleId)
  const database = rig.needs.database
  const log = (await openPublicLogs(database).ofRaffle(raffleId))!
  const verifier = openVerifierFiles({ database, built: folder, kept: join(folder, 'kept') })
  const files = new Map<string, Uint8Array>()
  for await (const { name, bytes } of bundleFiles(
    { database, chain: sandboxBeacon, verifier },
    log,
  ))
    files.set(name, bytes)
  const report = await verifyBundle({
    files: { names: [...files.keys()], read: async (name) => files.get(name)! },
    crypto: nodeCrypto,
    trust: { keys: [log.policyText.log], beacons: [], sandbox: true },
  })
  const failures = report.checks.flatMap(({ id, findings }) =>
    findings.filter(({ kind }) => kind === 'fail').map(({ code }) => `(${id}) ${code}`),
  )
  // The rig's draws name a program that this folder does not hold.
  return { failures: failures.filter((one) => one !== '(a) other_software'), report, files, log }
}

it('drawn by beacon', async () => {
  const { raffleId } = await rig.soldRaffle()
  await seal(raffleId)
  await record(raffleId, dice)
  await revealSeed(rig.needs, rig.by(raffleId, 'one'), { source: 'operator' })
  await rig.passTo((await rig.now(raffleId)).current!.seal.roundAt)
  await recordBeacon(rig.needs, rig.by(raffleId, 'one'), null)
  await completeDraw(rig.needs, rig.by(raffleId, 'one'))
  const { failures, report, files, log } = await verdictsOf(raffleId)
  expect(failures).toEqual([])
  const drawn = (await rig.now(raffleId)).raffle.draw?.numbers
  expect(report.outcomes[0]!.numbers).toEqual(drawn)
  await standardToolsAgree({ files, key: log.policyText.log, winner: drawn![0]! })
})

type Unpacked = { files: Map<string, Uint8Array>; key: string; winner: number }

/** The document's blocks on what the shop itself hands out, with whatever tools are here. */
async function standardToolsAgree({ files, key, winner }: Unpacked): Promise<void> {
  const unpacked = join(folder, 'unpacked')
  await unpack(unpacked, files)
  if (await hasTool('python3')) expect(await runPython(unpacked)).toContain(`prize ${winner} `)
  if (await hasTool('openssl')) expect(await runOpenssl(unpacked, key)).toContain('Verified')
  if (await hasTool('go')) expect(await runGo(unpacked, key)).toContain(' entries')
}

it('put off because the seed was late', async () => {
  const { raffleId } = await rig.soldRaffle()
  await seal(raffleId)
  await record(raffleId, dice)
  const { roundAt } = (await rig.now(raffleId)).current!.seal
  await rig.passTo(new Date(Date.parse(roundAt) - 100_000).toISOString())
  await keepDraw(rig.needs, raffleId)
  const { failures, report } = await verdictsOf(raffleId)
  expect(failures).toEqual([])
  expect(report.story!.draws[0]!.ends).toHaveLength(1)
})

it('drawn without a beacon', async () => {
  const { raffleId } = await rig.soldRaffle()
  await seal(raffleId, { mode: 'local' })
  await record(raffleId, dice)
  await revealSeed(rig.needs, rig.by(raffleId, 'one'), { source: 'operator' })
  await rig.passTo((await rig.now(raffleId)).current!.seal.roundAt)
  await completeDraw(rig.needs, rig.by(raffleId, 'one'))
  const { failures, report } = await verdictsOf(raffleId)
  expect(failures).toEqual([])
  expect(report.exitCode).toBe(2)
})

it('drawn from a drum', async () => {
  const { raffleId } = await rig.soldRaffle()
  await seal(raffleId, { mode: 'physical' })
  await record(raffleId, 'DRUM:7 3 31 12')
  await completeDraw(rig.needs, rig.by(raffleId, 'one'))
  const { failures } = await verdictsOf(raffleId)
  expect(failures).toEqual([])
})
