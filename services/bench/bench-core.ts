// The whole core on a benchmark's database, with folders of its own that go when it is closed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '../config.ts'
import type { Env } from '../config.ts'
import { openCore } from '../core.ts'
import type { Core } from '../core.ts'
import { openLog } from '../log.ts'

export type BenchCore = { core: Core; close: () => Promise<void> }

export async function openBenchCore(url: string, env: Env = {}): Promise<BenchCore> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-bench-core-'))
  const config = readConfig({
    PORT: '0',
    LIMITS: 'strict',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    DATA_DIR: folder,
    ADMIN_PASSWORD: 'a rush comes at noon today',
    ...env,
  })
  const core = await openCore({ config, url, shopLogs: 1, log: openLog(config.log) })
  return {
    core,
    async close() {
      await core.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
