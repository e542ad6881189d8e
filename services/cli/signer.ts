// npm run signer: what a person does about the keys and the record that sign the public logs.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { parseVerifierKey } from '#events/ledger/note.ts'

import { openClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openEventStore } from '../event-store/store.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { latestCheckpoint } from '../ledger/checkpoints.ts'
import { fileGuard } from '../ledger/guard.ts'
import { headDifferences, lastHeads } from '../ledger/heads.ts'
import { openLedgerKeys, sha256 } from '../ledger/keys.ts'
import type { LedgerKeys } from '../ledger/keys.ts'
import { openLedger } from '../ledger/ledger.ts'
import { keepCosignatures, offlineRequest, requireWitnessed } from '../ledger/offline.ts'
import { openPublicLogs } from '../ledger/public-logs.ts'
import type { PublicLog } from '../ledger/public-logs.ts'
import { retireKeys, rotateKey } from '../ledger/rotation.ts'
import { openSigner } from '../ledger/signer.ts'
import { logsWithoutKey, unretireKeys } from '../ledger/unretire.ts'
import { closedPath } from './closed-path.ts'
import { adminDatabaseUrl } from './installation.ts'
import { requireTaken } from './refusals.ts'
import type { Takes } from './refusals.ts'

const help = `npm run signer -- <command> [options]

The signer keeps, outside of the database, what it has signed of each raffle's public log, and signs
only what has grown from that. After a restore it refuses a database that has lost facts.

  status                        every log: facts, published, signed, and what the last list of heads
                                says is missing
  adopt <raffle> <checkpoint>   SIGNER_DIR was lost: goes on from this witnessed checkpoint, a file
                                as it was served or as a witness keeps it
  key                           prints the key of all logs of this shop, as a witness trusts it
  rotate                        makes a new key, says so in every log, and has both keys sign that;
                                a running shop goes on with both
  retire                        the older keys sign no more, once every log is handed over; first
                                have each witness trust the new key (npm run witness -- trust)
  unretire                      a raffle names a retired key (status says so): that key signs again
                                beside the newest, also the checkpoints that lack its line; its
                                file retired-… must lie in SIGNER_DIR. Then rotate, then retire
  request <raffle> <witness>    writes the newest checkpoint with its proof for a witness without a
                                network (npm run witness -- cosign); --old as the witness asks for
  collect <raffle> <file>       keeps the cosignature that came back; --size of the request

  --old <size>    of request: what the witness has cosigned last
  --size <size>   of collect: the checkpoint (default: the newest)
  --json          of status: one object for whoever watches
  --help          this text

Exit status 0: done; 1: refused, failed, or status found something missing.`

type Needs = {
  database: Database
  folder: string
  headsFolder: string
  keys: LedgerKeys
  given: readonly string[]
  old: number | null
  size: number | null
  isJson: boolean
}

type Command = Takes & { act: (needs: Needs) => Promise<void> }

const commands: Readonly<Record<string, Command>> = {
  status: { act: status, words: 0, options: ['json'] },
  adopt: { act: adopt, words: 2 },
  key: { act: key, words: 0 },
  rotate: { act: rotate, words: 0 },
  retire: { act: retire, words: 0 },
  unretire: { act: unretire, words: 0 },
  request: { act: request, words: 2, options: ['old'] },
  collect: { act: collect, words: 2, options: ['size'] },
}

async function main(): Promise<void> {
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    tokens: true,
    options: {
      old: { type: 'string' },
      size: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return print(help)
  const [name = '', ...given] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new Error(`say what to do:\n\n${help}`)
  requireTaken(name, command, tokens)
  const { signerFolder: folder, headsFolder } = readConfig(process.env)
  const { url, stop } = await adminDatabaseUrl()
  const database = openDatabase({ url, applicationName: 'qura signer', poolMax: 4 })
  try {
    const keys = await openLedgerKeys({ folder, mayCreate: false })
    const [old, size] = [wholeOf(values.old), wholeOf(values.size)]
    const asked = { given, old, size, isJson: values.json }
    await command.act({ database, folder, headsFolder, keys, ...asked })
  } finally {
    await database.end()
    await stop()
  }
}

function wholeOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw new Error(`${text} is no size`)
  return Number(text)
}

type SignerStatus = {
  /**
   * Sizes in leaves; `signed` null: nothing of it was ever signed. `isBehind`: more was signed than
   * the database has published, for a moment while it publishes, or after a restore.
   */
  logs: { origin: string; published: number; signed: number | null; isBehind: boolean }[]
  /** Logs that name a key that signs no more. */
  unsigned: { origin: string; verifierKey: string }[]
  /** The newest list outside the database; null: there is none yet. */
  heads: { hour: string; raffles: number } | null
  /** What that list has and the database has not, in words. */
  missing: string[]
  /** As the exit status: `isBehind` alone does not count. */
  isSound: boolean
}

async function status({ isJson, ...needs }: Needs): Promise<void> {
  const found = await statusOf(needs)
  if (!found.isSound) process.exitCode = 1
  if (isJson) return print(JSON.stringify(found))
  for (const { origin, published, signed, isBehind } of found.logs)
    print(
      `${origin}  published ${published}, signed ${signed ?? 'nothing'}` +
        (isBehind ? '  the record is ahead of the database' : ''),
    )
  for (const { origin, verifierKey } of found.unsigned)
    print(`${origin} names a key that signs no more, ${verifierKey}: see unretire`)
  const { heads } = found
  print(
    heads ? `Heads of ${heads.hour}:00 UTC: ${heads.raffles} raffles.` : 'No list of heads yet.',
  )
  for (const line of found.missing) print(line)
}

async function statusOf({
  database,
  folder,
  headsFolder,
  keys,
}: Pick<Needs, 'database' | 'folder' | 'headsFolder' | 'keys'>): Promise<SignerStatus> {
  const signer = openSigner({ guard: fileGuard(join(folder, 'guard')), keys })
  const logs: SignerStatus['logs'] = []
  let isSound = true
  for (const log of await openPublicLogs(database).all()) {
    const checkpoint = await latestCheckpoint(database, log.logId)
    const head = await signer.head(log.origin)
    const published = checkpoint?.size ?? 0
    const signed = head?.size ?? null
    if (head === null && checkpoint !== null) isSound = false
    logs.push({ origin: log.origin, published, signed, isBehind: (signed ?? 0) > published })
  }
  const unsigned = (await logsWithoutKey(database, keys)).map(({ log, verifierKey }) => ({
    origin: log.origin,
    verifierKey,
  }))
  const { hour, heads } = await lastHeads(headsFolder)
  const missing = await headDifferences(database, heads)
  return {
    logs,
    unsigned,
    heads: hour === '' ? null : { hour, raffles: heads.length },
    missing,
    isSound: isSound && unsigned.length === 0 && missing.length === 0,
  }
}

/** A name that ends in a star stands for every log below it. */
async function key({ keys }: Needs): Promise<void> {
  const { publicHost } = readConfig(process.env).http
  for (const text of keys.verifierKeys(`${publicHost}/ledger/*`)) print(text)
}

async function adopt({ database, folder, keys, given }: Needs): Promise<void> {
  const [raffleId = '', path = ''] = given
  const log = await requireLog(database, raffleId)
  const verifierKeys = keys
    .verifierKeys(log.origin)
    .flatMap((text) => parseVerifierKey(text, sha256) ?? [])
  const checkpoint = requireWitnessed(await readFile(path, 'utf8'), log, verifierKeys)
  await openSigner({ guard: fileGuard(join(folder, 'guard')), keys }).adopt(checkpoint)
  print(`The signer goes on from ${checkpoint.size} leaves of ${log.origin}.`)
}

async function rotate({ database, folder, keys }: Needs): Promise<void> {
  const clock = await openClock(database)
  const store = openEventStore({ database, clock })
  try {
    const { publish } = openLedger({
      database,
      signer: openSigner({ guard: fileGuard(join(folder, 'guard')), keys }),
      witnesses: [],
      failed: (logId, error) => print(`${logId}: ${error.message}`),
    })
    const { file, logs } = await rotateKey({ database, store, folder, now: clock.now, publish })
    print(`${logs} logs have named ${file}, and both keys have signed that.`)
  } finally {
    await store.close()
    await clock.stop()
  }
}

async function retire({ database, folder }: Needs): Promise<void> {
  const { retired, waiting } = await retireKeys({ database, folder })
  for (const origin of waiting) print(`not handed over: ${origin}`)
  if (waiting.length > 0) throw new Error('the older keys sign on; see `rotate`')
  if (retired.length === 0) return print('There is one key alone: nothing to retire.')
  print(`Signs no more: ${retired.join(', ')}, now called retired-…; take it off this machine.`)
}

async function unretire({ database, folder }: Needs): Promise<void> {
  const { files, logs, signedAgain, missing } = await unretireKeys({ database, folder })
  for (const { log, verifierKey } of missing)
    print(`${log.origin} names ${verifierKey}, whose file retired-… is not in SIGNER_DIR`)
  if (logs > 0)
    print(
      `${files.join(', ') || 'The older key'} signs again, for ${logs} logs; ` +
        `${signedAgain} checkpoints have its line now. Next: rotate, then retire.`,
    )
  if (missing.length > 0) throw new Error('bring those files back, and say it again')
  if (logs === 0) print('Every log is signed by the key it names: nothing to do.')
}

async function request({ database, given, old }: Needs): Promise<void> {
  const [raffleId = '', witness = ''] = given
  const log = await requireLog(database, raffleId)
  if (!log.policyText.witnesses.includes(witness))
    throw new Error(`the witnesses of this raffle are:\n${log.policyText.witnesses.join('\n')}`)
  process.stdout.write(await offlineRequest(database, log, { witness, oldSize: old }))
}

async function collect({ database, given, size }: Needs): Promise<void> {
  const [raffleId = '', path = ''] = given
  const log = await requireLog(database, raffleId)
  const newest = (await latestCheckpoint(database, log.logId))?.size ?? 0
  const lines = await readFile(path, 'utf8')
  const names = await keepCosignatures(database, log, { size: size ?? newest, lines })
  if (names.length === 0) throw new Error('no line is of a witness of this raffle')
  print(`Kept: ${names.join(', ')}.`)
}

async function requireLog(database: Database, raffleId: string): Promise<PublicLog> {
  const log = await openPublicLogs(database).ofRaffle(raffleId)
  if (log === null) throw new Error(`there is no raffle ${raffleId}`)
  return log
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

if (import.meta.main)
  main().catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error)
    process.stderr.write(`signer: ${closedPath(error) ?? words}\n`)
    process.exitCode = 1
  })
