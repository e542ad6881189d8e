// Two bundles of one raffle, of two dates: is the later one the earlier with more at its end, and
// what came in between? Both are read whole; neither is believed about itself.
import { isSameBytes } from '../kernel/bytes.ts'

import { checkpointPattern } from './bundle-files.ts'
import { readCheckpoint, type CheckpointFile } from './checkpoints.ts'
import type { EntryType } from './entry.ts'
import { walkLog, type WalkedLog } from './log-walk.ts'
import type { BundleFiles, Crypto } from './needs.ts'
import { newJudge, type Judge } from './report.ts'
import { tellStory, type Story } from './story.ts'

export type Comparison = {
  readonly origin: string
  readonly from: { readonly size: number; readonly tickets: number; readonly voided: number }
  readonly to: { readonly size: number; readonly tickets: number; readonly voided: number }
  /** False: the history up to the earlier size has been rewritten, or is of another log. */
  readonly isExtension: boolean
  /** Every fact that is no sale, of those that came in between. */
  readonly added: readonly { index: number; at: string; type: EntryType }[]
  /** Sales in between. */
  readonly sales: number
}

export async function compareBundles(
  { one, other }: { one: BundleFiles; other: BundleFiles },
  crypto: Pick<Crypto, 'sha256'>,
): Promise<Comparison> {
  const [first, second] = await Promise.all([newestOf(one), newestOf(other)])
  const [earlier, later] = first.size <= second.size ? [first, second] : [second, first]
  const sizes = new Set([earlier.size])
  const before = await readStory(earlier.files, earlier, { crypto, sizes })
  const after = await readStory(later.files, later, { crypto, sizes })
  const [old, now] = [before.walked, after.walked].map(({ roots }) => roots.get(earlier.size))
  const isSame = old !== undefined && now !== undefined && isSameBytes(old, now)
  const isWhole = [before, after].every(({ judge }) => !judge.hasFailed('c'))
  const { issues, facts } = after.story
  const added = facts
    .filter(({ index }) => index >= earlier.size)
    .map(({ index, at, type }) => ({ index, at, type }))
  return {
    origin: earlier.origin,
    from: countsOf(before),
    to: countsOf(after),
    isExtension: isSame && isWhole && earlier.origin === later.origin,
    added,
    sales: issues.count() - before.story.issues.count(),
  }
}

type Newest = CheckpointFile & { files: BundleFiles }

async function newestOf(files: BundleFiles): Promise<Newest> {
  let newest: CheckpointFile | null = null
  for (const name of files.names.filter((one) => checkpointPattern.test(one))) {
    const checkpoint = readCheckpoint(name, await files.read(name))
    if (checkpoint !== null && checkpoint.size > (newest?.size ?? -1)) newest = checkpoint
  }
  if (newest === null) throw new Error('a bundle without a checkpoint cannot be compared')
  return { ...newest, files }
}

type Read = { story: Story; walked: WalkedLog; judge: Judge }

async function readStory(
  files: BundleFiles,
  { size, origin }: Newest,
  { crypto, sizes }: { crypto: Pick<Crypto, 'sha256'>; sizes: ReadonlySet<number> },
): Promise<Read> {
  const judge = newJudge()
  const raffleId = origin.slice(origin.lastIndexOf('/') + 1)
  const teller = tellStory(raffleId, judge, crypto)
  const names = new Set(files.names)
  const walked = await walkLog({
    crypto,
    judge,
    names,
    size,
    raffleId,
    teller,
    sizes,
    read: async (name) => (names.has(name) ? files.read(name) : null),
    indexes: new Set(),
    onProgress: () => {},
  })
  return { story: teller.told(), walked, judge }
}

function countsOf({ story, walked }: Read) {
  const voided = story.voids.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return { size: walked.size, tickets: story.issued, voided }
}
