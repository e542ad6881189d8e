// Receipts that customers hold (d): the log has promised a leaf at an index, or proved it under a
// checkpoint; the tree that was rebuilt from the bundle must agree.
import { isSameBytes } from '../kernel/bytes.ts'
import { checkInclusion } from '../ledger/merkle.ts'
import { parseNote, parseVerifierKey } from '../ledger/note.ts'
import { openCheckpoint, parsePolicy, type Policy } from '../ledger/policy.ts'
import { openReceipt, parseReceiptBody } from '../ledger/receipt.ts'
import { parseTlogProof } from '../ledger/tlog-proof.ts'

import type { Fact } from './facts.ts'
import type { WalkedLog } from './log-walk.ts'
import type { Crypto, VerifyInput } from './needs.ts'
import type { Judge } from './report.ts'

type Receipts = NonNullable<VerifyInput['receipts']>

/** Leaves and sizes that the receipts speak of, so that one walk through the log answers them. */
export function askedByReceipts(receipts: Receipts): { indexes: number[]; sizes: number[] } {
  const indexes: number[] = []
  const sizes: number[] = []
  for (const { text } of receipts) {
    const proof = parseTlogProof(text)
    const promise = parseReceiptBody(parseNote(text)?.body ?? '')
    if (promise !== null) indexes.push(promise.index)
    if (proof === null) continue
    indexes.push(proof.index)
    const size = /^[^\n]*\n(\d{1,15})\n/.exec(proof.checkpoint)?.[1]
    if (size !== undefined) sizes.push(Number(size))
  }
  return { indexes, sizes }
}

type Needs = {
  judge: Judge
  crypto: Crypto
  published: Fact<'RafflePublished'>
  rotations: readonly Fact<'SigningKeyRotated'>[]
  walked: WalkedLog
}

export function checkReceipts(needs: Needs, receipts: Receipts): void {
  const policy = parsePolicy(needs.published.data.policy, needs.crypto.sha256)
  if (policy === null) return // (b) has said so
  const keys = needs.rotations.map(({ data }) =>
    parseVerifierKey(data.verifierKey, needs.crypto.sha256),
  )
  const policies = [policy.log, ...keys].flatMap((log) =>
    log === null ? [] : [{ ...policy, log }],
  )
  for (const receipt of receipts) {
    needs.judge.examined('d')
    if (parseTlogProof(receipt.text) === null) checkPromise(needs, policies, receipt)
    else checkProof(needs, policies, receipt)
  }
}

type Receipt = Receipts[number]

function checkPromise(needs: Needs, policies: readonly Policy[], { name, text }: Receipt): void {
  const { judge, crypto, walked } = needs
  const tools = { sha256: crypto.sha256, verify: crypto.verifyEd25519 }
  const opened = policies
    .map(({ log }) => openReceipt(text, log, tools))
    .find((one) => one !== null)
  if (!opened) return judge.fail('d', 'receipt_not_signed', { name })
  const { index, leaf } = opened
  if (index >= walked.size) return judge.skip('d', 'receipt_is_newer', { name, index })
  const found = walked.leaves.get(index)
  if (found === undefined || !isSameBytes(found, leaf))
    judge.fail('d', 'receipt_of_other_entry', { name, index })
}

function checkProof(needs: Needs, policies: readonly Policy[], { name, text }: Receipt): void {
  const { judge, crypto, walked } = needs
  const tools = { sha256: crypto.sha256, verify: crypto.verifyEd25519 }
  const proof = parseTlogProof(text)!
  const opened = policies
    .map((policy) => openCheckpoint(proof.checkpoint, policy, tools))
    .find((one) => one !== null)
  if (!opened) return judge.fail('d', 'receipt_not_signed', { name })
  const { size, root } = opened.checkpoint
  if (size > walked.size) return judge.skip('d', 'receipt_is_newer', { name, index: proof.index })
  const rebuilt = walked.roots.get(size)
  const leaf = walked.leaves.get(proof.index)
  const isSame = rebuilt !== undefined && isSameBytes(rebuilt, root)
  if (!isSame) return judge.fail('d', 'receipt_of_other_tree', { name, size })
  const claim = { index: proof.index, size, proof: proof.proof, root }
  if (leaf === undefined || !checkInclusion({ ...claim, leaf }, crypto.sha256))
    judge.fail('d', 'receipt_of_other_entry', { name, index: proof.index })
}
