// The caller asked for something the rules refuse. Expected: one handler turns it into the wire's
// error (`services/contract/problems.ts` says which status a code has). A bug is never a Rejection.
export class Rejection extends Error {
  readonly code: string
  /** What the caller may act on, such as `{ available: 3 }`. Of people, only what he may read. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'Rejection'
    this.code = code
    this.details = details
  }
}
