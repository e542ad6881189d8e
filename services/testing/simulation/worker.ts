// A thread of its own: the seals of `sealed.ts` are put on per thread.
import { parentPort } from 'node:worker_threads'

import { runBlock } from './block.ts'

parentPort?.on('message', async (block: { from: number; count: number }) => {
  const { broken, ...rest } = await runBlock(block)
  const first = broken && { seed: broken.seed, steps: broken.steps, broken: broken.broken }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage({ ...rest, broken: first })
})
