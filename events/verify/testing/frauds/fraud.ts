// One way to cheat. What a fraud changes in the plan is worked out anew to the end and signed with
// the real key; what it changes in the files is done to the finished bundle.
import type { CheckId } from '../../report.ts'
import type { Opening, Trust } from '../../needs.ts'
import { sealManifest, type Files, type MadeBundle } from '../bundle.ts'
import type { Checkpoint, GrowingLog, Plan, Step } from '../plan.ts'
import { checkpointAfter, instant } from '../true-raffle.ts'

export const families = [
  'register',
  'numbers',
  'order of events',
  'seed',
  'dice',
  'beacon',
  'permutation',
  'promotions',
  'signatures and witnesses',
  'bundle files',
] as const
export type Family = (typeof families)[number]

export type Fraud = {
  family: Family
  /** What the cheat does, in a sentence. */
  name: string
  /** The check that must report it. */
  check: CheckId
  /** Every other check passes: nothing else gives it away. */
  isHidden: boolean
  /** Signed, but not with the log's real key. */
  isForeign?: true
  /** Done before the log was signed, so that the real key has signed it. */
  plan?: (plan: Plan) => void
  files?: (bundle: MadeBundle) => void
  /** What else is shown to the verifier. */
  input?: (bundle: MadeBundle) => {
    receipts?: { name: string; text: string }[]
    openings?: Opening[]
    trust?: Partial<Trust>
  }
}

/** The real key has signed it. */
export const isResigned = ({ plan, isForeign }: Fraud): boolean =>
  plan !== undefined && isForeign !== true

export function stepOf(plan: Plan, name: string): Step {
  const step = plan.steps.find((one) => one.name === name)
  if (step === undefined) throw new Error(`no step ${name}`)
  return step
}

/** So many seconds after this step. */
export const atOf = (plan: Plan, name: string, seconds = 0): string =>
  instant(Date.parse(stepOf(plan, name).at) + seconds * 1000)

/** The log as it was with this entry as its last, which a checkpoint covers. */
export function endWith(plan: Plan, name: string): void {
  plan.steps.splice(plan.steps.indexOf(stepOf(plan, name)) + 1)
  const isLeft = (after: string) => plan.steps.some((step) => step.name === after)
  plan.checkpoints = plan.checkpoints.filter(({ after }) => isLeft(after))
  if (plan.checkpoints.every(({ after }) => after !== name))
    plan.checkpoints.push(checkpointAfter(plan.steps, name))
}

/** The step makes what it made, with these fields instead. */
export function rewrite(
  plan: Plan,
  name: string,
  change: (data: Record<string, unknown>, log: GrowingLog) => object,
): void {
  const step = stepOf(plan, name)
  const { make } = step
  step.make = (log) => {
    const data = make(log) as Record<string, unknown> // every step makes a plain object
    return { ...data, ...change(data, log) }
  }
}

export function insertAfter(plan: Plan, name: string, ...steps: Step[]): void {
  plan.steps.splice(plan.steps.indexOf(stepOf(plan, name)) + 1, 0, ...steps)
}

export function removeSteps(plan: Plan, ...names: string[]): void {
  plan.steps = plan.steps.filter((step) => !names.includes(step.name))
  plan.checkpoints = plan.checkpoints.filter(({ after }) => !names.includes(after))
}

/** A new last step, and the checkpoint that covers it. */
export function appendSteps(plan: Plan, ...steps: Step[]): void {
  plan.steps.push(...steps)
  plan.checkpoints.push(checkpointAfter(plan.steps, steps.at(-1)!.name))
}

export function checkpointOf(plan: Plan, after: string): Checkpoint {
  const checkpoint = plan.checkpoints.find((one) => one.after === after)
  if (checkpoint === undefined) throw new Error(`no checkpoint after ${after}`)
  return checkpoint
}

/** So many seconds later, by every witness. */
export function delay(checkpoint: Checkpoint, seconds: number): void {
  checkpoint.witnesses = checkpoint.witnesses.map(([key, time]) => [key, time + seconds] as const)
}

/** Changes a text file and writes the manifest anew. */
export function edit(
  { files, log }: MadeBundle,
  name: string,
  change: (text: string) => string,
): void {
  const before = new TextDecoder().decode(files.get(name))
  const after = change(before)
  if (after === before) throw new Error(`${name} has not changed`)
  files.set(name, new TextEncoder().encode(after))
  sealManifest(files, log.entries.length)
}

export function checkpointName(files: Files, which: 'first' | 'last'): string {
  const names = [...files.keys()]
    .filter((name) => name.startsWith('checkpoints/'))
    .toSorted((one, other) => Number.parseInt(one.slice(12)) - Number.parseInt(other.slice(12)))
  return names.at(which === 'first' ? 0 : -1)!
}
