// The one boundary between the program and the world. Every database, HTTP, file and timer call
// runs inside `io(name, …)`, so that a test can end the process before or after any of them and
// count them all. Between two such calls JavaScript has no effect outside the process.
export type Watcher = {
  before: (name: string) => void | Promise<void>
  after: (name: string) => void | Promise<void>
}

let watcher: Watcher | undefined

/** Tests only: sees every call. There is one watcher at a time. */
export function watchIo(next: Watcher | undefined): void {
  watcher = next
}

export async function io<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  if (watcher === undefined) return act()
  await watcher.before(name)
  const result = await act()
  await watcher.after(name)
  return result
}
