// Builds the web app when something it is made of has changed: bundles for the browser, the
// renderer for the server, compressed copies of every text file, and the sizes against the budget.
import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { InlineConfig } from 'vite'

import { FolderInUse, lockFolder } from '../database/folder-lock.ts'
import type { FolderLock } from '../database/folder-lock.ts'
import { sleep } from '../io/timers.ts'
import { buildVerifier, isVerifierFresh } from './build-verifier.ts'
import { takesNothing, tellWrongOption, wantsHelp } from './terminal.ts'
import { folderOf, publish, readStamp, webFolder } from './web-build.ts'
import type { Sizes } from './web-build.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** KiB of JavaScript, brotli 11, that the first view of any shop page may load. */
const INITIAL_KIB_MAX = 135

const help = `npm run build

Builds the web app and the two stand-alone verifiers of a draw, where what they are made of has
changed; a start does it by itself. The shop may be running: it serves the new build from its next
start on. Prints the size of each script in KiB, compressed by brotli.

  --help   this text

Exit status 0: built, or unchanged; 1: it does not build, or the first view of a page would load
more than ${INITIAL_KIB_MAX} KiB of scripts.`

const inputs = [
  'web/**/*.{ts,tsx,js,svg,md,json}',
  'services/contract/*.ts',
  'events/**/*.ts',
  'vite.config.ts',
  'package-lock.json',
]

export type WebBuild = {
  isFresh: boolean
  distFolder: string
  /** KiB, brotli. */
  sizes: Sizes
}

type Needs = {
  rootFolder: string
  /** Every sentence of the tables in ⟦ ⟧, for the test that looks for forgotten words. */
  isPseudo?: boolean
  onStep?: (step: string) => void
}

/** One build at a time in a folder, whichever processes ask: the others wait and find it fresh. */
export async function buildWeb(needs: Needs): Promise<WebBuild> {
  const fresh = await freshBuild(needs)
  if (fresh !== null) return fresh
  const folder = join(needs.rootFolder, 'dist')
  await mkdir(folder, { recursive: true })
  const lock = await waitForFolder(folder)
  try {
    return await buildAlone(needs)
  } finally {
    await lock.release()
  }
}

/**
 * Null: something is to be built. Only reads, and takes no lock: where everything was built already
 * the folder may belong to another user. Stamps are written last, so what they name is whole.
 */
async function freshBuild({ rootFolder, isPseudo = false }: Needs): Promise<WebBuild | null> {
  if (!isPseudo && !(await isVerifierFresh(rootFolder))) return null
  const folder = webFolder(rootFolder, isPseudo)
  const known = await readStamp(folder)
  if (known === null || known.hash !== (await hashOfWeb(rootFolder))) return null
  return { isFresh: true, distFolder: folderOf(folder, known), sizes: known.sizes }
}

const WAIT_MS = 250
const WAITS_MAX = 2_400 // ten minutes, for a machine that is busy with much else

async function waitForFolder(folder: string): Promise<FolderLock> {
  for (let waits = 0; ; waits++) {
    try {
      return await lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse) || waits === WAITS_MAX) throw error
      await sleep(WAIT_MS)
    }
  }
}

async function buildAlone(needs: Needs): Promise<WebBuild> {
  const { rootFolder, isPseudo = false, onStep = () => {} } = needs
  if (!isPseudo) await asProduction(async () => void (await buildVerifier(rootFolder)))
  const fresh = await freshBuild(needs)
  if (fresh !== null) return fresh
  const folder = webFolder(rootFolder, isPseudo)
  const hash = await hashOfWeb(rootFolder)
  const distFolder = folderOf(folder, { hash })
  const bundle = { rootFolder, distFolder, mode: isPseudo ? 'pseudo' : 'production' }
  const known = await readStamp(folder)

  await rm(distFolder, { recursive: true, force: true })
  await asProduction(async () => {
    onStep('bundling for the browser')
    await bundleClient(bundle)
    onStep('bundling for the server')
    await bundleServer(bundle)
  })
  onStep('compressing')
  await compressAll(join(distFolder, 'client'), isPseudo ? 4 : constants.BROTLI_MAX_QUALITY)
  const sizes = await measure(distFolder)
  if (sizes.initial > INITIAL_KIB_MAX && !isPseudo)
    throw new Error(
      `The first view loads ${sizes.initial} KiB; at most ${INITIAL_KIB_MAX} is allowed.`,
    )

  await publish(folder, { hash, sizes }, known)
  return { isFresh: false, distFolder, sizes }
}

/** Bundlers pick React's development build unless this says otherwise, as it does under a test. */
async function asProduction(act: () => Promise<void>): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await act()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

type Bundle = { rootFolder: string; distFolder: string; mode: string }

async function bundleClient({ rootFolder, distFolder, mode }: Bundle): Promise<void> {
  await build({
    mode,
    configFile: join(rootFolder, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      outDir: join(distFolder, 'client'),
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: join(rootFolder, 'web/entry-client.tsx') },
    },
  })
}

async function bundleServer({ rootFolder, distFolder, mode }: Bundle): Promise<void> {
  await build({
    mode,
    configFile: join(rootFolder, 'vite.config.ts'),
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(distFolder, 'server'),
      emptyOutDir: true,
      copyPublicDir: false,
      ssr: join(rootFolder, 'web/entry-server.tsx'),
    },
  })
}

/** Loaded when there is something to build: nearly every start finds it built. */
async function build(config: InlineConfig): Promise<void> {
  const vite = await import('vite')
  await vite.build(config)
}

const isTest = (name: string) => name.endsWith('.test.ts') || name === 'web/e2e'

export async function hashOfWeb(rootFolder: string): Promise<string> {
  const files = await namesOf(glob(inputs, { cwd: rootFolder, exclude: isTest }))
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(rootFolder, file)))
      .update('\0')
  return hash.digest('hex')
}

async function namesOf(found: AsyncIterable<string>): Promise<string[]> {
  const names: string[] = []
  for await (const name of found) names.push(name)
  return names
}

async function compressAll(folder: string, quality: number): Promise<void> {
  const files = await namesOf(glob('**/*.{js,css,svg,json,txt}', { cwd: folder }))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(folder, file))
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      await writeFile(join(folder, `${file}.br`), await brotli(bytes, { params }))
      await writeFile(join(folder, `${file}.gz`), await gzipped(bytes, { level: 9 }))
    }),
  )
}

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>

async function measure(distFolder: string): Promise<Sizes> {
  const client = join(distFolder, 'client')
  const manifest = JSON.parse(
    await readFile(join(client, '.vite/manifest.json'), 'utf8'),
  ) as Manifest // written by Vite a moment ago
  const scripts = [...new Set(Object.values(manifest).map(({ file }) => file))]
  const chunks = await Promise.all(
    scripts
      .filter((file) => file.endsWith('.js'))
      .map(async (file) => ({
        file,
        kib: kib((await readFile(join(client, `${file}.br`))).length),
      })),
  )
  const initial = initialFiles(manifest)
  const total = chunks
    .filter(({ file }) => initial.has(file))
    .reduce((sum, { kib: n }) => sum + n, 0)
  const sentences = Math.max(0, ...sizesOfSentences(manifest, chunks))
  return {
    initial: Math.round((total + sentences) * 10) / 10,
    chunks: chunks.toSorted((one, other) => other.kib - one.kib),
  }
}

/** A page loads the table of its own language; the largest of them counts. */
function sizesOfSentences(manifest: Manifest, chunks: { file: string; kib: number }[]): number[] {
  const tables = ['en', 'ar', 'fr'].map((language) => manifest[`lib/text/${language}.ts`]?.file)
  return chunks.filter(({ file }) => tables.includes(file)).map(({ kib: size }) => size)
}

function initialFiles(manifest: Manifest): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(key)
  return files
}

const kib = (bytes: number): number => Math.round((bytes / 1024) * 10) / 10

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  takesNothing()
  const rootFolder = join(import.meta.dirname, '../..')
  const { isFresh, sizes } = await buildWeb({ rootFolder, onStep: (step) => console.log(step) })
  console.log(isFresh ? 'unchanged since the last build' : 'built')
  console.log(`initial ${sizes.initial} KiB br of at most ${INITIAL_KIB_MAX}`)
  for (const { file, kib: size } of sizes.chunks)
    console.log(`${String(size).padStart(7)}  ${file}`)
}

if (import.meta.main) await main().catch(tellWrongOption)
