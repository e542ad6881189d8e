// npm run sbom: the list of every package in use, as CycloneDX, read from the lockfile alone. npm
// makes it; what it takes from the name of the folder is put right here.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'

import { tellWrongOption } from './terminal.ts'

const help = `npm run sbom [-- --out FILE] [-- --production]

Writes the software bill of materials (CycloneDX 1.5, JSON) from package-lock.json.

  --out FILE     where to; sbom.cdx.json when left out
  --production   without the packages that only tests and checks need
  --help         this text`

const root = join(import.meta.dirname, '../..')
const LIST_BYTES_MAX = 64 * 1024 * 1024

type Sbom = {
  bomFormat: string
  metadata: { component: { name: string } }
  components: readonly unknown[]
}

/** From the lockfile: nothing is installed, and no registry is asked. */
export async function readSbom({ isProduction = false } = {}): Promise<Sbom> {
  const given = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  const part = isProduction ? ['--omit=dev'] : []
  const [program, ...before] = npmCommand()
  const { stdout } = await promisify(execFile)(
    program,
    [...before, ...given, '--package-lock-only', ...part],
    { cwd: root, maxBuffer: LIST_BYTES_MAX },
  )
  // npm's own output, in its documented format.
  const sbom = JSON.parse(stdout) as Sbom
  if (sbom.bomFormat !== 'CycloneDX') throw new Error('npm wrote something else than CycloneDX')
  const { name } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    name: string
  }
  sbom.metadata.component.name = name
  return sbom
}

/** The npm that runs this command, by its script: on Windows `npm` itself is no program. */
function npmCommand(): [string, ...string[]] {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') === true ? [process.execPath, script] : ['npm']
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'sbom.cdx.json' },
      production: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(help)
  const sbom = await readSbom({ isProduction: values.production })
  const file = resolve(values.out)
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`${file}: ${sbom.components.length} packages`)
}

if (import.meta.main) await main().catch(tellWrongOption)
