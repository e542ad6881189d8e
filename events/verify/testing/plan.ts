// A raffle written as a plan: steps that make entries, and checkpoints between them. A later step
// sees what earlier ones made, so that whoever changes a step, as a fraud does, has everything
// after it worked out anew and signed with the real keys.
import type { JsonObject } from '../entry.ts'
import { registerOf, newIssues, type Range, type RegisterRow } from '../facts.ts'
import { sha256 } from '../../testing/hashes.ts'
import { utf8 } from '../../kernel/bytes.ts'
import { canonicalJson } from '../../ledger/canonical-json.ts'
import { growTree, leafHasher } from '../tree.ts'
import { raffleId } from './keys.ts'
import type { TestKey } from '../../testing/notes.ts'

export type Step = {
  /** By which a fraud finds it. */
  name: string
  at: string
  type: string
  make: (log: GrowingLog) => object
  /** The last word on the bytes of the entry. */
  bytes?: (text: string) => string
}

export type Checkpoint = {
  /** Of the step that is its last leaf. */
  after: string
  /** Unix seconds at which each of these witnesses signs. */
  witnesses: readonly (readonly [TestKey, number])[]
  /** Instead of the real log, or of the real root. */
  signer?: TestKey
  /** Signs beside it: the key before, where it hands over. */
  alsoBy?: TestKey
  root?: Uint8Array
}

export type Plan = { steps: Step[]; checkpoints: Checkpoint[] }

export type MadeEntry = { name: string; type: string; index: number; at: string; data: JsonObject }

/** What a step may look at. */
export type GrowingLog = {
  entries: readonly MadeEntry[]
  /** The last one of that name, or of that type. */
  named: (name: string) => MadeEntry
  /** Of the tree of that many leaves. */
  rootAt: (size: number) => Uint8Array
  /** Numbers given out so far; the next is one more. */
  issued: () => number
  voids: () => Range[]
  register: () => RegisterRow[]
}

export type MadeLog = GrowingLog & { bytes: readonly Uint8Array[] }

export function makeLog({ steps }: Plan): MadeLog {
  const entries: MadeEntry[] = []
  const bytes: Uint8Array[] = []
  const roots: Uint8Array[] = [sha256(new Uint8Array(0))]
  const tree = growTree(sha256)
  const hashLeaf = leafHasher(sha256)
  const log: MadeLog = {
    entries,
    bytes,
    named: (name) => found(entries, name),
    rootAt: (size) => roots[size]!,
    issued: () => Math.max(0, ...salesOf(entries).map(({ last }) => last)),
    voids: () => voidsOf(entries),
    register: () => registerRows(entries),
  }
  for (const { name, at, type, make, bytes: rewrite = (text: string) => text } of steps) {
    const index = entries.length
    const data = make(log) as JsonObject // every step makes plain JSON
    const text = canonicalJson({ at, data, index, raffle: raffleId, type, v: 1 })
    const entry = utf8(rewrite(text))
    entries.push({ name, type, index, at, data })
    bytes.push(entry)
    tree.add(hashLeaf(entry))
    roots.push(tree.root())
  }
  return log
}

function found(entries: readonly MadeEntry[], name: string): MadeEntry {
  const entry = entries.findLast((one) => one.name === name || one.type === name)
  if (entry === undefined) throw new Error(`no step ${name}`)
  return entry
}

const salesOf = (entries: readonly MadeEntry[]) =>
  entries
    .filter(({ type }) => type === 'TicketsIssued')
    .map(({ data, index }) => ({ first: Number(data.first), last: Number(data.last), index }))

function voidsOf(entries: readonly MadeEntry[]): Range[] {
  const ranges = entries
    .filter(({ type }) => type === 'TicketsVoided')
    .flatMap(({ data }) => data.ranges as unknown as Range[]) // as the steps write them
  return ranges.toSorted((one, other) => one[0] - other[0])
}

function registerRows(entries: readonly MadeEntry[]): RegisterRow[] {
  const issues = newIssues()
  for (const sale of salesOf(entries)) issues.add(sale)
  const rows = registerOf(issues, { issueCount: issues.count(), voids: voidsOf(entries) })
  return [...new Map([...rows].map((row) => [row.number, row])).values()]
}
