// npm run restore: a backup into a database without facts, and every check there is.
import { restoreInto } from '../backup/drill.ts'
import { erasedList } from '../backup/erased-list.ts'
import { BackupRefused } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { adminDatabaseUrl } from './installation.ts'
import { headsKept, restoreLines } from './restore-report.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run restore -- FOLDER [options]

Puts a backup into the database of this installation, which must hold no facts yet:
DATABASE_OWNER_URL or DATABASE_URL, else the PostgreSQL of DATA_DIR (name a new DATA_DIR). Then
holds every file against its fingerprint and every log against the heads kept outside, makes the
read models anew, erases again whoever was erased since, and checks all invariants.
Bring SIGNER_DIR and FILES_DIR back first.

  --json   one JSON object instead of words
  --help   this text

Exit status 0: restored and sound; 1: not sound; 2: refused, nothing was written.`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const given = process.argv.slice(2)
  const folder = given.find((word) => !word.startsWith('--'))
  if (folder === undefined) return refuse('which backup? Name its folder.')
  const { signerFolder, headsFolder } = readConfig(process.env)
  const { url, stop } = await adminDatabaseUrl()
  const shown = bar('restore')
  try {
    const restored = await restoreInto({
      url,
      folder,
      headsKept: await headsKept(headsFolder),
      erased: await erasedList(signerFolder).all(),
      progress: ({ name, rows }) => shown.update(rows, name),
    })
    shown.stop()
    const { isSound, differences, report } = restored
    const json = { isSound, differences, findings: report.findings }
    console.log(given.includes('--json') ? JSON.stringify(json) : restoreLines(restored).join('\n'))
    process.exitCode = isSound ? 0 : 1
  } catch (error) {
    shown.stop()
    if (!(error instanceof BackupRefused)) throw error
    refuse(error.message)
  } finally {
    await stop()
  }
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`)
  process.exitCode = 2
}

if (import.meta.main) await main()
