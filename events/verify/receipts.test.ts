// What customers and auditors show, at the edge of what is allowed.
import { describe, expect, it } from 'vitest'

import { hexOf } from '../kernel/bytes.ts'
import { checkpointBody } from '../ledger/checkpoint.ts'
import { holderCommit, orderCommit } from '../ledger/commitments.ts'
import { formatNote } from '../ledger/note.ts'
import { receiptBody, receiptKey } from '../ledger/receipt.ts'
import { formatTlogProof } from '../ledger/tlog-proof.ts'
import { sha256 } from '../testing/hashes.ts'
import type { Opening } from './needs.ts'
import { checkOpenings } from './openings-check.ts'
import { askedByReceipts, checkReceipts } from './receipts.ts'
import { newJudge } from './report.ts'
import type { Issue } from './story.ts'
import { factOf, published, said } from './testing/facts.ts'
import { lineBy, log, origin, testCrypto } from './testing/keys.ts'

const leaf = sha256(new Uint8Array(1))

/** Of the leaf at `index`, under a checkpoint with this body. */
function proofUnder(body: string, index: number): string {
  const checkpoint = formatNote({ body, signatures: [lineBy(log, body)] })
  return formatTlogProof({ extra: null, index, proof: [], checkpoint })
}

describe('the sizes that proofs ask for', () => {
  it.each([
    ['of their checkpoint', `${origin}\n153\nroot\n`, [153]],
    ['on its second line alone', `${origin}\nmany\n153\nroot\n`, []],
    ['which it may not have', 'words\n', []],
  ])('are those %s', (_which, body, sizes) =>
    expect(askedByReceipts([{ name: 'proof', text: proofUnder(body, 3) }])).toEqual({
      indexes: [3],
      sizes,
    }),
  )
})

describe('in a log that names a next key which is none, a receipt', () => {
  type Tree = { roots?: [number, Uint8Array][]; leaves?: [number, Uint8Array][] }

  function judged(text: string, { roots = [], leaves = [] }: Tree): string[] {
    const judge = newJudge()
    const walked = { size: 5, roots: new Map(roots), leaves: new Map(leaves) }
    const rotations = [factOf('SigningKeyRotated', { data: { verifierKey: 'key' } })]
    const receipts = [{ name: 'receipt', text }]
    checkReceipts({ judge, crypto: testCrypto, published, rotations, walked }, receipts)
    return said(judge)
  }
  const body = receiptBody({ origin, index: 3, leaf, at: published.at })
  const key = { ...log, key: receiptKey(log.key) }
  const promise = formatNote({ body, signatures: [lineBy(key, body)] })
  const proof = proofUnder(checkpointBody({ origin, size: 1, root: leaf }), 0)

  it('that promises a leaf is asked for that leaf', () => {
    expect(judged(promise, { leaves: [[3, leaf]] })).toEqual([])
    expect(judged(promise, {})).toEqual(['d fail receipt_of_other_entry'])
  })

  it('that proves a leaf is asked for the leaf and the tree', () => {
    const roots: [number, Uint8Array][] = [[1, leaf]]
    expect(judged(proof, { roots, leaves: [[0, leaf]] })).toEqual([])
    expect(judged(proof, { roots })).toEqual(['d fail receipt_of_other_entry'])
    expect(judged(proof, { leaves: [[0, leaf]] })).toEqual(['d fail receipt_of_other_tree'])
  })
})

describe('an opening', () => {
  /** Of one sale of four tickets, two to a unit. */
  function judged(changes: readonly Partial<Opening>[], committed: Partial<Issue> = {}) {
    const judge = newJudge()
    const issue: Issue = {
      first: 1,
      last: 4,
      ticketsPerUnit: 2,
      channel: 'online',
      at: published.at,
      index: 7,
      orderCommit: orderCommit(sha256(leaf), '{"quantity":2,"ticketsPerUnit":2}', sha256),
      holderCommit: holderCommit(leaf, '{"phone":"+961"}', sha256),
      ...committed,
    }
    const openings = changes.map((change) => ({ ...given, ...change }))
    const issues = new Map([[7, issue]])
    checkOpenings({ judge, crypto: testCrypto, issues, ticketsPerPersonMax: 6 }, openings)
    return said(judge)
  }
  const given: Opening = {
    index: 7,
    orderSalt: hexOf(sha256(leaf)),
    orderText: '{"quantity":2,"ticketsPerUnit":2}',
    holderSalt: hexOf(leaf),
    holderText: '{"phone":"+961"}',
  }

  it('opens both commitments', () => expect(judged([{}])).toEqual([]))

  it.each(['orderSalt', 'orderText', 'holderSalt', 'holderText'] as const)(
    'without its %s is one of what was erased',
    (field) => expect(judged([{ [field]: null }])).toEqual(['p note erased']),
  )

  it('without its holder counts for nobody', () => {
    expect(judged([{}, {}])).toEqual(['p fail too_many_for_one'])
    const erased = { holderSalt: null, holderText: null }
    expect(judged([erased, erased])).toEqual(['p note erased'])
  })

  it('has as many tickets to a unit as its sale', () => {
    const text = '{"quantity":2,"ticketsPerUnit":3}'
    const other = { orderCommit: orderCommit(leaf, text, sha256) }
    const change = { orderSalt: hexOf(leaf), orderText: text }
    expect(judged([change], other)).toEqual(['p fail order_entitles_to_other'])
  })

  it('has salts of 32 bytes and nothing around them', () => {
    for (const orderSalt of [`x${given.orderSalt}`, `${given.orderSalt}x`])
      expect(judged([{ orderSalt }])).toEqual(['p fail order_opens_nothing'])
  })
})
