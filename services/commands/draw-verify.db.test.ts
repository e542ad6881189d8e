// Every kind of ceremony leaves a log that strangers find true: the evidence bundle of each passes
// the verifier, which was written from the protocol and knows nothing of the acts.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { cancelMessage } from '#events/draw/representative.ts'
import type { CommandId, RaffleId } from '#events/kernel/ids.ts'
import type { TicketRange } from '#events/raffle/evolve.ts'
import { representative, signedBy } from '#events/verify/testing/keys.ts'
import { verifyBundle } from '#events/verify/verify.ts'
import { openZip } from '#events/verify/zip.ts'

import { sandboxBeacon } from '../config-samples.ts'
import type { ChangeRaffleForm } from '../contract/admin-raffles.ts'
import { newId } from '../ids.ts'
import { openBundleArchive } from '../ledger/bundle-archive.ts'
import { openPublicLogs } from '../ledger/public-logs.ts'
import { openVerifierFiles } from '../ledger/verifier-files.ts'
import { nodeCrypto } from '../ledger/verify-crypto.ts'
import { diskFiles } from '../providers/files/disk.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { tablesHolding } from '../testing/security/kept-rows.ts'
import { checkIdentity, forfeitPrize, noteContact, promotePrize } from './draw-claim.ts'
import { recordEntropy, revealSeed } from './draw-inputs.ts'
import { keepDraw } from './draw-keeper.ts'
import { readLiveDraw } from './draw-live.ts'
import { completeDraw, publishDraw } from './draw-result.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { annulDraw, postponeDraw } from './draw-stop.ts'
import { oldRecords } from './old-records.ts'
import { changeRaffle } from './raffle.ts'
import { countDue, forgetDue } from './retention.ts'

let rig: DrawRig
let folder: string
beforeAll(async () => {
  rig = await openDrawRig({ mayActAlone: true })
  folder = await mkdtemp(join(tmpdir(), 'qura-evidence-'))
  await writeFile(join(folder, 'verify.mjs'), '// the program\n')
  await writeFile(join(folder, 'verify.html'), '<!doctype html>\n')
}, 60_000)
afterAll(async () => {
  await rig.stop()
  await rm(folder, { recursive: true, force: true })
})

type Mode = 'beacon' | 'local' | 'physical'
type Story = (raffleId: RaffleId) => Promise<void>

const by = (raffleId: RaffleId) => rig.by(raffleId, 'one')
const paper = { signature: null, paperSha256: 'ab'.repeat(32) }

async function seal(raffleId: RaffleId, mode: Mode = 'beacon'): Promise<void> {
  await recordSession(rig.needs, by(raffleId), session({ mode }))
  await closeForDraw(rig.needs, by(raffleId))
  await sealRegister(rig.needs, by(raffleId))
}

async function read(raffleId: RaffleId, entropy = dice): Promise<void> {
  const reading = { entropy, signature: null }
  await recordEntropy(rig.needs, by(raffleId), { ...reading, reading: 'first' })
  await recordEntropy(rig.needs, by(raffleId), { ...reading, reading: 'second' })
}

async function byBeacon(raffleId: RaffleId): Promise<void> {
  await seal(raffleId)
  await read(raffleId)
  await revealSeed(rig.needs, by(raffleId), { source: 'operator' })
  await rig.passTo((await rig.now(raffleId)).current!.seal.roundAt)
  await keepDraw(rig.needs, raffleId)
}

async function voidTickets(raffleId: RaffleId, ...ranges: TicketRange[]): Promise<void> {
  const commandId = newId<CommandId>()
  const meta = { commandId, correlationId: commandId, actor: 'system:test' }
  const now = rig.needs.now().toISOString()
  const command = { type: 'VoidTickets', now, ranges, reason: 'returned' } as const
  await rig.store.raffle(raffleId).command(command, meta)
}

const stories: Record<string, Story> = {
  'by beacon, with void tickets': async (raffleId) => {
    await voidTickets(raffleId, [3, 3], [7, 12], [40, 40])
    await byBeacon(raffleId)
  },
  local: async (raffleId) => {
    await seal(raffleId, 'local')
    await read(raffleId)
    await revealSeed(rig.needs, by(raffleId), { source: 'operator' })
    await completeDraw(rig.needs, by(raffleId))
  },
  physical: async (raffleId) => {
    await seal(raffleId, 'physical')
    await read(raffleId, 'DRUM:7 20 1 13')
    await completeDraw(rig.needs, by(raffleId))
  },
  'promoted beyond the reserves': async (raffleId) => {
    await byBeacon(raffleId)
    for (let place = 0; place < 5; place += 1) {
      const lost = { reason: 'declined', witnessName: 'Rana Saab', note: 'n' } as const
      await forfeitPrize(rig.needs, by(raffleId), lost)
      await promotePrize(rig.needs, by(raffleId))
    }
  },
  'put off, and drawn again': async (raffleId) => {
    await seal(raffleId)
    await read(raffleId)
    const early = { cause: 'power_failure', signature: null, paperSha256: null } as const
    await postponeDraw(rig.needs, by(raffleId), early)
    await byBeacon(raffleId)
  },
  'annulled, a void corrected, and drawn again': async (raffleId) => {
    await byBeacon(raffleId)
    await annulDraw(rig.needs, by(raffleId), { cause: 'ticket_not_voided', ...paper })
    await voidTickets(raffleId, [5, 6])
    await byBeacon(raffleId)
  },
}

it.each(Object.entries(stories))('%s', { timeout: 60_000 }, async (_name, play) => {
  const { raffleId } = await rig.soldRaffle({ tickets: 40 })
  await play(raffleId)
  const report = await verified(raffleId)
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  const verdicts = Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict]))
  expect(verdicts).toMatchObject({ c: 'pass', e: 'pass', g: 'pass', n: 'pass' })
})

async function cancel(raffleId: RaffleId, form: ChangeRaffleForm): Promise<void> {
  const { doer } = by(raffleId)
  if (doer.kind !== 'staff') throw new Error('staff cancel a raffle')
  await changeRaffle(
    { ...rig.needs, files: diskFiles(folder) },
    {
      raffleId,
      form: { status: 'cancelled', ...form },
      image: null,
      actor: doer.actor,
      ifVersion: undefined,
      versionOf: () => '',
    },
  )
  await rig.needs.ledger.publish(raffleId)
}

const codesOf = ({ checks }: Awaited<ReturnType<typeof verified>>, kind: string) =>
  checks.flatMap(({ id, findings }) =>
    findings.filter((finding) => finding.kind === kind).map(({ code }) => `${id} ${code}`),
  )

it('cancelled against its rule, with the word of the representative', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 8, ticketsMin: 9 })
  const { verifierKey } = representative
  const present = { ...session().representative, verifierKey }
  await recordSession(rig.needs, by(raffleId), session({ representative: present }))
  const signature = signedBy(representative, cancelMessage({ raffleId, cause: 'under_sold' }))
  await cancel(raffleId, { reason: 'under_sold', signature })
  const report = await verified(raffleId, verifierKey)
  expect(codesOf(report, 'fail')).toEqual([])
  expect(codesOf(report, 'note')).toContain('o cancelled_with_countersignature')
})

it('sealed, and cancelled before its round', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 8 })
  await seal(raffleId)
  await read(raffleId)
  await cancel(raffleId, { reason: 'licence' })
  const { current, raffle } = await rig.now(raffleId)
  // Neither a draw that is late nor one that is bound is gone on with.
  for (const later of [13 * 60, 60 * 60]) {
    await rig.passTo(new Date(Date.parse(current!.seal.at) + later * 1000).toISOString())
    await keepDraw(rig.needs, raffleId)
  }
  const other = { cause: 'other', signature: null, paperSha256: null } as const
  await expect(postponeDraw(rig.needs, by(raffleId), other)).rejects.toMatchObject({
    code: 'raffle_cancelled',
  })
  expect((await rig.now(raffleId)).raffle).toEqual(raffle)
  const report = await verified(raffleId)
  expect(report.story).toMatchObject({ phase: 'cancelled' })
  expect(codesOf(report, 'fail')).toEqual([])
})

it('what is noted at a stop stands beside the log, and never in it', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 40 })
  const { owner } = rig.test
  await seal(raffleId)
  const early = { cause: 'power_failure', signature: null, paperSha256: null } as const
  await postponeDraw(rig.needs, by(raffleId), { ...early, note: 'Fadi Rahme cut the cable' })
  await byBeacon(raffleId)
  const wrong = { cause: 'register_error', ...paper, note: 'Fadi Rahme sold two twice' } as const
  await annulDraw(rig.needs, by(raffleId), wrong)
  const { rows } = await owner.query(
    `select act, details from audit_details
      where subject = 'raffle/' || $1 and act in ('draw: PostponeDraw', 'draw: AnnulDraw')
      order by created_at`,
    [raffleId],
  )
  expect(rows).toEqual([
    {
      act: 'draw: PostponeDraw',
      details: { drawId: `${raffleId}/D1`, note: 'Fadi Rahme cut the cable' },
    },
    {
      act: 'draw: AnnulDraw',
      details: { drawId: `${raffleId}/D2`, note: 'Fadi Rahme sold two twice' },
    },
  ])
  expect(await tablesHolding(owner, ['Fadi Rahme'])).toEqual(['public.audit_details: 2'])
})

/** As if all of it had been written down so many years ago. */
async function age(years: number): Promise<void> {
  const columns = {
    draw_sessions: ['recorded_at', 'draw_at'],
    draw_claims: ['announced_at'],
    draw_contacts: ['noted_at'],
    audit_details: ['created_at'],
  }
  for (const [table, times] of Object.entries(columns))
    for (const time of times)
      await rig.test.owner.query(
        `update ${table} set ${time} = ${time} - make_interval(years => $1)`,
        [years],
      )
}

it('its years over: who watched, won or was called has no name, and it is still true', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 40 })
  await seal(raffleId, 'physical')
  await read(raffleId, 'DRUM:7 20 1 13')
  await completeDraw(rig.needs, by(raffleId))
  await publishDraw(rig.needs, by(raffleId))
  const papers = { documentKind: 'Passport', documentNumber: 'RL 4417', mayShowName: true }
  await checkIdentity(rig.needs, by(raffleId), papers)
  await noteContact(rig.needs, by(raffleId), { channel: 'phone', note: 'His wife Hala answered' })
  const lost = { reason: 'declined', witnessName: 'Rana Saab', note: 'Hala said no' } as const
  await forfeitPrize(rig.needs, by(raffleId), lost)

  const named = () =>
    tablesHolding(rig.test.owner, ['Rana Saab', 'Sami Aoun', 'RL 4417', '"77"', 'Hala', 'Maya H.'])
  const { owner } = rig.test
  const before = await named()
  expect(before).toHaveLength(4)
  await age(9)
  await forgetDue(owner, oldRecords(10))
  expect(await named()).toEqual(before)
  await age(2)
  await forgetDue(owner, oldRecords(10))
  expect(await named()).toEqual([])
  expect((await countDue(owner, oldRecords(10))).filter(({ due }) => due > 0)).toEqual([])

  const { witnesses } = await readLiveDraw(rig.needs, raffleId)
  expect(witnesses).toEqual([{ title: 'Notary', office: 'Beirut 12' }])
  const report = await verified(raffleId)
  expect(codesOf(report, 'fail')).toEqual([])
})

async function verified(raffleId: RaffleId, ...keys: string[]) {
  const { database } = rig.needs
  const log = await openPublicLogs(database).ofRaffle(raffleId)
  if (log === null) throw new Error('the raffle has a log')
  const path = await openBundleArchive({
    database,
    chain: sandboxBeacon,
    verifier: openVerifierFiles({ database, built: folder, kept: join(folder, 'kept') }),
    folder: join(folder, 'bundles'),
  }).zip(log)
  const bytes = await readFile(path)
  const files = await openZip(
    { size: bytes.length, slice: async (start, end) => bytes.subarray(start, end) },
    async (packed) => inflateRawSync(packed),
  )
  const trust = { keys: [log.policyText.log, ...keys], beacons: [], sandbox: true }
  return verifyBundle({ files, crypto: nodeCrypto, trust })
}
