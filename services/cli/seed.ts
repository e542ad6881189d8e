// npm run seed: gives an empty demo database its past, without leaving a shop running.
import { readConfig } from '../config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { startService } from '../main.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run seed

Lives the demo's past (75 days of real commands) in the database of this installation, and ends.
The first \`npm start\` of a demo does the same by itself. A past that is there is left as it is.

  --json   one JSON object instead of a sentence
  --help   this text

Exit status 0: the past is there; 1: failed, or this is not a demo.`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const config = readConfig(process.env)
  if (config.mode !== 'demo') throw new Error('only a demo is given a made-up past')
  const startedAt = performance.now()
  const shown = bar('seeding')
  const database = await prepareDatabase(config)
  try {
    const isSeeded = database.installation.seededAt !== null
    if (!isSeeded) {
      const service = await startService(config, database, {
        distFolder: null,
        progress: ({ name, done = 0, total = 0 }) => shown.update(done, name, total),
      })
      await service.stop()
    }
    shown.stop()
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const sentence = isSeeded ? 'This shop has its past.' : `The past was lived in ${seconds} s.`
    const isJson = process.argv.includes('--json')
    console.log(isJson ? JSON.stringify({ seeded: !isSeeded, seconds }) : sentence)
  } finally {
    shown.stop()
    await database.stop()
  }
}

if (import.meta.main) await main()
