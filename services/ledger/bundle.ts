// The evidence bundle of a raffle, from the database, file by file: what a regulator takes home on
// a stick. It ends with the newest checkpoint that the policy's quorum has cosigned. Everything but
// tiles and checkpoints follows from the entries, by the same functions with which the verifier
// compares it; no person is named in any byte of it.
import { utf8 } from '#events/kernel/bytes.ts'
import { quicknet, type BeaconChain } from '#events/ledger/beacon.ts'
import { bundleOf, bundlePath, tilePath, tilesOf, tileWidthMax } from '#events/ledger/tiles.ts'
import { chainOf } from '#events/verify/beacon-check.ts'
import {
  beaconFileText,
  factFiles,
  factFileText,
  manifestName,
  manifestText,
  policyFileText,
  registerCsv,
} from '#events/verify/bundle-files.ts'
import { certificateHtml } from '#events/verify/certificate.ts'
import { readmeText } from '#events/verify/readme.ts'
import type { Story } from '#events/verify/story.ts'

import { hexSha256, storyTeller } from './bundle-story.ts'
import { readBundleCheckpoints, type BundleCheckpoint } from './bundle-checkpoints.ts'
import type { Database } from '../io/database.ts'
import { sha256 } from './keys.ts'
import type { PublicLog } from './public-logs.ts'
import type { VerifierFiles } from './verifier-files.ts'
import { readEntries, readTile } from './tree.ts'

export type BundleNeeds = {
  database: Database
  /** Parameters of the beacon that is not quicknet; null where there is none. */
  chain: BeaconChain | null
  verifier: VerifierFiles
}

export type BundleFile = { name: string; bytes: Uint8Array }

export class NothingSigned extends Error {}

/** Throws NothingSigned while the log has no checkpoint. */
export async function* bundleFiles(needs: BundleNeeds, log: PublicLog): AsyncGenerator<BundleFile> {
  const hashes: Record<string, string> = {}
  let size = 0
  for await (const file of contentFiles(needs, log, (end) => (size = end))) {
    hashes[file.name] = hexSha256(file.bytes)
    yield file
  }
  const { origin, raffleId } = log
  const manifest = manifestText({ files: hashes, origin, raffle: raffleId, size, v: 1 })
  yield { name: manifestName, bytes: utf8(manifest) }
}

async function* contentFiles(
  needs: BundleNeeds,
  log: PublicLog,
  ends: (size: number) => void,
): AsyncGenerator<BundleFile> {
  const size = await endOf(needs, log)
  ends(size)
  const teller = storyTeller(log.raffleId)
  for (let index = 0; index * tileWidthMax < size; index += 1) {
    const width = Math.min(tileWidthMax, size - index * tileWidthMax)
    const entries = await readEntries(needs.database, log.logId, { index, width })
    if (entries === null) throw new Error(`${log.logId} has no entries at ${index * tileWidthMax}`)
    for (const entry of entries) teller.tell(entry)
    yield { name: bundlePath({ index, width }), bytes: bundleOf(entries) }
  }
  for (const tile of tilesOf(size)) {
    const bytes = await readTile(needs.database, log.logId, tile)
    if (bytes === null) throw new Error(`${log.logId} has no ${tilePath(tile)}`)
    yield { name: tilePath(tile), bytes }
  }
  const story = teller.told()
  for (const checkpoint of await checkpointsOf(needs, log, { size, story }))
    yield { name: `checkpoints/${checkpoint.size}.txt`, bytes: utf8(checkpoint.note) }
  yield* derivedFiles(needs, log, story)
}

async function endOf({ database }: BundleNeeds, log: PublicLog): Promise<number> {
  const all = await readBundleCheckpoints(database, log.logId)
  const { quorum } = log.policyText
  const witnessed = all.filter(({ cosignatures }) => cosignatures >= quorum)
  const end = witnessed.at(-1) ?? all.at(-1)
  if (end === undefined) throw new NothingSigned(`${log.logId} has no checkpoint yet`)
  return end.size
}

/** Beyond those that prove something of the draw, so many, spread over the raffle's life. */
const SPREAD = 100

/**
 * The first and the last, the first that a quorum saw after each fact that is no sale, the one in
 * which a key hands over, and some between: a busy raffle has a checkpoint every few seconds. And
 * those that a late postponement names, or nobody could tell that it names the last in time.
 */
async function checkpointsOf(
  { database }: BundleNeeds,
  log: PublicLog,
  { size, story }: { size: number; story: Story },
): Promise<(BundleCheckpoint & { note: string })[]> {
  const all = await readBundleCheckpoints(database, log.logId)
  const known = all.filter((checkpoint) => checkpoint.size <= size)
  const witnessed = known.filter(({ cosignatures }) => cosignatures >= log.policyText.quorum)
  const wanted = new Set([known[0]?.size, size])
  for (const index of provenFacts(story))
    wanted.add(witnessed.find((checkpoint) => checkpoint.size > index)?.size)
  for (const { index } of story.rotations) wanted.add(known.find((one) => one.size > index)?.size)
  for (const named of namedSizes(story)) if (named <= size) wanted.add(named)
  for (let which = 0; which < SPREAD; which += 1)
    wanted.add(witnessed[Math.floor((which * witnessed.length) / SPREAD)]?.size)
  const sizes = [...wanted].filter((one) => one !== undefined)
  return readBundleCheckpoints(database, log.logId, sizes)
}

const SOLD_FACTS_MAX = SPREAD * 10

/** Of the sale, which may void one order after the other, some; of the draws each. */
export function provenFacts({ facts, draws }: Pick<Story, 'facts' | 'draws'>): number[] {
  const indexes = facts.map(({ index }) => index)
  const sealedAt = draws[0]?.seal.index ?? Infinity
  const ofSale = indexes.filter((index) => index < sealedAt)
  return [...ofSale.slice(0, SOLD_FACTS_MAX), ...indexes.filter((index) => index >= sealedAt)]
}

/** Of the checkpoints that late postponements name: the second line of a body is its size. */
export function namedSizes({ draws }: Pick<Story, 'draws'>): number[] {
  return draws
    .flatMap(({ ends }) => ends)
    .flatMap((end) => (end.type === 'DrawPostponed' ? [end.data.lastCheckpoint ?? ''] : []))
    .map((body) => Number(body.split('\n')[1]))
    .filter((named) => Number.isSafeInteger(named) && named > 0)
}

async function* derivedFiles(
  { chain, verifier }: BundleNeeds,
  log: PublicLog,
  story: Story,
): AsyncGenerator<BundleFile> {
  for (const name of factFiles) yield { name, bytes: utf8(factFileText(name, story)) }
  const { published } = story
  const known = published === null ? null : chainOf(published, chain ?? quicknet, { sha256 })
  yield { name: 'beacon.json', bytes: utf8(beaconFileText(story, known)) }
  yield { name: 'policy.json', bytes: utf8(policyFileText(story)) }
  yield { name: 'register.csv', bytes: Buffer.concat([...registerCsv(story)]) }
  yield { name: 'certificate.html', bytes: utf8(certificateHtml(story)) }
  yield { name: 'README.txt', bytes: utf8(readmeText(log.origin)) }
  const named = story.draws.findLast(({ completed }) => completed !== null)?.completed ?? null
  yield* verifierFilesOf(verifier, named?.data.softwareSha256 ?? null)
}

async function* verifierFilesOf(
  verifier: VerifierFiles,
  named: string | null,
): AsyncGenerator<BundleFile> {
  const { program, page } = await verifier.files(named)
  if (program !== null) yield { name: 'verify.mjs', bytes: program }
  if (page !== null) yield { name: 'verify.html', bytes: page }
}
