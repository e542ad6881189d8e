// Does this net catch fish? Plants one known bug after the other, each in a process of its own, and
// counts the worlds until one of them breaks a promise.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

import { catchers } from '../planted-bugs.ts'

export type Catch = {
  bug: string
  /** From the first seed to the one that found it, included; else all. */
  worlds: number
  /** Steps of the smallest history; null: not caught. */
  steps: number | null
  promise: string
}

/** What `npm run simulate -- --json` says. */
type Said = { worlds: number; broken: { seed: number; steps: unknown[]; promise: string } | null }

const simulate = join(import.meta.dirname, '../../cli/simulate.ts')
const preload = pathToFileURL(join(import.meta.dirname, '../plant.ts')).href

export const plantedBugs = Object.keys(catchers)

export async function plant(bug: string, { seed, worldsMax }: { seed: number; worldsMax: number }) {
  const given = ['--seed', String(seed), '--sequences', String(worldsMax), '--json']
  const child = spawn(process.execPath, ['--import', preload, simulate, ...given], {
    env: { ...process.env, QURA_PLANTED: bug },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = await text(child.stdout)
  if (said === '') throw new Error(`the simulation with ${bug} ended without a word`)
  const { worlds, broken } = JSON.parse(said) as Said
  const steps = broken?.steps.length ?? null
  return {
    bug,
    worlds: broken === null ? worlds : broken.seed - seed + 1,
    steps,
    promise: broken?.promise ?? '',
  } satisfies Catch
}
