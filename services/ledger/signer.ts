// The signer: the only holder of the log key that signs trees. Before it releases a signature it
// has written down, flushed to disk, what it signs, and it signs only what it has proved to be an
// extension of what it wrote down before. The record lies in SIGNER_DIR, outside the database and
// its backups, so after a restore the signer knows more than the database and refuses.
//
// Crash points of `sign`: before the record is durable, nothing was signed; after it, at most this
// one tree was, and asking for it again gives the same signature (Ed25519 has no randomness).
import { isSameBytes } from '#events/kernel/bytes.ts'
import { checkpointBody, parseCheckpointBody } from '#events/ledger/checkpoint.ts'
import type { Checkpoint } from '#events/ledger/checkpoint.ts'
import { checkConsistency, emptyFrontier, rootOf } from '#events/ledger/merkle.ts'
import type { Hash } from '#events/ledger/merkle.ts'

import type { Guard, GuardStep } from './guard.ts'
import { sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'

export type SignRequest = {
  checkpoint: Checkpoint
  /** From `head` of this log to the checkpoint; empty where nothing was signed before. */
  proof: readonly Hash[]
  /** The database knows a published checkpoint of this log. */
  isPublished: boolean
}

export type Signer = {
  /** What was signed last for this log, from where the next proof begins; null: nothing, ever. */
  head: (origin: string) => Promise<Checkpoint | null>
  /** The checkpoint as a signed note. Rejects with SignerRefused where the guard refuses. */
  sign: (request: SignRequest) => Promise<string>
  /**
   * Begins a lost record anew with a checkpoint that the caller has found to be signed by this log
   * and cosigned. Refused where there is a record: that one is to be trusted.
   */
  adopt: (checkpoint: Checkpoint) => Promise<void>
}

/** Each needs a person (docs/operate.md), but `busy`, which the next try settles. */
export type SignerRefusal = 'no_record' | 'knows_more' | 'sees_a_fork' | 'busy'

export class SignerRefused extends Error {
  readonly code: SignerRefusal

  constructor(code: SignerRefusal, origin: string, sizes = '') {
    super(`${origin}: ${sentences[code]}${sizes}`)
    this.name = 'SignerRefused'
    this.code = code
  }
}

export type SignerNeeds = { guard: Guard; keys: Pick<LedgerKeys, 'signNote' | 'refresh'> }

export function openSigner({ guard, keys }: SignerNeeds): Signer {
  return {
    head: async (origin) => checkpointOf(origin, await guard.read(origin)),

    async sign({ checkpoint, proof, isPublished }) {
      const { origin } = checkpoint
      const body = checkpointBody(checkpoint)
      const step = await guard.read(origin)
      const before = checkpointOf(origin, step)
      if (before === null && isPublished) throw new SignerRefused('no_record', origin)
      requireExtension(before ?? emptyTree(origin), checkpoint, proof)
      // The same tree again: what was signed then was lost on its way.
      if (step.text !== body && !(await guard.advance(origin, step, body)))
        throw new SignerRefused('busy', origin)
      await keys.refresh()
      return keys.signNote(origin, body)
    },

    async adopt(checkpoint) {
      const { origin } = checkpoint
      const step = await guard.read(origin)
      if (step.text !== null) throw new Error(`${origin}: the signer has a record of its own`)
      if (!(await guard.advance(origin, step, checkpointBody(checkpoint))))
        throw new SignerRefused('busy', origin)
    },
  }
}

function checkpointOf(origin: string, { text, number }: GuardStep): Checkpoint | null {
  if (text === null) return null
  const checkpoint = parseCheckpointBody(text)
  if (checkpoint?.origin !== origin)
    throw new Error(`step ${number} of the signer's record of ${origin} is damaged`)
  return checkpoint
}

const emptyTree = (origin: string): Checkpoint => ({
  origin,
  size: 0,
  root: rootOf(emptyFrontier, sha256),
})

function requireExtension(before: Checkpoint, after: Checkpoint, proof: readonly Hash[]): void {
  const { origin, size } = after
  const sizes = ` (signed: ${before.size} leaves; asked for: ${size})`
  if (size < before.size) throw new SignerRefused('knows_more', origin, sizes)
  const isSame = size === before.size && isSameBytes(before.root, after.root)
  const claim = {
    from: before.size,
    to: size,
    fromRoot: before.root,
    toRoot: after.root,
    proof,
  }
  if (!isSame && !checkConsistency(claim, sha256))
    throw new SignerRefused('sees_a_fork', origin, sizes)
}

const sentences: Readonly<Record<SignerRefusal, string>> = {
  no_record:
    'checkpoints of this log were published, but SIGNER_DIR has no record of it: adopt a ' +
    'witnessed checkpoint with `npm run signer -- adopt`',
  knows_more: 'a larger tree was signed before: the database has lost facts and is not signed',
  sees_a_fork: 'the tree is no extension of the one signed before: facts have changed',
  busy: 'another process has just signed a checkpoint of this log',
}
