// The build before this one, out of git: the newest earlier commit from which this build's
// migrations lead on. A commit whose migrations are this build's own is no earlier build; one with
// a file that was changed afterwards cannot be led on from, and one that is not whole cannot be
// run: both are named.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
/** What is run of it. */
export const shopProgram = 'services/bench/shop-process.ts'
const OUTPUT_BYTES_MAX = 64 * 2 ** 20

async function git(...given: string[]): Promise<string> {
  const { stdout } = await run('git', given, { cwd: root, maxBuffer: OUTPUT_BYTES_MAX })
  return stdout.trimEnd()
}

export type Previous =
  | { kind: 'found'; build: Build; passedOver: PassedOver[] }
  | { kind: 'none'; reason: string; passedOver: PassedOver[] }

export type Build = {
  commit: string
  subject: string
  /** Migrations that this build will bring. */
  lacks: string[]
  folder: string
  remove: () => Promise<void>
}

/** A newer commit that could not be the one, and why. */
export type PassedOver = { commit: string; why: string }

/** Of one state of the migrations; one that was committed in parts may not be whole. */
const COMMITS_TRIED_MAX = 6

export async function openPrevious(asked = process.env.PREVIOUS_COMMIT): Promise<Previous> {
  const passedOver: PassedOver[] = []
  const starts = asked === undefined ? await earlierStates().catch(() => []) : [asked]
  if (starts.length === 0)
    return { kind: 'none', reason: 'this checkout has no earlier commit', passedOver }
  for (const start of starts) {
    const tried = asked === undefined ? COMMITS_TRIED_MAX : 1
    // None: it is before the first, or a shallow checkout does not have it.
    const line = await git('rev-list', `--max-count=${tried}`, start).catch(() => '')
    for (const commit of line.split('\n').filter((hash) => hash !== '')) {
      const { changed, lacks } = await compare(commit)
      if (lacks.length === 0 && asked === undefined) break
      if (changed !== undefined && asked === undefined) {
        passedOver.push({ commit, why: `${changed} was changed after it` })
        break
      }
      const build = await checkOut(commit, lacks)
      if (build !== null) return { kind: 'found', build, passedOver }
      passedOver.push({ commit, why: 'it is not whole: its types do not hold' })
    }
  }
  return { kind: 'none', reason: 'no earlier commit has other migrations', passedOver }
}

async function compare(commit: string): Promise<{ changed: string | undefined; lacks: string[] }> {
  const here = await migrationsHere()
  const there = await migrationsAt(commit)
  const [changed] = [...there].find(([file, blob]) => isOnce(file) && here.get(file) !== blob) ?? []
  const lacks = [...here].filter(([file, blob]) => there.get(file) !== blob)
  return { changed, lacks: lacks.map(([file]) => file) }
}

/** The last commit, for who has changed migrations since; then each before a change of them. */
async function earlierStates(): Promise<string[]> {
  const changes = await git('log', '--format=%H', '--', 'migrations')
  return ['HEAD', ...changes.split('\n').map((commit) => `${commit}^`)]
}

/** Numbered files are applied once; functions and roles are replaced as a whole. */
const isOnce = (file: string) => /^migrations\/\d{4}_\w+\.sql$/.test(file)
const isMigration = (file: string) => file.endsWith('.sql') && !file.endsWith('/schema.sql')

/** Path → hash of its bytes. */
type Files = Map<string, string>

async function migrationsAt(commit: string): Promise<Files> {
  const lines = await git('ls-tree', '-r', commit, '--', 'migrations')
  const rows = lines.split('\n').map((line) => /^\d+ blob (\w+)\t(.+)$/.exec(line))
  return new Map(
    rows.flatMap((row) => (row !== null && isMigration(row[2]!) ? [[row[2]!, row[1]!]] : [])),
  )
}

/** As they lie here, committed or not. */
async function migrationsHere(): Promise<Files> {
  const names = await git('ls-files', '--cached', '--others', '--exclude-standard', 'migrations')
  const files = names.split('\n').filter(isMigration)
  const hashes = await git('hash-object', '--', ...files)
  const blobs = hashes.split('\n')
  return new Map(files.map((file, nth) => [file, blobs[nth]!]))
}

/** Its rooms in a temporary folder, with the packages of this build; null when it is not whole. */
async function checkOut(commit: string, lacks: string[]): Promise<Build | null> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-previous-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const archive = join(folder, 'build.tar')
  const rooms = ['events', 'projections', 'migrations', 'services', 'docs', 'package.json']
  await git('archive', '--format=tar', `--output=${archive}`, commit, '--', ...rooms)
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  const isWhole = await typesHold(folder)
  if (!isWhole) {
    await remove()
    return null
  }
  const [hash = '', subject = ''] = (await git('log', '-1', '--format=%h%n%s', commit)).split('\n')
  return { commit: hash, subject, lacks, folder, remove }
}

/** Of all that its program reaches: what was committed in parts loads, and fails when it sells. */
async function typesHold(folder: string): Promise<boolean> {
  const settings = { extends: join(root, 'tsconfig.json'), include: [], files: [shopProgram] }
  const project = join(folder, 'tsconfig.json')
  await writeFile(project, JSON.stringify(settings))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return run(process.execPath, [compiler, '--noEmit', '-p', project]).then(
    () => true,
    () => false,
  )
}
