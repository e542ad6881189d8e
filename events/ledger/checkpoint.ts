// A checkpoint (C2SP `tlog-checkpoint`): what a log was when it held so many leaves. Its body is
// three lines, each with its newline: origin, size in decimal, root in base64. We write no
// extension lines and accept none.
import { assert } from '../kernel/assert.ts'
import { base64Of, bytesOfBase64 } from '../kernel/bytes.ts'

export type Checkpoint = {
  /** `<host>[:port]/ledger/<raffleId>`. */
  readonly origin: string
  /** Leaves in the tree. */
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
}

export function checkpointBody({ origin, size, root }: Checkpoint): string {
  assert(origin !== '' && !/\s/u.test(origin), 'an origin is one word')
  assert(Number.isSafeInteger(size) && size >= 0, 'a size is a whole number from 0')
  assert(root.length === 32, 'a root has 32 bytes')
  return `${origin}\n${size}\n${base64Of(root)}\n`
}

/** Null for anything that `checkpointBody` would not have written. */
export function parseCheckpointBody(body: string): Checkpoint | null {
  const lines = body.split('\n')
  if (lines.length !== 4 || lines[3] !== '') return null
  const [origin = '', digits = '', base64 = ''] = lines
  if (origin === '' || /\s/u.test(origin) || !/^(0|[1-9]\d{0,15})$/.test(digits)) return null
  const size = Number(digits)
  const root = bytesOfBase64(base64)
  if (!Number.isSafeInteger(size) || root === null || root.length !== 32) return null
  return { origin, size, root }
}
