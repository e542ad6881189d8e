// The offline verifier of `raffle-draw/v1`, section 4: a bundle's files in, sixteen checks out. It
// reads the log once, entry by entry, rebuilds everything from the entries alone and compares what
// else the bundle claims with that. The terminal, the browser and the tests are doors to it.
import { base64Of, bytesOfHex } from '../kernel/bytes.ts'
import { quicknet } from '../ledger/beacon.ts'
import { checkpointBody } from '../ledger/checkpoint.ts'

import { chainOf, checkBeacon, checkLatestRounds } from './beacon-check.ts'
import { checkpointPattern } from './bundle-files.ts'
import {
  checkCheckpoints,
  checkRoots,
  readCheckpoint,
  type CheckpointFile,
  type Cosigned,
} from './checkpoints.ts'
import { checkDerived, jsonOf, openFiles, type CheckedFiles } from './files-check.ts'
import { walkLog, type WalkedLog } from './log-walk.ts'
import type { Crypto, Trust, VerifyInput } from './needs.ts'
import { checkOpenings } from './openings-check.ts'
import { checkCancelled, checkOrder } from './order-check.ts'
import { askedByReceipts, checkReceipts } from './receipts.ts'
import { checkSeal, sealedRegister } from './register-check.ts'
import { checkDice } from './representative.ts'
import { exitCodeOf, newJudge, type Check, type Judge } from './report.ts'
import { checkResult, checkSeed, type DrawOutcome } from './result-check.ts'
import { tellStory, type Draw, type Issue, type Story } from './story.ts'
import { checkTimes } from './time-check.ts'
import type { Fact } from './facts.ts'
import type { BeaconChain } from '../ledger/beacon.ts'

export type Report = {
  readonly checks: readonly Check[]
  readonly exitCode: 0 | 1 | 2
  /** What the log says about itself; null when there is none to read. */
  readonly story: Story | null
  readonly size: number
  readonly outcomes: readonly DrawOutcome[]
}

export async function verifyBundle(input: VerifyInput): Promise<Report> {
  const judge = newJudge()
  const { crypto } = input
  if (!input.openings?.length) {
    judge.optional('p')
    judge.skip('p', 'no_openings_given')
  }
  const files = await openFiles({ files: input.files, judge, crypto })
  const checkpoints = await readCheckpoints(files, judge)
  const newest = checkpoints.toSorted((one, other) => other.size - one.size)[0]
  const raffleId = newest === undefined ? null : raffleOf(newest.origin)
  if (newest === undefined || raffleId === null) {
    judge.fail('b', 'no_checkpoint')
    await files.readRest()
    return reportOf(judge, null, { size: 0, outcomes: [] })
  }
  const { walked, story, opened } = await walk(input, {
    judge,
    files,
    checkpoints,
    newest,
    raffleId,
  })
  if (walked.size !== newest.size) judge.fail('c', 'entries_missing', { size: newest.size })
  checkRoots(judge, { checkpoints, roots: walked.roots })
  const outcomes = await checkStory(input, { judge, files, checkpoints, walked, story })
  if (input.openings?.length)
    checkOpenings(
      {
        judge,
        crypto,
        issues: opened,
        ticketsPerPersonMax: story.published?.data.ticketsPerPersonMax ?? 0,
      },
      input.openings,
    )
  await files.readRest()
  return reportOf(judge, story, { size: walked.size, outcomes })
}

function reportOf(
  judge: Judge,
  story: Story | null,
  { size, outcomes }: { size: number; outcomes: readonly DrawOutcome[] },
): Report {
  const checks = judge.checks()
  return { checks, exitCode: exitCodeOf(checks), story, size, outcomes }
}

/** The last part of `<host>[:port]/ledger/<raffleId>`. */
function raffleOf(origin: string): string | null {
  return /^[^/]+(?:\/[^/]+)*\/([^/]+)$/.exec(origin)?.[1] ?? null
}

async function readCheckpoints(files: CheckedFiles, judge: Judge): Promise<CheckpointFile[]> {
  const found: CheckpointFile[] = []
  for (const name of files.names) {
    if (!checkpointPattern.test(name)) continue
    const bytes = await files.read(name)
    const checkpoint = bytes === null ? null : readCheckpoint(name, bytes)
    if (checkpoint === null) judge.fail('b', 'checkpoint_malformed', { name })
    else found.push(checkpoint)
  }
  return found
}

type Walking = {
  judge: Judge
  files: CheckedFiles
  checkpoints: readonly CheckpointFile[]
  newest: CheckpointFile
  raffleId: string
}

async function walk(
  { crypto, receipts = [], openings = [], onProgress = () => {} }: VerifyInput,
  { judge, files, checkpoints, newest, raffleId }: Walking,
): Promise<{ walked: WalkedLog; story: Story; opened: ReadonlyMap<number, Issue> }> {
  const asked = askedByReceipts(receipts)
  const told = tellStory(raffleId, judge, crypto)
  const toOpen = new Set(openings.map(({ index }) => index))
  const opened = new Map<number, Issue>()
  const walked = await walkLog({
    crypto,
    judge,
    read: files.read,
    names: files.names,
    size: newest.size,
    raffleId,
    sizes: new Set([...checkpoints.map(({ size }) => size), ...asked.sizes]),
    indexes: new Set(asked.indexes),
    onProgress: (entries) => onProgress(entries, newest.size),
    teller: {
      ...told,
      issue(issue) {
        if (toOpen.has(issue.index)) opened.set(issue.index, issue)
        told.issue(issue)
      },
    },
  })
  return { walked, story: told.told(), opened }
}

type Checking = {
  judge: Judge
  files: CheckedFiles
  checkpoints: readonly CheckpointFile[]
  walked: WalkedLog
  story: Story
}

/** Everything that follows from the entries. */
async function checkStory(input: VerifyInput, checking: Checking): Promise<DrawOutcome[]> {
  const { judge, files, checkpoints, walked, story } = checking
  const { crypto } = input
  const { published, rotations } = story
  if (published === null) {
    judge.fail('h', 'no_terms')
    return []
  }
  const trust = { ...input.trust, beacons: beaconsOf(input.trust) }
  const origin = checkpoints[0]?.origin
  if (checkpoints.some((checkpoint) => checkpoint.origin !== published.data.origin))
    judge.fail('b', 'other_origin', { origin: origin ?? '', published: published.data.origin })
  const cosigned = checkCheckpoints({ judge, crypto, trust, published, rotations, checkpoints })
  if (published.data.environment === 'demo')
    if (trust.sandbox) judge.note('b', 'sandbox_trusted')
    else judge.skip('b', 'simulated_times')
  checkReceipts({ judge, crypto, published, rotations, walked }, input.receipts ?? [])
  const brought = jsonOf(await files.read('beacon.json'))?.chain
  const chain = chainOf(published, brought, crypto)
  const outcomes = checkDraws({ judge, crypto, trust, published, chain, cosigned, walked, story })
  await checkDerived({ judge, files, story, chain, outcomes })
  return outcomes
}

const beaconsOf = ({ beacons }: Trust) => (beacons.length > 0 ? beacons : [quicknet.chainHash])

type DrawNeeds = {
  judge: Judge
  crypto: Crypto
  trust: Trust
  published: Fact<'RafflePublished'>
  chain: BeaconChain | null
  cosigned: readonly Cosigned[]
  walked: WalkedLog
  story: Story
}

function checkDraws(needs: DrawNeeds): DrawOutcome[] {
  const { judge, crypto, story, published, walked } = needs
  if (story.draws.length === 0)
    for (const id of ['g', 'i', 'j', 'k', 'l', 'm', 'n', 'o'] as const)
      judge.skip(id, 'not_sealed_yet')
  const bodyOf = (draw: Draw) => sealBodyOf(published.data.origin, draw, walked)
  const { rotations } = story
  const ordering = { ...needs, rotations, sealBodyOf: bodyOf }
  checkOrder(ordering, story.draws)
  checkCancelled(ordering, story)
  checkLatestRounds(needs, story.draws)
  return story.draws.map((draw) => {
    const register = sealedRegister(story, draw, crypto.sha256)
    checkSeal(judge, draw, register)
    const sealBody = bodyOf(draw)
    checkSealNamed(judge, draw, sealBody)
    checkTimes(needs, draw)
    checkDice(ordering, draw, sealBody)
    checkSeed({ ...needs, raffleId: story.raffleId }, draw)
    checkBeacon(needs, draw)
    return checkResult({ ...needs, raffleId: story.raffleId }, draw, { register, sealBody })
  })
}

/** The three lines of the tree that has the seal as its last leaf. */
function sealBodyOf(origin: string, { seal }: Draw, { roots }: WalkedLog): string {
  const size = seal.index + 1
  const root = roots.get(size)
  return root === undefined ? '' : checkpointBody({ origin, size, root })
}

/** (d): the root that the dice entry names is a root of this tree too. */
function checkSealNamed(judge: Judge, { seal, entropy }: Draw, sealBody: string): void {
  if (entropy === null) return
  judge.examined('d')
  const { sealSize, sealRoot } = entropy.data
  const [, size, root] = sealBody.split('\n')
  const isSame = String(sealSize) === size && base64OfHex(sealRoot) === root
  if (!isSame) judge.fail('d', 'other_seal_root', { index: entropy.index, seal: seal.index })
}

const base64OfHex = (hex: string) => base64Of(bytesOfHex(hex))
