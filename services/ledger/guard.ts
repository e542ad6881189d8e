// A record that only moves forwards, for who must never sign two histories: the signer and the
// witness each keep the last tree they signed. One folder for each log, one file for each step; a
// step is a new file with the next number, which of all processes one alone can make. So nobody
// overwrites what he has not read, and a crash leaves the step before or the step after.
import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { listFolder, makeFolder, readText, removePath, writeNew } from '../io/files.ts'

export type GuardStep = {
  /** 0 before the first. */
  number: number
  text: string | null
}

export type Guard = {
  read: (origin: string) => Promise<GuardStep>
  /** The same, for who knows the log by the hash of its origin only. */
  readByHash: (hash: string) => Promise<GuardStep>
  /**
   * Durable when it resolves to true. False: somebody has moved it since `from` was read, so what
   * was decided on it is worthless.
   */
  advance: (origin: string, from: GuardStep, text: string) => Promise<boolean>
}

/** SHA-256 of the origin: its characters are not all those of a file name. */
export const originHash = (origin: string): string =>
  createHash('sha256').update(origin).digest('hex')

const noStep: GuardStep = { number: 0, text: null }
const hashPattern = /^[0-9a-f]{64}$/
const STEP_DIGITS = 12
/** The one before is kept for whoever looks into the folder. */
const STEPS_KEPT = 2
const READS_MAX = 10

export function fileGuard(folder: string): Guard {
  const folderOf = (origin: string) => join(folder, originHash(origin))
  return {
    read: (origin) => lastStep(folderOf(origin)),
    readByHash: async (hash) => (hashPattern.test(hash) ? lastStep(join(folder, hash)) : noStep),
    async advance(origin, from, text) {
      await makeFolder(folder, { mode: 0o700 })
      await makeFolder(folderOf(origin), { mode: 0o700 })
      const number = from.number + 1
      if (!(await writeNew(join(folderOf(origin), fileOf(number)), text))) return false
      for (const old of (await stepsIn(folderOf(origin))).filter((n) => n <= number - STEPS_KEPT))
        await removePath(join(folderOf(origin), fileOf(old)))
      return true
    },
  }
}

async function lastStep(folder: string): Promise<GuardStep> {
  for (let turn = 0; turn < READS_MAX; turn += 1) {
    const number = (await stepsIn(folder)).at(-1)
    if (number === undefined) return noStep
    const text = await readText(join(folder, fileOf(number)))
    if (text !== null) return { number, text }
    // Two steps were made between the list and the read.
  }
  throw new Error(`the record in ${folder} moves faster than it can be read`)
}

/** In memory, for a witness that nobody relies on. */
export function memoryGuard(): Guard {
  const steps = new Map<string, GuardStep>()
  const readByHash = (hash: string) => steps.get(hash) ?? noStep
  return {
    read: async (origin) => readByHash(originHash(origin)),
    readByHash: async (hash) => readByHash(hash),
    async advance(origin, from, text) {
      const hash = originHash(origin)
      if (readByHash(hash).number !== from.number) return false
      steps.set(hash, { number: from.number + 1, text })
      return true
    },
  }
}

const fileOf = (number: number) => String(number).padStart(STEP_DIGITS, '0')

async function stepsIn(folder: string): Promise<number[]> {
  const names = await listFolder(folder)
  return names.filter((name) => /^\d{12}$/.test(name)).map(Number)
}
