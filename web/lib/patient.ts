/**
 * Code that comes later, over a line that may be cut: it is asked for again until it is there, so a
 * page that is already seen never breaks because a part of it is still missing.
 */
export async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load()
    } catch {
      await backOnline()
    }
  }
}

const PAUSE_MS = 5_000

const backOnline = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PAUSE_MS)
    addEventListener('online', () => resolve(), { once: true })
  })
