// The restore drill of a night: a demo lives its past in a folder of its own, and the operator's
// own command backs it up, restores it beside and checks everything: as lines, and as files with
// the archive of the log.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { withoutFiles } from '../../config-beside.ts'
import { freePorts } from '../free-ports.ts'
import type { Command } from './steps.ts'

const cli = (name: string) => join(import.meta.dirname, `../../cli/${name}.ts`)

export async function drillCommands(folder: string): Promise<Command[]> {
  const dataFolder = join(folder, 'shop')
  // As root, PostgreSQL's own user has to walk through it.
  await mkdir(dataFolder, { recursive: true, mode: 0o711 })
  const [port, sandboxPort, metricsPort] = await freePorts(3)
  const own = {
    DATA_DIR: dataFolder,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: String(metricsPort),
    // Of whoever runs this: the drill is about its own shop, never about theirs.
    WAL_ARCHIVE_DIR: join(folder, 'archive'),
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    PUBLIC_ORIGIN: '',
    FILES_DIR: '',
    SIGNER_DIR: join(dataFolder, 'signer'),
    HEADS_DIR: join(dataFolder, 'heads'),
    NODE_ENV: 'demo',
    DEMO: '1',
    LOG_LEVEL: 'fatal',
  }
  const env = { ...own, ...withoutFiles(own) }
  return [
    { program: cli('seed'), given: ['--json'], env },
    { program: cli('backup'), given: ['--drill', '--json'], env },
  ]
}
