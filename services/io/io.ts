// The one boundary between the program and the world. Every database, HTTP, file and timer call
// runs inside `io(name, …)`, so that a test can end the process before or after any of them and
// count them all, and so that a trace can show how long each took. Between two such calls
// JavaScript has no effect outside the process.
export type Watcher = {
  before: (name: string) => void | Promise<void>
  after: (name: string) => void | Promise<void>
}

/** Runs `act`, and knows its name. */
export type Around = <Result>(name: string, act: () => Promise<Result>) => Promise<Result>

let watcher: Watcher | undefined
let tracer: Around | undefined
/** Of both; undefined while there is neither, so that an ordinary call costs one comparison. */
let around: Around | undefined

/** Tests only: sees every call. There is one watcher at a time. */
export function watchIo(next: Watcher | undefined): void {
  watcher = next
  around = aroundOf(watcher, tracer)
}

/** `tracing.ts` alone: a span for each call. */
export function traceIo(next: Around | undefined): void {
  tracer = next
  around = aroundOf(watcher, tracer)
}

export async function io<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  return around === undefined ? act() : around(name, act)
}

function aroundOf(watching: Watcher | undefined, tracing: Around | undefined): Around | undefined {
  if (watching === undefined) return tracing
  return async (name, act) => {
    await watching.before(name)
    const result = await (tracing === undefined ? act() : tracing(name, act))
    await watching.after(name)
    return result
  }
}
