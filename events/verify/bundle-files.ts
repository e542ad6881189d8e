// The files of an evidence bundle that follow from the log alone. The maker writes them, the
// verifier writes them anew and compares: nothing in a bundle says more than its log does.
import { utf8 } from '../kernel/bytes.ts'
import type { BeaconChain } from '../ledger/beacon.ts'
import { canonicalJson } from '../ledger/canonical-json.ts'

import type { EntryType } from './entry.ts'
import { registerOf, type Fact } from './facts.ts'
import type { Story } from './story.ts'

/** What a bundle must hold beside tiles and checkpoints. */
export const plainFiles = [
  'README.txt',
  'beacon.json',
  'certificate.html',
  'entropy.json',
  'policy.json',
  'register.csv',
  'result.json',
  'seal.json',
  'verify.html',
  'verify.mjs',
] as const

export const manifestName = 'manifest.json'
export const checkpointsFolder = 'checkpoints/'
/** `checkpoints/<size>.txt`; a second one of the same size is told apart by a letter. */
export const checkpointPattern = /^checkpoints\/\d{1,15}[a-z]?\.txt$/

export type Manifest = {
  readonly files: Readonly<Record<string, string>>
  readonly origin: string
  readonly raffle: string
  readonly size: number
  readonly v: 1
}

export const manifestText = (manifest: Manifest): string => canonicalJson(manifest)

const filesOfFacts = {
  'seal.json': ['RaffleClosed', 'RegisterSealed', 'DrawPostponed', 'DrawAnnulled'],
  'entropy.json': ['EntropySealed', 'OperatorRevealed'],
  'result.json': [
    'DrawCompleted',
    'PrizeForfeited',
    'PrizePromoted',
    'PrizeDelivered',
    'RaffleCancelled',
  ],
} as const satisfies Record<string, readonly EntryType[]>

export type FactFile = keyof typeof filesOfFacts
export const factFiles = Object.keys(filesOfFacts) as FactFile[] // the record names them all

/** The entries of these types, as they stand in the log, in its order. */
export function factFileText(name: FactFile, { facts }: Pick<Story, 'facts'>): string {
  const types: readonly EntryType[] = filesOfFacts[name]
  return canonicalJson({ entries: entriesOf(facts, types) })
}

export function beaconFileText({ facts }: Pick<Story, 'facts'>, chain: BeaconChain | null): string {
  return canonicalJson({
    chain: chain === null ? null : chainFields(chain),
    entries: entriesOf(facts, ['BeaconRecorded']),
  })
}

function chainFields(chain: BeaconChain) {
  const { chainHash, publicKey, groupHash, genesisTime, periodSeconds } = chain
  return { chainHash, publicKey, groupHash, genesisTime, periodSeconds }
}

export function policyFileText({ published }: Pick<Story, 'published'>): string {
  if (published === null) return canonicalJson({})
  const { origin, policy, environment } = published.data
  return canonicalJson({ environment, origin, policy })
}

const entriesOf = (facts: readonly Fact[], types: readonly EntryType[]) =>
  facts
    .filter(({ type }) => types.includes(type))
    .map(({ at, data, index, type }) => ({ at, data, index, type }))

const rowsPerPiece = 20_000

/** `register.csv`, piece by piece: every ticket ever issued, by number, and what became of it. */
export function* registerCsv(story: Pick<Story, 'issues' | 'voids'>): Generator<Uint8Array> {
  let text = 'number,issueLeafIndex,state\n'
  let rows = 0
  const all = { issueCount: story.issues.count(), voids: story.voids }
  for (const { number, index, isVoid } of registerOf(story.issues, all)) {
    text += `${number},${index},${isVoid ? 'void' : 'valid'}\n`
    rows += 1
    if (rows % rowsPerPiece !== 0) continue
    yield utf8(text)
    text = ''
  }
  if (text !== '') yield utf8(text)
}
