// The true raffle with as many sales as one likes, made without keeping an object for each: what
// the speed of the verifier is measured on.
import { concat, hexOf, utf8 } from '../../kernel/bytes.ts'
import { canonicalJson } from '../../ledger/canonical-json.ts'
import { sha256 } from '../../testing/hashes.ts'
import type { JsonObject } from '../entry.ts'
import { newIssues, registerOf, type Range, type RegisterRow } from '../facts.ts'
import { growTree, leafHasher } from '../tree.ts'
import { bundleFilesOf, type Files } from './bundle.ts'
import { rewrite } from './frauds/fraud.ts'
import { raffleId } from './keys.ts'
import type { GrowingLog, MadeEntry, MadeLog, Plan, Step } from './plan.ts'
import { instant, trueRaffle } from './true-raffle.ts'

export type LargeRaffle = { sales: number; ticketsPerSale: number }

export function largeBundle({ sales, ticketsPerSale }: LargeRaffle): Files {
  const plan = trueRaffle()
  rewrite(plan, 'published', () => ({ ticketsMax: sales * ticketsPerSale }))
  rewrite(plan, 'voided', () => ({
    ranges: [
      [5, 5],
      [77, 79],
    ],
    reason: 'returned',
  }))
  plan.checkpoints = plan.checkpoints.filter(({ after }) => !after.startsWith('sale'))
  return bundleFilesOf(plan, makeLargeLog(plan, { sales, ticketsPerSale }))
}

function makeLargeLog({ steps }: Plan, raffle: LargeRaffle): MadeLog {
  const state = newState()
  const [published, ...others] = steps
  state.step(published!)
  state.sell(raffle, Date.parse(steps.find(({ name }) => name === 'sale 1')!.at))
  for (const step of others) if (step.type !== 'TicketsIssued') state.step(step)
  return state.log
}

/** Within three hours, whatever their number. */
const sellingMs = 180 * 60_000

function newState() {
  const entries: MadeEntry[] = []
  const bytes: Uint8Array[] = []
  const roots = new Map<number, Uint8Array>()
  const issues = newIssues()
  const tree = growTree(sha256)
  const hashLeaf = leafHasher(sha256)
  let issued = 0

  function push(text: string): void {
    const entry = utf8(text)
    bytes.push(entry)
    tree.add(hashLeaf(entry))
  }

  const voids = () =>
    entries.flatMap(({ type, data }) =>
      type === 'TicketsVoided' ? (data.ranges as unknown as Range[]) : [],
    )
  const log: MadeLog = {
    entries,
    bytes,
    named: (name) => found(entries, name),
    rootAt: (size) => roots.get(size)!,
    issued: () => issued,
    voids,
    register: (): RegisterRow[] => [
      ...registerOf(issues, { issueCount: issues.count(), voids: voids() }),
    ],
  }
  return {
    log,
    step({ name, at, type, make }: Step) {
      const index = bytes.length
      const data = make(log as GrowingLog) as JsonObject // every step makes plain JSON
      entries.push({ name, type, index, at, data })
      push(canonicalJson({ at, data, index, raffle: raffleId, type, v: 1 }))
      roots.set(index + 1, tree.root())
    },
    sell({ sales, ticketsPerSale }: LargeRaffle, from: number) {
      for (let sale = 0; sale < sales; sale += 1) {
        const at = instant(from + Math.floor((sale / sales) * sellingMs))
        const index = bytes.length
        const [first, last] = [issued + 1, issued + ticketsPerSale]
        push(saleText({ at, index, first, last, perUnit: ticketsPerSale }))
        issues.add({ first, last, index })
        issued = last
      }
    },
  }
}

type Sale = { at: string; index: number; first: number; last: number; perUnit: number }

function saleText({ at, index, first, last, perUnit }: Sale): string {
  const random = sha256(utf8(`sale ${index}`))
  const holderCommit = hexOf(random)
  const orderCommit = hexOf(sha256(concat(random, random)))
  return (
    `{"at":"${at}","data":{"channel":"online","first":${first},"holderCommit":"${holderCommit}",` +
    `"last":${last},"orderCommit":"${orderCommit}","ticketsPerUnit":${perUnit}},` +
    `"index":${index},"raffle":"${raffleId}","type":"TicketsIssued","v":1}`
  )
}

function found(entries: readonly MadeEntry[], name: string): MadeEntry {
  const entry = entries.findLast((one) => one.name === name || one.type === name)
  if (entry === undefined) throw new Error(`no step ${name}`)
  return entry
}
