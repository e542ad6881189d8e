// The signed checkpoints of a bundle: by the log's key that was in force at that size, cosigned by
// the witnesses of the published policy (b), all of one tree (d). When a quorum had cosigned a tree
// is the only time here that the operator could not have written himself.
import { isSameBytes, textOf } from '../kernel/bytes.ts'
import { parseCheckpointBody } from '../ledger/checkpoint.ts'
import { ed25519Type, parseNote, parseVerifierKey } from '../ledger/note.ts'
import type { NoteKey } from '../ledger/note.ts'
import { openCheckpoint, parsePolicy, quorumTime, type Policy } from '../ledger/policy.ts'

import type { Fact } from './facts.ts'
import type { Crypto, Trust } from './needs.ts'
import type { Judge } from './report.ts'

/** A file of `checkpoints/`, its body read, nothing verified. */
export type CheckpointFile = {
  readonly name: string
  readonly text: string
  readonly size: number
  readonly root: Uint8Array
  readonly origin: string
}

export type Cosigned = {
  readonly size: number
  /** Unix seconds. */
  readonly time: number
  readonly body: string
}

/** Null: not a checkpoint. */
export function readCheckpoint(name: string, bytes: Uint8Array): CheckpointFile | null {
  let text: string
  try {
    text = textOf(bytes)
  } catch {
    return null // not UTF-8
  }
  const note = parseNote(text)
  const body = note === null ? null : parseCheckpointBody(note.body)
  return body === null ? null : { name, text, ...body }
}

type Needs = {
  judge: Judge
  crypto: Crypto
  trust: Trust
  published: Fact<'RafflePublished'>
  rotations: readonly Fact<'SigningKeyRotated'>[]
  checkpoints: readonly CheckpointFile[]
}

/** Checks (b); answers with what a quorum has cosigned, earliest first. */
export function checkCheckpoints(needs: Needs): Cosigned[] {
  const { judge, crypto, published, checkpoints } = needs
  const policy = parsePolicy(published.data.policy, crypto.sha256)
  if (policy === null || policy.log.name !== published.data.origin) {
    judge.fail('b', 'policy_malformed')
    return []
  }
  const believed = checkPinned(needs, policy)
  const cosigned: Cosigned[] = []
  const newest = Math.max(...checkpoints.map(({ size }) => size))
  for (const checkpoint of checkpoints) {
    judge.examined('b')
    const { name, size, text } = checkpoint
    const opened = openUnder(needs, policy, checkpoint)
    if (opened === null) {
      judge.fail('b', 'checkpoint_not_signed', { name })
      continue
    }
    const counted = opened.cosignatures.filter(({ key }) => believed.includes(key))
    const time = quorumTime(counted, policy.quorum)
    if (time !== null) cosigned.push({ size, time, body: parseNote(text)!.body })
    else if (size === newest)
      judge.fail('b', 'no_quorum', { name, quorum: policy.quorum, found: counted.length })
  }
  if (policy.quorum === 0) judge.note('b', 'no_witnesses')
  return cosigned.toSorted((one, other) => one.time - other.time || one.size - other.size)
}

/** The key in force for a tree of that size; at the hand-over both keys are good. */
function openUnder(needs: Needs, policy: Policy, { size, text }: CheckpointFile) {
  const { crypto, rotations } = needs
  const tools = { sha256: crypto.sha256, verify: crypto.verifyEd25519 }
  const inForce = rotations.filter(({ index }) => index < size).at(-1)
  const texts = [inForce?.data.verifierKey, inForce?.index === size - 1 && inForce?.data.previous]
  const keys = texts.flatMap((key) => (key ? [parseVerifierKey(key, crypto.sha256)] : []))
  if (inForce === undefined) keys.push(policy.log)
  for (const log of keys) {
    if (log === null) continue
    const opened = openCheckpoint(text, { ...policy, log }, tools)
    if (opened !== null) return opened
  }
  return null
}

/**
 * A key that the bundle brings along proves only that the bundle agrees with itself. Answers with
 * the witnesses whose word counts: of those that were given, or all where none was.
 */
function checkPinned(needs: Needs, policy: Policy): readonly NoteKey[] {
  const { judge, crypto, trust, published } = needs
  checkRotations(needs, policy)
  const given = trust.keys.map((text) => parseVerifierKey(text.trim(), crypto.sha256))
  const isGiven = (text: string) => trust.keys.some((key) => key.trim() === text)
  const logs = given.filter((key) => key?.type === ed25519Type && key.name === policy.log.name)
  if (logs.length === 0) judge.skip('b', 'no_key_from_outside')
  else if (!isGiven(published.data.policy.log)) judge.fail('b', 'key_not_trusted')
  const witnesses = given.filter((key) => key !== null && key.type === policy.witnesses[0]?.type)
  if (witnesses.length === 0) {
    if (policy.witnesses.length > 0) judge.note('b', 'witnesses_not_pinned')
    return policy.witnesses
  }
  // Keys stand in the policy as texts do in what was published, in the same order.
  const texts = published.data.policy.witnesses
  const pinned = policy.witnesses.filter((_, which) => isGiven(texts[which]!))
  if (pinned.length >= policy.quorum) return pinned
  judge.fail('b', 'witnesses_not_trusted', { quorum: policy.quorum, found: pinned.length })
  return policy.witnesses
}

/** Each key names the next, and the key before has signed a tree in which that stands. */
function checkRotations(needs: Needs, policy: Policy): void {
  const { judge, crypto, published, rotations } = needs
  let current = published.data.policy.log
  for (const { index, data } of rotations) {
    judge.examined('b')
    const next = parseVerifierKey(data.verifierKey, crypto.sha256)
    if (data.previous !== current || next?.name !== published.data.origin)
      judge.fail('b', 'wrong_rotation', { index })
    else if (!isHandedOver(needs, { policy, index, previous: current }))
      judge.fail('b', 'no_hand_over', { index })
    current = data.verifierKey
  }
}

type HandOver = { policy: Policy; index: number; previous: string }

/**
 * Entries prove nothing about who wrote them: without the hand-over checkpoint whoever can write to
 * the database could name a key of his own and go on alone.
 */
function isHandedOver(
  { crypto, checkpoints }: Needs,
  { policy, index, previous }: HandOver,
): boolean {
  const tools = { sha256: crypto.sha256, verify: crypto.verifyEd25519 }
  const log = parseVerifierKey(previous, crypto.sha256)
  if (log === null) return false
  return checkpoints.some(
    ({ size, text }) => size > index && openCheckpoint(text, { ...policy, log }, tools) !== null,
  )
}

/** (d): every signed tree is a beginning of the tree that was rebuilt from the entries. */
export function checkRoots(
  judge: Judge,
  {
    checkpoints,
    roots,
  }: {
    checkpoints: readonly CheckpointFile[]
    roots: ReadonlyMap<number, Uint8Array>
  },
): void {
  const newest = Math.max(...checkpoints.map(({ size }) => size))
  for (const { name, size, root } of checkpoints) {
    // The newest is what (c) measures the tiles with.
    const check = size === newest ? 'c' : 'd'
    judge.examined('d')
    const rebuilt = roots.get(size)
    if (rebuilt === undefined || !isSameBytes(rebuilt, root))
      judge.fail(check, 'other_root', { name, size })
  }
}

/** The time at which a quorum had first cosigned a tree of at least `size` leaves; null: never. */
export function cosignedTime(cosigned: readonly Cosigned[], size: number): number | null {
  return cosigned.find((checkpoint) => checkpoint.size >= size)?.time ?? null
}
