// For who furnishes a shop: what was done comes to the read models a moment later.
import { sleep } from '../io/timers.ts'

const TRIES_MAX = 300
const PAUSE_MS = 100

/** Asks again until it is so. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (await isSo()) return
    await sleep(PAUSE_MS)
  }
  throw new Error(`it never came about: ${what}`)
}
