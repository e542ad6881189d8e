// npm run rebuild: makes read models anew from the facts, beside the live ones, and swaps them in.
import { parseArgs } from 'node:util'

import { allProjections } from '#projections/all.ts'
import type { Projection } from '#projections/projection.ts'

import { openDatabase } from '../io/database.ts'
import { digestReadModels } from '../workers/digest.ts'
import { rebuild, rollBack, type Rebuilt } from '../workers/rebuild.ts'
import { adminDatabaseUrl } from './installation.ts'
import { tellRefusal, wrongUse } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run rebuild [-- options] [projection…]

Builds the named read models (all of them, if none is named) from the first fact to the last, beside
the live ones, and swaps them in at the end. The shop may go on selling: readers see the old rows
until the swap and the new ones after it. The build before is kept until the next rebuild.

Projections: ${allProjections.map(({ name }) => name).join(', ')}

  --rollback   instead: back to the build before
  --digest     instead: the SHA-256 of every table, to compare two databases or two builds
  --json       one JSON object instead of text
  --help       this text

Exit status 0: done; 1: refused or failed.`

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rollback: { type: 'boolean', default: false },
      digest: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { rollback: isRollback, digest: isDigest, json: isJson } = values
  if (isRollback && isDigest) throw wrongUse('--rollback or --digest, not both')
  return { isRollback, isDigest, isJson, projections: chosen(positionals) }
}

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const { isRollback, isDigest, isJson, projections } = read()
  const { url, stop } = await adminDatabaseUrl()
  const owner = openDatabase({
    url,
    applicationName: 'qura rebuild',
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    lockTimeoutMs: 30_000,
  })
  try {
    if (isRollback) {
      const back = await rollBack(owner, projections)
      say(isJson, back, () => back.map((build) => `${build.name} is back on ${buildOf(build)}`))
    } else if (isDigest) {
      const digests = await digestReadModels(owner, projections)
      say(isJson, digests, () => Object.entries(digests).map(([table, hex]) => `${hex}  ${table}`))
    } else {
      const rebuilt = await rebuildWithBar(owner, projections, isJson)
      say(isJson, rebuilt, () => describe(rebuilt))
    }
  } finally {
    await owner.end()
    await stop()
  }
}

async function rebuildWithBar(
  owner: Parameters<typeof rebuild>[0]['owner'],
  projections: readonly Projection[],
  isJson: boolean,
): Promise<Rebuilt> {
  const shown = isJson ? undefined : bar('rebuilding')
  try {
    return await rebuild({
      owner,
      projections,
      onProgress: ({ phase, done, total }) => shown?.update(Math.round(done), phase, total),
    })
  } finally {
    shown?.stop()
  }
}

function chosen(names: readonly string[]): readonly Projection[] {
  if (names.length === 0) return allProjections
  return names.map((name) => {
    const projection = allProjections.find((one) => one.name === name)
    if (projection === undefined)
      throw wrongUse(`there is no projection ${name}: see npm run rebuild -- --help`)
    return projection
  })
}

const buildOf = ({ version, generation }: { version: number; generation: number }) =>
  `version ${version}, build ${generation}`

const describe = (rebuilt: Rebuilt) => [
  ...rebuilt.projections.map((build) => `${build.name.padEnd(16)} ${buildOf(build)}`),
  `${Math.round(rebuilt.events).toLocaleString('en')} facts of ${rebuilt.logs} logs in ` +
    `${rebuilt.seconds.toFixed(1)} s, ${rebuilt.eventsPerSecond.toLocaleString('en')} a second`,
]

function say(isJson: boolean, answer: unknown, lines: () => string[]): void {
  process.stdout.write(isJson ? `${JSON.stringify(answer)}\n` : `${lines().join('\n')}\n`)
}

if (import.meta.main) await main().catch((error: unknown) => tellRefusal(error))
