// The thread that `processor-limit.ts` starts.
import { writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

import type { Watched } from './processor-limit.ts'

const PERIOD_MS = 200

let watched: Watched = null
parentPort?.on('message', (next: Watched) => void (watched = next))

setInterval(() => {
  if (watched === null) return
  const { user, system } = process.cpuUsage()
  if (user + system < watched.cpuMicrosecondsMax) return
  writeFileSync(watched.mark, '')
  process.kill(process.pid, 'SIGKILL')
}, PERIOD_MS)
