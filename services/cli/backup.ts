// npm run backup: everything that cannot be made again, in one folder; or the drill that proves it.
import { join } from 'node:path'

import { takeBackup } from '../backup/backup.ts'
import { drill } from '../backup/drill.ts'
import { erasedList } from '../backup/erased-list.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../io/database.ts'
import { adminDatabaseUrl } from './installation.ts'
import { headsKept, restoreLines } from './restore-report.ts'
import { runNoted } from './run-noted.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run backup [-- options]

Writes every row that cannot be made again into a new folder, as compressed lines of JSON, in one
frozen view; the shop goes on selling. Read models and the job queue are left out: they are made
of the rest. Copy FILES_DIR beside it, and keep SIGNER_DIR somewhere else.

  --out=FOLDER  where the folder of this backup is made (backups)
  --drill       take one, restore it into a database of its own, check everything, throw it away
  --json        one JSON object instead of words
  --help        this text

Exit status 0: written, and with --drill sound; 1: not.`

const OUT = '--out='

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const given = process.argv.slice(2)
  const isJson = given.includes('--json')
  const out = given.find((word) => word.startsWith(OUT))?.slice(OUT.length) ?? 'backups'
  const { url, stop } = await adminDatabaseUrl()
  try {
    const isDrill = given.includes('--drill')
    const said = isDrill ? await runDrill(url) : await write(url, out)
    if (said.isFine) await runNoted(isDrill ? 'drill' : 'backup')
    console.log(isJson ? JSON.stringify(said.json) : said.lines.join('\n'))
    process.exitCode = said.isFine ? 0 : 1
  } finally {
    await stop()
  }
}

type Said = { json: object; lines: string[]; isFine: boolean }

async function write(url: string, out: string): Promise<Said> {
  const name = `qura-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
  const folder = join(out, name)
  const owner = openDatabase({ url, applicationName: 'qura backup', poolMax: 1 })
  const shown = bar('backup')
  try {
    const manifest = await takeBackup(owner, folder, ({ table, rows }) => shown.update(rows, table))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const lines = [`${folder}: ${rows} rows of ${manifest.tables.length} tables.`]
    return { json: { folder, rows, takenAt: manifest.takenAt }, lines, isFine: true }
  } finally {
    shown.stop()
    await owner.end()
  }
}

async function runDrill(url: string): Promise<Said> {
  const { signerFolder, headsFolder } = readConfig(process.env)
  const shown = bar('drill')
  try {
    const done = await drill({
      ownerUrl: url,
      headsKept: await headsKept(headsFolder),
      erased: await erasedList(signerFolder).all(),
      progress: ({ name, rows }) => shown.update(rows, name),
    })
    const { backupSeconds, restoreSeconds, isSound, differences, report } = done
    const minutes = ((backupSeconds + restoreSeconds) / 60).toFixed(1)
    return {
      json: { isSound, backupSeconds, restoreSeconds, differences, findings: report.findings },
      lines: [
        ...restoreLines(done),
        `Backup ${backupSeconds.toFixed(1)} s, restore and checks ` +
          `${restoreSeconds.toFixed(1)} s: ${minutes} minutes.`,
      ],
      isFine: isSound,
    }
  } finally {
    shown.stop()
  }
}

if (import.meta.main) await main()
