// The command blocks of docs/verify-a-draw.md, as its reader would run them: in the unpacked folder
// of a bundle, one after the other, with the tools of this machine.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const document = await readFile(new URL('../../../docs/verify-a-draw.md', import.meta.url), 'utf8')

const blocksIn = (language: string): string[] =>
  [...document.matchAll(new RegExp('```' + language + '\\n([\\s\\S]*?)```', 'g'))].map(
    ([, text]) => text!,
  )

export const blocks = { python: blocksIn('python'), sh: blocksIn('sh'), go: blocksIn('go') }

export type Tool = 'python3' | 'openssl' | 'go'

/** A tool that is not here is told of: its blocks are not run. */
export async function hasTool(name: Tool): Promise<boolean> {
  try {
    await run(name, [name === 'python3' ? '--version' : 'version'])
    return true
  } catch {
    process.stdout.write(`docs/verify-a-draw.md: no ${name} here, its blocks were not run\n`)
    return false
  }
}

export async function unpack(
  folder: string,
  files: Iterable<readonly [string, Uint8Array]>,
): Promise<void> {
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
}

/** All of them in one go, as they build on each other; or one alone. */
export async function runPython(cwd: string, text = blocks.python.join('\n')): Promise<string> {
  return (await run('python3', ['-c', text], { cwd })).stdout
}

/** The block about the signature. */
export async function runOpenssl(cwd: string, key: string): Promise<string> {
  const env = { ...process.env, KEY: key }
  return (await run('sh', ['-ec', blocks.sh[1] ?? 'false'], { cwd, env })).stdout
}

/** Where Debian's package golang-golang-x-mod-dev puts the one module that is needed. */
const goPath = '/usr/share/gocode'

/** With that package, which needs no network, or fetching the module: both as the document says. */
export async function runGo(cwd: string, key: string): Promise<string> {
  await writeFile(join(cwd, 'check.go'), blocks.go.join('\n'))
  const isPackaged = existsSync(join(goPath, 'src/golang.org/x/mod'))
  const packaged = isPackaged ? { GO111MODULE: 'off', GOPATH: goPath } : {}
  const env = { ...process.env, ...packaged, KEY: key }
  if (!isPackaged) {
    await run('go', ['mod', 'init', 'check'], { cwd, env })
    await run('go', ['get', 'golang.org/x/mod'], { cwd, env })
  }
  return (await run('go', ['run', 'check.go'], { cwd, env })).stdout
}
