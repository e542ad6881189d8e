// npm run bundle: the evidence of a raffle as a ZIP file or a folder, and what changed between two.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'

import { compareBundles } from '#events/verify/compare.ts'

import { readConfig } from '../config.ts'
import { openDatabase } from '../io/database.ts'
import { bundleFiles } from '../ledger/bundle.ts'
import type { BundleFile } from '../ledger/bundle.ts'
import { openPublicLogs } from '../ledger/public-logs.ts'
import { installedVerifier } from '../ledger/verifier-files.ts'
import { nodeCrypto } from '../ledger/verify-crypto.ts'
import { zipped } from '../ledger/zip-writer.ts'
import { adminDatabaseUrl } from './installation.ts'
import { requireTaken } from './refusals.ts'
import { bar } from './terminal.ts'
import { openBundle } from './verify-draw/bundle-source.ts'

const help = `npm run bundle -- <raffle id> [--out <file.zip or folder>]
npm run bundle -- diff <one.zip> <other.zip>

Writes the evidence bundle of a raffle: a ZIP file, or a folder where --out does not end in .zip.
With diff: is the later of two bundles the earlier one with more at its end, and what came between?
Exit status 1 when a history was rewritten.`

async function main(): Promise<number> {
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    tokens: true,
    options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  const [what, one, other] = positionals
  if (values.help === true || what === undefined) {
    console.log(help)
    return values.help === true ? 0 : 2
  }
  requireTaken(what, what === 'diff' ? { words: 2 } : { words: 0, options: ['out'] }, tokens)
  if (what === 'diff') return diff(one, other)
  const out = resolve(values.out ?? `evidence-${what}.zip`)
  const count = await write(what, out)
  console.log(`${out}: ${count} files`)
  return 0
}

async function write(raffleId: string, out: string): Promise<number> {
  const config = readConfig(process.env)
  const { url, stop } = await adminDatabaseUrl()
  const database = openDatabase({ url, applicationName: 'qura bundle', poolMax: 1 })
  const shown = bar('bundle')
  try {
    const log = await openPublicLogs(database).ofRaffle(raffleId)
    if (log === null) throw new Error(`there is no raffle ${raffleId}`)
    const verifier = installedVerifier(database, config.dataFolder)
    let count = 0
    const files = counted(bundleFiles({ database, chain: config.beacon, verifier }, log), () =>
      shown.update((count += 1), 'files'),
    )
    if (out.endsWith('.zip')) await pipeline(Readable.from(zipped(files)), createWriteStream(out))
    else await writeFolder(files, out)
    return count
  } finally {
    shown.stop()
    await database.end()
    await stop()
  }
}

async function* counted(files: AsyncIterable<BundleFile>, count: () => void) {
  for await (const file of files) {
    count()
    yield file
  }
}

async function writeFolder(files: AsyncIterable<BundleFile>, folder: string): Promise<void> {
  for await (const { name, bytes } of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}

async function diff(one?: string, other?: string): Promise<number> {
  if (one === undefined || other === undefined) throw new Error(help)
  const bundles = { one: await openBundle(one), other: await openBundle(other) }
  const { origin, from, to, isExtension, added, sales } = await compareBundles(bundles, nodeCrypto)
  console.log(origin)
  console.log(`entries  ${from.size} → ${to.size}`)
  console.log(
    `tickets  ${from.tickets} → ${to.tickets}, of them void ${from.voided} → ${to.voided}`,
  )
  console.log(`between  ${sales} sales`)
  for (const { index, at, type } of added) console.log(`         ${index}  ${at}  ${type}`)
  console.log(isExtension ? 'One history: nothing was changed.' : 'THE HISTORY WAS REWRITTEN.')
  return isExtension ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
