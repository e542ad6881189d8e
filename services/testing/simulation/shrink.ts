// From a failing history to the smallest one that fails in the same way: steps are left out as long
// as the same promise stays broken, then what is left is made plainer.
import { runWorld } from './run.ts'
import { stepsOf } from './run.ts'
import type { Step } from './steps.ts'

export type Shrunk = {
  steps: readonly Step[]
  /** Under which the smallest history fails (`run.ts`). */
  luck: number
  /** The promise that the smallest history still breaks. */
  broken: string
  /** How many histories were tried on the way. */
  tried: number
}

/** Inside of `sealed`. */
export async function shrink({ seed, triesMax = 600 }: { seed: number; triesMax?: number }) {
  let steps: readonly Step[] = stepsOf(seed)
  let luck = 0
  const [first = ''] = (await runWorld({ seed, steps })).broken
  const wanted = kindOf(first)
  let tried = 1

  async function stillFails(candidate: readonly Step[]): Promise<boolean> {
    // With a step less all later delays are others: a bug that needs a moment gets a few of them.
    for (const other of [luck, ...lucks]) {
      if (tried >= triesMax) return false
      tried += 1
      const { broken } = await runWorld({ seed, steps: candidate, luck: other })
      if (!broken.some((promise) => kindOf(promise) === wanted)) continue
      steps = candidate
      luck = other
      return true
    }
    return false
  }

  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // From the end: what happened last is most often of no account.
    for (let at = steps.length - size; at >= 0; at -= size)
      await stillFails(steps.toSpliced(at, size))
  }
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (let at = steps.length - 1; at >= 0; at--)
      if (await stillFails(steps.toSpliced(at, 1))) isSmaller = true
  }
  for (const [at, step] of steps.entries())
    for (const plainer of plainerThan(step)) if (await stillFails(steps.with(at, plainer))) break

  const { broken } = await runWorld({ seed, steps, luck })
  return { steps, luck, broken: broken[0] ?? '', tried } satisfies Shrunk
}

const lucks = [1, 2, 3, 4]

/** The same sentence about somebody else is the same failure. */
const kindOf = (promise: string): string =>
  promise.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace(/\d+/g, '#')

function plainerThan(step: Step): Step[] {
  const plainer: Step[] = []
  if (step.do === 'buy') {
    const [item] = step.items
    if (step.items.length > 1 && item !== undefined) plainer.push({ ...step, items: [item] })
    if (item !== undefined && item.quantity > 1)
      plainer.push({ ...step, items: [{ ...item, quantity: 1 }] })
  }
  if (step.do === 'pay' && step.callbacks > 1) plainer.push({ ...step, callbacks: 1 })
  if (step.afterMs !== 0) plainer.unshift({ ...step, afterMs: 0 })
  return plainer
}
