// Was this database brought back by other tools, or has it lost its end? From within it cannot be
// seen, and SIGNER_DIR knows: who was erased, and how far each log was signed. Both are written
// after their facts were committed, so a database without those facts has lost them; a crash alone
// never leaves it so.
import { StartRefused } from '../database/start-refused.ts'
import type { Installation } from '../database/migrate.ts'
import { readStreams } from '../event-store/read.ts'
import { shopLogOf } from '../event-store/store.ts'
import { openDatabase } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import type { Log } from '../log.ts'
import { logsBehind, signedHeads } from '../ledger/signed-heads.ts'
import type { LogBehind } from '../ledger/signed-heads.ts'
import { erasedList } from './erased-list.ts'
import { holdsFacts } from './restore.ts'
import { isSettled, settledLogs } from './settled-list.ts'

export type StartedOn = {
  /** Of any login. */
  url: string
  signerFolder: string
  installation: Pick<Installation, 'environment' | 'shopLogs'>
  log: Pick<Log, 'warn'>
}

/**
 * Before a service does anything. Throws `StartRefused` where the database is behind SIGNER_DIR and
 * no restore of ours has settled that. A folder without records refuses nothing. A demo starts on
 * logs that are behind, and says so; with erased people in it, it does not start either.
 */
export async function requireNothingLost(started: StartedOn): Promise<void> {
  const { url, signerFolder, installation, log } = started
  const { environment, shopLogs } = installation
  // Read before the database: a process that still runs moves both, the facts first.
  const signed = await signedHeads(signerFolder)
  const erased = await erasedList(signerFolder).all()
  if (signed.length === 0 && erased.length === 0) return
  const database = openDatabase({ url, applicationName: 'qura start', poolMax: 1 })
  try {
    if (!(await holdsFacts(database))) {
      // A shop that begins: now, not when it has customers, its folder of keys is another's.
      if (environment === 'production') throw new StartRefused(othersRecords(signerFolder))
      return
    }
    const settled = await settledLogs(database, signerFolder)
    const behind = (await logsBehind(database, signed)).filter(
      (one) => isOfThisShop(one, installation) && !isSettled(one, settled),
    )
    const back = await peopleBack(database, { erased, shopLogs })
    if (back > 0 || (behind.length > 0 && environment !== 'demo'))
      throw new StartRefused(wordsOf(signerFolder, behind, back))
    if (behind.length > 0)
      log.warn({ behind }, 'these logs end before what was signed of them: they are signed no more')
  } finally {
    await database.end()
  }
}

/** A demo's folder of keys may have served a database before this one; ids never come again. */
export const isOfThisShop = (
  { head }: LogBehind,
  { environment }: Pick<Installation, 'environment'>,
): boolean => head > 0 || environment === 'production'

const PEOPLE_PER_PAGE = 1_000

const othersRecords = (signerFolder: string) =>
  `this database holds no facts, and SIGNER_DIR (${signerFolder}) remembers a shop: bring its ` +
  'database back first (`npm run restore -- FOLDER`). A new shop takes a SIGNER_DIR of its own'

/** How many are customers here who were erased, and of whose erasure there is no fact. */
export async function peopleBack(
  database: Queryable,
  { erased, shopLogs }: { erased: readonly string[]; shopLogs: number },
): Promise<number> {
  const streamIds = erased.map((personId) => `customer/${personId}`)
  const byLog = Map.groupBy(streamIds, (streamId) => shopLogOf(streamId, shopLogs))
  let back = 0
  for (const [log, ofLog] of byLog)
    for (let first = 0; first < ofLog.length; first += PEOPLE_PER_PAGE) {
      const page = ofLog.slice(first, first + PEOPLE_PER_PAGE)
      const streams = await readStreams(database, { logId: `shop/${log}`, streamIds: page })
      for (const facts of streams.values())
        if (facts instanceof Error || !facts.some(({ event }) => event.type === 'PersonErased'))
          back += 1
    }
  return back
}

function wordsOf(signerFolder: string, behind: readonly LogBehind[], back: number): string {
  const [first] = behind
  const ends = first?.head === 0 ? 'is missing' : `ends at ${first?.head}`
  const found = [
    ...(back > 0 ? [`${back} who were erased are customers again`] : []),
    ...(first === undefined
      ? []
      : [`${first.logId} ${ends}, ${first.size} facts of it were signed`]),
    ...(behind.length > 1 ? [`${behind.length - 1} more logs are behind as well`] : []),
  ]
  return (
    `this database is behind what SIGNER_DIR (${signerFolder}) remembers: ${found.join('; ')}. ` +
    'It was brought back by other tools, or has lost its end. ' +
    '`npm run restore -- --settle` makes it fit to start' +
    // Earlier versions settled without a word about it.
    (back > 0 ? '' : '; with --only-note as well, if it was settled before this version')
  )
}
