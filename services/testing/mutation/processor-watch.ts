// The thread that `processor-limit.ts` starts.
import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

import type { Watched } from './processor-limit.ts'

const PERIOD_MS = 100
/** So long the changed code may take to come by its switch, and throw. */
const GRACE_CPU_MICROSECONDS = 500_000

const flag = workerData as Int32Array // as `processorLimit` gives it
let watched: Watched = null
parentPort?.on('message', (next: Watched) => void (watched = next))

setInterval(() => {
  if (watched === null) return
  const { user, system } = process.cpuUsage()
  const over = user + system - watched.cpuMicrosecondsMax
  if (over < 0) return
  Atomics.store(flag, 0, watched.run)
  if (over < GRACE_CPU_MICROSECONDS) return
  writeFileSync(watched.mark, '')
  process.kill(process.pid, 'SIGKILL')
}, PERIOD_MS)
