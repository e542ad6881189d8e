// By how much a shop's resident memory grows while something is done to it, at the worst moment.
import { setTimeout as sleep } from 'node:timers/promises'

import type { RunningShop } from './running-shop.ts'

const SAMPLE_MS = 100

export async function growthDuring<Result>(
  { memory }: Pick<RunningShop, 'memory'>,
  act: () => Promise<Result>,
): Promise<{ growthMb: number; result: Result }> {
  const { rssMb } = await memory(true)
  let highestMb = rssMb
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      highestMb = Math.max(highestMb, (await memory()).rssMb)
      await sleep(SAMPLE_MS)
    }
  })()
  const result = await act().finally(() => (isOver = true))
  await watching
  return { growthMb: highestMb - rssMb, result }
}
