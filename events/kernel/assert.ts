// Broken assumptions are bugs: they crash the request that met them and raise the alarm.
export class AssertionFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AssertionFailure'
  }
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message)
}

/** Ends every `switch` over a union: the compiler proves that no case is missing. */
export function unreachable(value: never): never {
  throw new AssertionFailure(`unreachable: ${JSON.stringify(value)}`)
}
