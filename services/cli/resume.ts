// npm run resume: raffles whose writer has met a broken rule, and letting one sell again.
import { parseArgs } from 'node:util'

import { uuidPattern } from '#events/kernel/ids.ts'

import { liftHalt, readHalts } from '../event-store/raffle-halts.ts'
import type { RaffleHalt } from '../event-store/raffle-halts.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { adminDatabaseUrl } from './installation.ts'
import { tellRefusal, wrongUse } from './refusals.ts'
import { wantsHelp } from './terminal.ts'

const help = `npm run resume [-- options]

Lists the raffles whose writer has met a broken rule: they take no orders in any process, and after
no restart. When \`npm run verify\` finds nothing broken, one of them may sell again: take its mark
away, then start the service anew, each process of it, within ten minutes: so long what had been
reserved stays reserved for who has paid meanwhile.

  --raffle <id>  takes the mark of this raffle away
  --json         one JSON object instead of text
  --help         this text

Exit status 0: listed, or taken away; 1: failed, or that raffle has no mark.`

async function main(): Promise<number> {
  if (wantsHelp(help)) return 0
  const { values } = parseArgs({
    options: { raffle: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const { raffle } = values
  if (raffle !== undefined && !uuidPattern.test(raffle))
    throw wrongUse('--raffle is the id of a raffle, a UUID')
  const { url, stop } = await adminDatabaseUrl()
  const database = openDatabase({ url, applicationName: 'qura resume', poolMax: 1 })
  try {
    return await resume(database, raffle, values.json)
  } finally {
    await database.end()
    await stop()
  }
}

async function resume(database: Database, raffle: string | undefined, isJson: boolean) {
  const isLifted = raffle === undefined ? null : await liftHalt(database, `raffle/${raffle}`)
  const halted = await readHalts(database)
  if (isJson) console.log(JSON.stringify({ ...(isLifted !== null && { isLifted }), halted }))
  else console.log([...told(raffle, isLifted), ...halted.map(line)].join('\n'))
  return isLifted === false ? 1 : 0
}

function told(raffle: string | undefined, isLifted: boolean | null): string[] {
  if (isLifted === null) return ['Raffles that are halted:']
  if (!isLifted) return [`Raffle ${raffle} is not halted. Those that are:`]
  return [`Raffle ${raffle} sells again once each process has been started anew. Still halted:`]
}

const line = ({ logId, haltedAt, detail }: RaffleHalt) =>
  `${haltedAt.toISOString()}  ${logId.slice('raffle/'.length)}  ${detail}`

if (import.meta.main)
  await main().then(
    (status) => void (process.exitCode = status),
    (error: unknown) => tellRefusal(error),
  )
