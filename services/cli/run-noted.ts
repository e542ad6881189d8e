// What a command has done is written down beside the data, where the service's figures find it. A
// machine that may not write there has done it all the same.
import { noteRun } from '../backup/last-runs.ts'
import type { LastRun, RunName } from '../backup/last-runs.ts'
import { readConfig } from '../config.ts'

export async function runNoted(name: RunName, found: Partial<LastRun> = {}): Promise<void> {
  const { dataFolder } = readConfig(process.env)
  await noteRun(dataFolder, name, found).catch((error: Error) =>
    process.stderr.write(`${dataFolder} does not know of it: ${error.message}\n`),
  )
}
