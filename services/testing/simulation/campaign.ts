// Worlds on all cores, for so many seeds or so long.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { Block } from './block.ts'

export type Campaign = {
  seed: number
  threads: number
  /** Ends after so many worlds, or after so many milliseconds. */
  worldsMax: number
  timeMaxMs: number
  progress: (done: Pick<Campaigned, 'worlds' | 'happenings' | 'seconds'>) => void
}

export type Campaigned = {
  worlds: number
  happenings: number
  seconds: number
  reached: string[]
  broken: Block['broken']
}

const WORLDS_PER_BLOCK = 25

export async function runCampaign(campaign: Campaign): Promise<Campaigned> {
  const { seed, threads, worldsMax, timeMaxMs, progress } = campaign
  const startedAt = performance.now()
  const sum: Campaigned = { worlds: 0, happenings: 0, seconds: 0, reached: [], broken: null }
  const reached = new Set<string>()
  let given = 0

  const isOver = () =>
    sum.broken !== null || given >= worldsMax || performance.now() - startedAt >= timeMaxMs

  async function work(worker: Worker): Promise<void> {
    while (!isOver()) {
      const count = Math.min(WORLDS_PER_BLOCK, worldsMax - given)
      const from = seed + given
      given += count
      const block = await answered(worker, { from, count })
      sum.worlds += block.worlds
      sum.happenings += block.happenings
      sum.seconds = (performance.now() - startedAt) / 1_000
      for (const fact of block.reached) reached.add(fact)
      sum.broken ??= block.broken
      progress(sum)
    }
    await worker.terminate()
  }

  const file = new URL('./worker.ts', import.meta.url)
  await Promise.all(Array.from({ length: threads }, () => work(new Worker(file))))
  return { ...sum, reached: [...reached].toSorted() }
}

/** Fails as the thread does. */
async function answered(worker: Worker, block: { from: number; count: number }): Promise<Block> {
  const answer = once(worker, 'message')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  worker.postMessage(block)
  const [done] = (await answer) as [Block]
  return done
}
