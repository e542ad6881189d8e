// npm run restore: a backup into a database without facts, and every check there is.
import { parseArgs } from 'node:util'

import { findBaseManifest } from '../backup/base-manifest.ts'
import { restoreBase } from '../backup/base-restore.ts'
import { restoreInto } from '../backup/drill.ts'
import { hasRaffleFacts, keptOutside } from '../backup/kept-outside.ts'
import type { KeptOutside } from '../backup/kept-outside.ts'
import { askForPictures } from '../backup/missing-pictures.ts'
import type { Pictures } from '../backup/missing-pictures.ts'
import { BackupRefused, readOwnManifest } from '../backup/restore.ts'
import { noteOnly, settle } from '../backup/settle.ts'
import type { Noted } from '../backup/settle.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../io/database.ts'
import { makeFolder } from '../io/files.ts'
import { openPictureFiles } from '../picture-files.ts'
import { adminDatabaseUrl } from './installation.ts'
import { tellRefusal } from './refusals.ts'
import { restoreLines } from './restore-report.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run restore -- FOLDER [options]
npm run restore -- --settle [options]
npm run restore -- --settle --only-note

Puts a backup into the database of this installation, which must hold no facts yet:
DATABASE_OWNER_URL or DATABASE_URL, else the PostgreSQL of DATA_DIR (name a new DATA_DIR). Then
holds every file against its fingerprint and every log against the heads kept outside, makes the
read models anew, erases again whoever was erased since, and checks all invariants.
Bring SIGNER_DIR and FILES_DIR back first.

A base backup goes into a PostgreSQL of our own in a DATA_DIR that has none yet, and through
the archive of its log in WAL_ARCHIVE_DIR: up to its end, or to an instant.

  --base            FOLDER must be a base backup (it is seen by itself, too)
  --until=INSTANT   of a base backup: what was committed later stays away, 2026-11-22T18:30:00Z
  --timeline=N      of a base backup: which timeline of the log to follow, where a restore before
                    this one has left another; asked for when it matters
  --settle          without a FOLDER, on a database that is there: brought back by other tools
                    (pgBackRest, barman, a snapshot), or by a restore that was cut short. Does what
                    a restore does after the facts: passes the numbers that were given out since,
                    erases again whoever was erased, makes the read models anew, compares the heads
                    kept outside, checks all invariants. Stop the shop first. It may be repeated:
                    numbers leap once more, nothing else changes
  --only-note       of --settle: only writes down which logs end before what was signed of them,
                    and the next start lets that pass. For a database that an earlier version has
                    settled, when the start is refused after the upgrade
  --without-signer  SIGNER_DIR is lost: nobody can be erased again, and it is said at the end
  --json            one JSON object instead of words
  --help            this text

A restore that was cut short leaves a shop that does not start, until --settle has ended.

Exit status 0: restored and sound; 1: not sound; 2: refused, nothing was written.`

function read() {
  const { values: parsed, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      base: { type: 'boolean', default: false },
      until: { type: 'string' },
      timeline: { type: 'string' },
      settle: { type: 'boolean', default: false },
      'only-note': { type: 'boolean', default: false },
      'without-signer': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { settle: isSettling, 'without-signer': isWithoutSigner, ...values } = parsed
  const isOnlyNoted = values['only-note']
  if (isOnlyNoted && !isSettling)
    throw new BackupRefused('--only-note belongs to --settle: a restore writes it down by itself')
  if (isOnlyNoted && isWithoutSigner)
    throw new BackupRefused('--only-note writes into SIGNER_DIR: without it there is nothing to do')
  const timeline = values.timeline === undefined ? null : Number(values.timeline)
  const [folder, ...more] = positionals
  if (isSettling && (folder !== undefined || values.base || values.until !== undefined))
    throw new BackupRefused('--settle takes no backup: it finishes the database that is there')
  if (folder === undefined && !isSettling) throw new BackupRefused('which backup? Name its folder.')
  if (more.length > 0) throw new BackupRefused(`one folder, not ${positionals.join(' and ')}`)
  if (timeline !== null && !(Number.isSafeInteger(timeline) && timeline >= 1))
    throw new BackupRefused(`--timeline=${values.timeline}: a whole number above zero`)
  if (timeline !== null && isSettling)
    throw new BackupRefused('--settle goes through no log: --timeline belongs to a base backup')
  const { until } = values
  // An instant without its zone would be another one on another machine.
  if (until !== undefined && !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(until))
    throw new BackupRefused(`--until=${until}: an instant like 2026-11-22T18:30:00Z`)
  const instant = until === undefined ? null : new Date(until)
  if (instant !== null && Number.isNaN(instant.getTime()))
    throw new BackupRefused(`--until=${until}: there is no such instant`)
  return {
    ...values,
    isWithoutSigner,
    isOnlyNoted,
    folder: folder ?? null,
    until: instant,
    timeline,
  }
}

/** `folder` null: `--settle`. */
type Asked = ReturnType<typeof read>
type Given = Asked & { folder: string; outside: KeptOutside }

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const asked = read()
  const { folder } = asked
  const config = readConfig(process.env)
  const startedAt = performance.now()
  const said = await (folder === null
    ? settleHere(asked, config)
    : restoreFolder({ ...asked, folder }, config))
  const seconds = (performance.now() - startedAt) / 1_000
  const took = `It took ${(seconds / 60).toFixed(1)} minutes.`
  const { json, lines, gap } = said
  const words = [...lines, took, ...(gap === null ? [] : [gap])]
  console.log(asked.json ? JSON.stringify({ ...json, gap, seconds }) : words.join('\n'))
  process.exitCode = said.isSound ? 0 : 1
}

type Said = { isSound: boolean; json: object; lines: string[] }
type SaidAtLast = Said & Pick<KeptOutside, 'gap'>

async function settleHere(asked: Asked, config: Config): Promise<SaidAtLast> {
  const { url, stop } = await adminDatabaseUrl({ migrations: 'leave' })
  const shown = bar('settle')
  try {
    const outside = outsideFor(asked, config)
    if (asked.isOnlyNoted) return tellNoted(await noteOnly({ url, outside }))
    const settled = await settle({
      url,
      outside,
      progress: ({ name, done, total }) => shown.update(Math.round(done), name, total),
    })
    return { ...tell({ ...settled, pictures: await picturesOf(url, config) }), gap: settled.gap }
  } finally {
    shown.stop()
    await stop()
  }
}

function tellNoted({ behind, gap }: Noted): SaidAtLast {
  const lines = behind.map(({ logId, size, head }) =>
    head === 0
      ? `LOST  ${logId} is missing, ${size} facts of it were signed`
      : `LOST  ${logId} ends at ${head}, ${size} facts of it were signed`,
  )
  const last = behind.length === 0 ? 'No log is behind: nothing to note.' : 'Noted.'
  return { isSound: true, json: { behind }, lines: [...lines, last], gap }
}

const outsideFor =
  ({ isWithoutSigner }: Asked, { signerFolder, headsFolder }: Config) =>
  (hasRaffles: boolean, takenAt: string | null = null) =>
    keptOutside({ signerFolder, headsFolder, hasRaffles, takenAt, isWithoutSigner })

async function restoreFolder(
  asked: Asked & { folder: string },
  config: Config,
): Promise<SaidAtLast> {
  const { folder } = asked
  const base = await findBaseManifest(folder)
  if (base === null && asked.base) throw new BackupRefused(`${folder} is no base backup`)
  if (base === null && asked.until !== null)
    throw new BackupRefused('--until belongs to a base backup: a backup of lines is one moment')
  if (base === null && asked.timeline !== null)
    throw new BackupRefused('--timeline belongs to a base backup: a backup of lines has no log')
  const { heads, takenAt } = base ?? (await readOwnManifest(folder))
  const outside = await outsideFor(asked, config)(hasRaffleFacts(heads), takenAt)
  const restore = base === null ? restoreRows : restoreFiles
  return { ...(await restore({ ...asked, outside }, config)), gap: outside.gap }
}

async function restoreRows({ folder, outside }: Given, config: Config): Promise<Said> {
  const { url, stop } = await adminDatabaseUrl({ mayCreate: true, migrations: 'leave' })
  const shown = bar('restore')
  try {
    const restored = await restoreInto({
      url,
      folder,
      ...outside,
      progress: ({ name, rows }) => shown.update(rows, name),
    })
    return tell({ ...restored, ...outside, pictures: await picturesOf(url, config) })
  } finally {
    shown.stop()
    await stop()
  }
}

async function restoreFiles(given: Given, config: Config): Promise<Said> {
  const { folder, until, timeline, outside } = given
  const { archiveFolder, dataFolder, database } = config
  if (database.url !== null || database.ownerUrl !== null)
    throw new BackupRefused('a base backup goes into our own PostgreSQL: unset DATABASE_URL')
  if (archiveFolder === null)
    throw new BackupRefused('where is the archive of the log? Name it in WAL_ARCHIVE_DIR.')
  await makeFolder(dataFolder, { mode: 0o711 })
  const shown = bar('restore')
  try {
    const { server, ...restored } = await restoreBase({
      folder,
      dataFolder,
      archiveFolder,
      goesOn: true,
      until,
      timeline,
      ...outside,
      progress: ({ name, done, total }) => shown.update(done, name, total),
    })
    const pictures = await picturesOf(server.ownerUrl, config).finally(server.stop)
    const { json, lines, isSound } = tell({ ...restored, ...outside, pictures })
    const { upTo, logFiles } = restored
    const last = upTo === null ? 'the backup itself' : `what was committed at ${upTo.toISOString()}`
    return {
      isSound,
      json: { ...json, upTo, logFiles },
      lines: [...lines, `Up to ${last}, through ${logFiles} files of the log.`],
    }
  } finally {
    shown.stop()
  }
}

/** `url`: of the database that came back, the owner's. */
async function picturesOf(url: string, config: Config): Promise<Pictures> {
  const owner = openDatabase({ url, applicationName: 'qura restore', poolMax: 1 })
  try {
    return await askForPictures(owner, openPictureFiles(config).files)
  } finally {
    await owner.end()
  }
}

function tell(restored: Parameters<typeof restoreLines>[0]): Said {
  const { isSound, headsHour, differences, erasedAgain, verifiersMissing, report } = restored
  const { findings } = report
  const picturesMissing = restored.pictures?.missing ?? null
  const gaps = { verifiersMissing, picturesMissing }
  const json = { isSound, headsHour, differences, erasedAgain, ...gaps, findings }
  return { isSound, json, lines: restoreLines(restored) }
}

const REFUSED = 2

if (import.meta.main) await main().catch((error: unknown) => tellRefusal(error, REFUSED))
