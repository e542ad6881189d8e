// Makes the bundle of a plan: entries, tiles, signed checkpoints, and the files that follow.
import { concat, hexOf, utf8 } from '../../kernel/bytes.ts'
import { checkpointBody } from '../../ledger/checkpoint.ts'
import { formatNote } from '../../ledger/note.ts'
import { bundleOf, bundlePath, growTiles, tilePath } from '../../ledger/tiles.ts'
import { sha256 } from '../../testing/hashes.ts'
import {
  beaconFileText,
  factFiles,
  factFileText,
  manifestText,
  policyFileText,
  registerCsv,
} from '../bundle-files.ts'
import { certificateHtml } from '../certificate.ts'
import { chainOf } from '../beacon-check.ts'
import { newJudge } from '../report.ts'
import { isEntry, readEntry } from '../entry.ts'
import type { Fact } from '../facts.ts'
import { leafHasher } from '../tree.ts'
import { tellStory, type Story } from '../story.ts'
import { beacon, cosignedBy, lineBy, log as logKey, origin, raffleId, testCrypto } from './keys.ts'
import type { Checkpoint, MadeLog, Plan } from './plan.ts'
import { makeLog } from './plan.ts'

export type Files = Map<string, Uint8Array>

export type MadeBundle = { files: Files; log: MadeLog }

export function makeBundle(plan: Plan): MadeBundle {
  const log = makeLog(plan)
  return { files: bundleFilesOf(plan, log), log }
}

export function bundleFilesOf(plan: Plan, log: MadeLog): Files {
  const sizes = plan.checkpoints.map(({ after }) => log.named(after).index + 1)
  const size = Math.max(...sizes)
  const files: Files = new Map()
  for (const [name, bytes] of tileFiles(log.bytes.slice(0, size))) files.set(name, bytes)
  for (const [which, checkpoint] of plan.checkpoints.entries()) {
    const name = freeName(files, sizes[which]!)
    files.set(name, utf8(noteOf(log, checkpoint, sizes[which]!)))
  }
  for (const [name, bytes] of derivedFiles(log.bytes.slice(0, size))) files.set(name, bytes)
  sealManifest(files, size)
  return files
}

/** Writes the manifest anew, over whatever the files are now. */
export function sealManifest(files: Files, size: number): void {
  files.delete('manifest.json')
  const hashes = [...files].map(([name, bytes]) => [name, hexOf(sha256(bytes))] as const)
  const listed = Object.fromEntries(hashes)
  const manifest = { files: listed, origin, raffle: raffleId, size, v: 1 as const }
  files.set('manifest.json', utf8(manifestText(manifest)))
}

function freeName(files: Files, size: number): string {
  const names = ['', 'a', 'b', 'c'].map((letter) => `checkpoints/${size}${letter}.txt`)
  return names.find((name) => !files.has(name))!
}

function noteOf(
  log: MadeLog,
  { witnesses, signer, alsoBy, root }: Checkpoint,
  size: number,
): string {
  const body = checkpointBody({ origin, size, root: root ?? log.rootAt(size) })
  const own = [signer ?? logKey, ...(alsoBy ? [alsoBy] : [])].map((key) => lineBy(key, body))
  const cosignatures = witnesses.map(([witness, time]) => cosignedBy(witness, body, time))
  return formatNote({ body, signatures: [...own, ...cosignatures] })
}

export function tileFiles(entries: readonly Uint8Array[]): [string, Uint8Array][] {
  const hashLeaf = leafHasher(sha256)
  const leaves = new Uint8Array(entries.length * 32)
  entries.forEach((entry, index) => leaves.set(hashLeaf(entry), index * 32))
  const grown = growTiles({ size: 0, edge: new Map(), leaves }, sha256)
  const tiles = grown.map(({ tile, hashes }): [string, Uint8Array] => [tilePath(tile), hashes])
  for (let start = 0; start < entries.length; start += 256) {
    const some = entries.slice(start, start + 256)
    tiles.push([bundlePath({ index: start / 256, width: some.length }), bundleOf(some)])
  }
  return tiles
}

/** What the story of these entries is, whether or not it is an allowed one. */
export function storyOf(entries: readonly Uint8Array[]): Story {
  const teller = tellStory(raffleId, newJudge(), testCrypto)
  for (const [index, bytes] of entries.entries()) {
    const entry = readEntry(bytes)
    if (!isEntry(entry)) continue
    // `readEntry` has proved that the data has the form of its type.
    const fact = { type: entry.type, data: entry.data, at: entry.at, index } as unknown as Fact
    if (fact.type === 'TicketsIssued') teller.issue({ ...fact.data, at: fact.at, index })
    else teller.fact(fact)
  }
  return teller.told()
}

function derivedFiles(entries: readonly Uint8Array[]): [string, Uint8Array][] {
  const story = storyOf(entries)
  const { published } = story
  const chain = published === null ? null : chainOf(published, beacon.chain, testCrypto)
  return [
    ...factFiles.map((name): [string, Uint8Array] => [name, utf8(factFileText(name, story))]),
    ['beacon.json', utf8(beaconFileText(story, chain))],
    ['policy.json', utf8(policyFileText(story))],
    ['register.csv', concat(...registerCsv(story))],
    ['certificate.html', utf8(certificateHtml(story))],
    ['README.txt', utf8('what is in here\n')],
    ['verify.html', utf8('<!doctype html>\n')],
    ['verify.mjs', utf8('// verify.mjs of the test\n')],
  ]
}
