// The true bundle, shown with fewer keys, with receipts of customers, or to an auditor.
import { hexOf } from '../../../kernel/bytes.ts'
import { canonicalJson } from '../../../ledger/canonical-json.ts'
import { holderCommit, orderCommit } from '../../../ledger/commitments.ts'
import { inclusionProof, leafHash } from '../../../ledger/merkle.ts'
import { formatNote } from '../../../ledger/note.ts'
import { receiptBody, receiptKey } from '../../../ledger/receipt.ts'
import { formatTlogProof } from '../../../ledger/tlog-proof.ts'
import { sha256 } from '../../../testing/hashes.ts'
import type { Opening } from '../../needs.ts'
import type { MadeBundle } from '../bundle.ts'
import type { Case } from '../cases.ts'
import { checkpointName, endWith, rewrite } from '../frauds/fraud.ts'
import { attackerLog, lineBy, log as logKey, nextLog, origin, representative } from '../keys.ts'
import { openingOf, rotateAtClose } from '../true-raffle.ts'

export const keysOf = (...keys: { verifierKey: string }[]) => ({
  trust: { keys: keys.map(({ verifierKey }) => ` ${verifierKey}\n`) },
})

type Promised = { index: number; leaf?: Uint8Array; signer?: typeof logKey }

function receipt({ log }: MadeBundle, { index, leaf, signer = logKey }: Promised): string {
  const hash = leaf ?? leafHash(log.bytes[index] ?? new Uint8Array(1), sha256)
  const body = receiptBody({ origin, index, leaf: hash, at: '2026-01-10T08:20:00.217Z' })
  const key = { ...signer, key: receiptKey(signer.key) }
  return formatNote({ body, signatures: [lineBy(key, body)] })
}

/** Under the checkpoint of that name, of the leaf at that place. */
function proof({ files, log }: MadeBundle, name: string, { index, of = index }: ProofOf): string {
  const size = Number.parseInt(name.slice('checkpoints/'.length))
  const leaves = (at: number) => leafHash(log.bytes[at]!, sha256)
  const path = inclusionProof(leaves, { index: of, size }, sha256)
  const checkpoint = new TextDecoder().decode(files.get(name))
  return formatTlogProof({ extra: null, index, proof: path, checkpoint })
}
type ProofOf = { index: number; of?: number }

const receipts = (...made: ((bundle: MadeBundle) => string)[]): Case => ({
  input: (bundle) => ({
    receipts: made.map((make, which) => ({ name: `receipt ${which + 1}`, text: make(bundle) })),
  }),
})

const lastProof = (bundle: MadeBundle) =>
  proof(bundle, checkpointName(bundle.files, 'last'), { index: 33 })

const opening = (which: number, change: Partial<Opening> = {}): Opening => ({
  index: which,
  ...openingOf(which),
  ...change,
})
const openings = (...list: Opening[]): Case => ({ input: () => ({ openings: list }) })

/** Sale 7 commits to this text instead of the order's or the holder's own. */
const committing = (field: 'order' | 'holder', text: string): Case => ({
  plan: (plan) =>
    rewrite(plan, 'sale 7', () => {
      const salt = sha256(new Uint8Array(0))
      const commit = field === 'order' ? orderCommit : holderCommit
      return { [`${field}Commit`]: commit(salt, text, sha256) }
    }),
  input: () => ({
    openings: [
      opening(7, { [`${field}Salt`]: hexOf(sha256(new Uint8Array(0))), [`${field}Text`]: text }),
    ],
  }),
})

const isOne = (opened: Opening) => JSON.parse(opened.holderText!) as object
const samePhone = (which: number) => canonicalJson({ ...isOne(opening(which)), phone: '+96170000' })

export const shown: Readonly<Record<string, Case>> = {
  'shown with no key from elsewhere': { input: () => keysOf() },
  'shown with the key of the log alone': { input: () => keysOf(logKey) },
  'shown with the key of another log of the same name': { input: () => keysOf(attackerLog) },
  'shown with the key of the representative alone': { input: () => keysOf(representative) },
  'shown with a key that is none': { input: () => keysOf({ verifierKey: 'key' }) },
  'a log that has changed its key, with receipts of both': {
    plan: (plan) => rotateAtClose(plan, nextLog, true),
    input: (bundle) => ({
      receipts: [
        { name: 'of the first', text: receipt(bundle, { index: 20 }) },
        { name: 'of the next', text: receipt(bundle, { index: 21, signer: nextLog }) },
        { name: 'a proof', text: lastProof(bundle) },
      ],
    }),
  },
  'a true receipt and a true proof': receipts(
    (bundle) => receipt(bundle, { index: 20 }),
    lastProof,
    (bundle) => proof(bundle, checkpointName(bundle.files, 'first'), { index: 0 }),
  ),
  'a receipt of a sale that comes after the bundle': receipts((bundle) =>
    receipt(bundle, { index: bundle.log.bytes.length }),
  ),
  'a receipt by another key': receipts((bundle) =>
    receipt(bundle, { index: 20, signer: attackerLog }),
  ),
  'a receipt that is none': receipts(() => 'thank you for your purchase'),
  'a proof of another entry': receipts((bundle) =>
    proof(bundle, checkpointName(bundle.files, 'last'), { index: 33, of: 34 }),
  ),
  'a proof of a tree that comes after the bundle': {
    plan: (plan) => endWith(plan, 'sale 70'),
    input: ({ log, files }) => {
      const name = checkpointName(files, 'last')
      const text = new TextDecoder().decode(files.get(name))
      const body = text.slice(0, text.indexOf('\n\n') + 1).replace(/\n\d+\n/, '\n99\n')
      const checkpoint = formatNote({ body, signatures: [lineBy(logKey, body)] })
      const hashes = [leafHash(log.bytes[0]!, sha256)]
      const made = formatTlogProof({ extra: null, index: 3, proof: hashes, checkpoint })
      return { receipts: [{ name: 'proof', text: made }] }
    },
  },
  'a proof of a tree with another root': {
    input: ({ log, files }) => {
      const name = checkpointName(files, 'first')
      const text = new TextDecoder().decode(files.get(name))
      const body = text.slice(0, text.indexOf('\n\n') + 1).replace(/\n\d+\n/, '\n2\n')
      const checkpoint = formatNote({ body, signatures: [lineBy(logKey, body)] })
      const hashes = [leafHash(log.bytes[0]!, sha256)]
      const made = formatTlogProof({ extra: null, index: 1, proof: hashes, checkpoint })
      return { receipts: [{ name: 'proof', text: made }] }
    },
  },
  'a proof by another key': receipts((bundle) => {
    const made = lastProof(bundle)
    const start = made.indexOf('\n\n') + 2
    const body = made.slice(start, made.indexOf('\n\n', start) + 1)
    const note = formatNote({ body, signatures: [lineBy(attackerLog, body)] })
    return made.slice(0, start) + note
  }),
  'openings of two sales, one of them erased': openings(
    opening(7),
    opening(8, { holderSalt: null, holderText: null }),
    opening(9, { orderSalt: null, orderText: null }),
  ),
  'an opening of no sale': openings(opening(7, { index: 4_000 })),
  'an opening of a fact that is no sale': openings(opening(7, { index: 0 })),
  'an opening with another holder': openings(opening(7, { holderText: opening(8).holderText })),
  'an opening with another order': openings(opening(7, { orderText: opening(8).orderText })),
  'an opening with a salt that is none': openings(opening(7, { orderSalt: 'salt' })),
  'an order that is no object': committing('order', '"seven"'),
  'an order that is no canonical JSON': committing('order', '{ }'),
  'an order of another number of tickets a unit': committing(
    'order',
    '{"quantity":1,"ticketsPerUnit":9}',
  ),
  'an order of fewer units': committing('order', '{"quantity":0,"ticketsPerUnit":1}'),
  'a holder without a phone': committing('holder', '{"name":"Holder 7"}'),
  'a holder that is no object': committing('holder', '[]'),
  'one phone with more tickets than it may have': {
    plan: (plan) => {
      rewrite(plan, 'published', () => ({ ticketsPerPersonMax: 3 }))
      for (const which of [7, 9])
        rewrite(plan, `sale ${which}`, () => {
          const salt = sha256(new Uint8Array([which]))
          return { holderCommit: holderCommit(salt, samePhone(which), sha256) }
        })
    },
    input: () => ({
      openings: [7, 9].map((which) =>
        opening(which, {
          holderSalt: hexOf(sha256(new Uint8Array([which]))),
          holderText: samePhone(which),
        }),
      ),
    }),
  },
  'two phones with as many tickets as they may have': {
    plan: (plan) => rewrite(plan, 'published', () => ({ ticketsPerPersonMax: 4 })),
    input: () => ({ openings: [opening(3), opening(9)] }),
  },
}
