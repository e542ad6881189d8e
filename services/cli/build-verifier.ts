// Builds the two stand-alone verifiers: `verify.mjs` for Node and `verify.html` for any browser.
// They are not made small: whoever doubts them should be able to read them.
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { InlineConfig, Rolldown } from 'vite'

import { makeFolder, writeWhole } from '../io/files.ts'

const inputs = [
  'events/**/*.ts',
  'services/cli/verify-draw/*.ts',
  'services/ledger/verify-crypto.ts',
  'services/providers/beacon/bls.ts',
  'web/features/verify/**/*.{ts,css}',
  'web/lib/text/proof-verify-*.ts',
  'web/lib/ticket-ranges.ts',
  'services/cli/build-verifier.ts',
  'package-lock.json',
]

const verifyFolder = (rootFolder: string) => join(rootFolder, 'dist/verify')
const stampIn = (folder: string) => join(folder, 'build.txt')

/** Do they stand as their sources would make them? Only reads. */
export async function isVerifierFresh(rootFolder: string): Promise<boolean> {
  const built = await readFile(stampIn(verifyFolder(rootFolder)), 'utf8').catch(() => '')
  return built === (await hashOfVerifier(rootFolder))
}

/** True when something was built. */
export async function buildVerifier(rootFolder: string): Promise<boolean> {
  if (await isVerifierFresh(rootFolder)) return false
  const folder = verifyFolder(rootFolder)
  const hash = await hashOfVerifier(rootFolder)
  const files = [
    ['verify.mjs', await program(rootFolder)],
    ['verify.html', await page(rootFolder)],
  ] as const
  // A shop that runs reads them at any moment: it finds the old ones or the new ones, whole.
  await makeFolder(folder)
  for (const [name, text] of files) await writeWhole(join(folder, name), text)
  await writeFile(stampIn(folder), hash) // last: a build cut short is no build
  return true
}

const shared: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
}

async function program(root: string): Promise<string> {
  const entry = join(root, 'services/cli/verify-draw/entry.ts')
  const code = await bundled({
    ...shared,
    root,
    ssr: { noExternal: true },
    build: { ...whole, ssr: entry, target: 'node20' },
  })
  return `#!/usr/bin/env node\n// node verify.mjs --help\n${code}`
}

async function page(root: string): Promise<string> {
  const entry = join(root, 'web/features/verify/standalone/page.ts')
  const style = await readFile(join(root, 'web/features/verify/standalone/style.css'), 'utf8')
  const code = await bundled({
    ...shared,
    root,
    build: {
      ...whole,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'page' },
    },
  })
  const script = `\n${code.replaceAll('</script', '<\\/script')}`
  const policy = [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="ar" dir="rtl">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>verify</title>
<style>${style}</style>
</head>
<body>
<script type="module">${script}</script>
</body>
</html>
`
}

const whole = { write: false, minify: false, copyPublicDir: false, reportCompressedSize: false }

async function bundled(config: InlineConfig): Promise<string> {
  // Loaded when there is something to build: nearly every start finds it built.
  const { build } = await import('vite')
  const built = (await build(config)) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[]
  const { output } = Array.isArray(built) ? built[0]! : built
  const [chunk, ...others] = output.filter((file) => file.type === 'chunk')
  if (chunk === undefined || others.length > 0) throw new Error('the verifier is not one file')
  return chunk.code
}

const sourceHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

export async function hashOfVerifier(rootFolder: string): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const file of glob(inputs, { cwd: rootFolder })) files.push(file)
  for (const file of files.filter((name) => !/test/.test(name)).toSorted())
    hash
      .update(`${file}\0`)
      .update(await readFile(join(rootFolder, file)))
      .update('\0')
  return hash.digest('hex')
}

if (import.meta.main)
  console.log((await buildVerifier(join(import.meta.dirname, '../..'))) ? 'built' : 'unchanged')
