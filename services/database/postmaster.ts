// The postmaster of our data folder: is one alive, is it ready, and how it is made to end. A killed
// service may have left one behind, which has to go before a new one comes.
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { sleep } from '../io/timers.ts'

const run = promisify(execFile)

/** As the postmaster writes it: line 1 its process id, line 8 its state. */
type PidFile = { pid: number; state: string }

async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  return { pid: Number(lines[0]), state: lines[7]?.trim() ?? '' }
}

export async function isReady(cluster: string): Promise<boolean> {
  return (await readPidFile(cluster))?.state === 'ready'
}

const LEFT_BEHIND_TRIES = 600
const POLL_MS = 50

/** Resolves when no postmaster of this folder lives any more; stops one that was left behind. */
export async function endLeftBehind(cluster: string, stopProgram: string): Promise<boolean> {
  const found = await readPidFile(cluster)
  if (found === null) return false
  if (!(await isPostmaster(found.pid, cluster))) {
    // The process is gone, and its number may belong to somebody else by now.
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    return false
  }
  await askToStop(found.pid, cluster, stopProgram)
  for (let attempt = 0; attempt < LEFT_BEHIND_TRIES; attempt++) {
    if ((await readPidFile(cluster)) === null || !isAlive(found.pid)) return true
    await sleep(POLL_MS)
  }
  throw new Error(`PostgreSQL of an earlier start (process ${found.pid}) does not stop`)
}

/** Fast shutdown; one that is stopping already takes no notice. */
async function askToStop(pid: number, cluster: string, stopProgram: string): Promise<void> {
  if (process.platform === 'win32') {
    await run(stopProgram, ['stop', '-D', cluster, '-m', 'fast', '-W'])
    return
  }
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Only a process whose own command line names our folder is ours to stop. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  const command = await commandLine(pid)
  return command.includes('postgres') && command.includes(cluster)
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return readFile(`/proc/${pid}/cmdline`, 'utf8')
      .then((text) => text.replaceAll('\0', ' '))
      .catch(() => '')
  return run('ps', ['-p', String(pid), '-o', 'command='])
    .then(({ stdout }) => stdout)
    .catch(() => '')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
