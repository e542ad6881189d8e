// One step of a campaign: its commands in turn or all at once, each leading a process group of its
// own, so that whatever it has started ends with it: at the end, when its time is up, and when
// somebody stops the whole.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { sessionStandsBack } from '../../io/stand-back.ts'
import type { Command, Step } from './steps.ts'
import type { Amount, Told } from './tell.ts'

export type Result = 'passed' | 'failed' | 'skipped' | 'too long' | 'stopped'

export type Outcome = {
  names: readonly string[]
  title: string
  cases: string
  amounts: readonly Amount[]
  seconds: number
  result: Result
  /** Everything it printed. */
  logFile: string
}

export type StepNeeds = {
  /** Temporary files of the step lie here, and are gone afterwards. */
  folder: string
  logFolder: string
  secondsLeft: number
  env: NodeJS.ProcessEnv
  /** Each line as it comes, for whoever looks. */
  heard: (line: string) => void
  signal: AbortSignal
}

export async function runStep(step: Step, needs: StepNeeds): Promise<Outcome> {
  const { folder, logFolder, secondsLeft, signal } = needs
  const { names, title } = step
  const startedAt = performance.now()
  const room = join(folder, names.join('-'))
  await mkdir(room, { recursive: true })
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(room, 0o711)
  const logFile = join(logFolder, `${names.join('-')}.log`)
  const endsAt = startedAt + 1_000 * Math.min(step.secondsMax, Math.max(1, secondsLeft))
  const commands = await step.commands({ folder: room, secondsLeft })
  const run = (command: Command) => runCommand(command, { ...needs, room, logFile, endsAt })
  const ran = step.areSideBySide
    ? await Promise.all(commands.map(run))
    : await oneAfterTheOther(commands, run, signal)
  await rm(room, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  const told = step.tell(ran.map(({ printed }) => printed))
  return {
    names,
    title,
    cases: commands.length === 0 ? title : told.cases,
    amounts: told.amounts ?? [],
    seconds: (performance.now() - startedAt) / 1_000,
    result: signal.aborted
      ? 'stopped'
      : judge(
          ran.map(({ end }) => end),
          told,
        ),
    logFile,
  }
}

async function oneAfterTheOther(
  commands: readonly Command[],
  run: (command: Command) => Promise<Ran>,
  signal: AbortSignal,
): Promise<Ran[]> {
  const ran: Ran[] = []
  for (const command of commands) if (!signal.aborted) ran.push(await run(command))
  return ran
}

type Ran = { printed: string; end: End }
type End = 'well' | 'badly' | 'too late'

function judge(ends: readonly End[], { isProof, isSkipped = false }: Told): Result {
  if (ends.includes('too late')) return 'too long'
  if (ends.length === 0 || ends.includes('badly')) return 'failed'
  if (isSkipped) return 'skipped'
  return isProof ? 'passed' : 'failed'
}

type Running = StepNeeds & { room: string; logFile: string; endsAt: number }

const root = join(import.meta.dirname, '../../..')

async function runCommand(
  { program, given, env, nice }: Command,
  { room, logFile, endsAt, heard, signal, ...needs }: Running,
): Promise<Ran> {
  const isNice = nice !== undefined && process.platform !== 'win32'
  const standsBack = isNice ? ['-n', String(nice), process.execPath] : []
  const started = isNice ? 'nice' : process.execPath
  const child = spawn(started, [...standsBack, program, ...given], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...needs.env, ...env, TMPDIR: room },
  })
  if (isNice) void sessionStandsBack(child.pid, nice)
  const log = createWriteStream(logFile, { flags: 'a' })
  let printed = ''
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString('utf8')))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      log.write(bytes)
      const text = stripVTControlCharacters(bytes.toString('utf8')).trimEnd()
      if (text !== '') heard(text.slice(text.lastIndexOf('\n') + 1).trim())
    })
  const { code, isTooLate } = await ended(child, endsAt, signal)
  await new Promise((resolve) => log.end(resolve))
  const end = isTooLate ? 'too late' : code === 0 ? 'well' : 'badly'
  return { printed: stripVTControlCharacters(printed), end }
}

/** First asked; what is still there after so long is not asked any more. */
const GRACE_MS = 15_000

async function ended(child: ChildProcess, endsAt: number, signal: AbortSignal) {
  const killNow = () => endGroup(child, 'SIGKILL')
  process.once('exit', killNow)
  let isTooLate = false
  let killing: NodeJS.Timeout | undefined
  const ask = () => {
    endGroup(child, 'SIGTERM')
    killing ??= setTimeout(killNow, GRACE_MS)
  }
  const late = () => {
    isTooLate = true
    ask()
  }
  const timing = setTimeout(late, Math.max(0, endsAt - performance.now()))
  if (signal.aborted) ask()
  signal.addEventListener('abort', ask)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  clearTimeout(timing)
  clearTimeout(killing)
  signal.removeEventListener('abort', ask)
  process.off('exit', killNow)
  // Whatever it has started and not waited for.
  killNow()
  return { code, isTooLate }
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}
