// npm run witness: a witness of public logs, on the network or offline on a laptop.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { openReader } from '../config-reader.ts'
import { ConfigRefused } from '../config.ts'
import { listen } from '../http/listen.ts'
import { witnessApp } from '../http/witness-app.ts'
import {
  createWitness,
  openWitnessFolder,
  trustedLines,
  trustLog,
} from '../ledger/witness-folder.ts'
import { requireTaken } from './refusals.ts'
import type { Takes } from './refusals.ts'

const help = `npm run witness -- <command> [options]

A witness keeps, for each log, the last checkpoint it has cosigned, and cosigns another only with a
proof that it grew from that one. Everything it knows lies in one folder; keep that folder on this
machine alone, and never put an older copy of it back.

  create --name <name>    makes the witness: a schema-less URL, such as regulator.example/witness
  key                     prints its verifier key, which the shop names in WITNESSES
  trust <verifier key>    cosigns this log from now on; a name ending in /* is all logs below it
  logs                    prints the keys it trusts
  cosign <file>           offline: reads a request that the shop has written (npm run signer --
                          request), checks it and prints the cosignature to hand back
  serve                   on the network: answers POST /add-checkpoint (C2SP tlog-witness)

  --folder <path>   where it lives (default: WITNESS_DIR, else .witness)
  --port <number>   of serve (default 3010)
  --host <address>  of serve (default 127.0.0.1)
  --help            this text

Exit status 0: done; 1: refused or failed.`

const commands: Readonly<Record<string, Takes>> = {
  create: { words: 0, options: ['folder', 'name'] },
  key: { words: 0, options: ['folder'] },
  trust: { words: 1, options: ['folder'] },
  logs: { words: 0, options: ['folder'] },
  cosign: { words: 1, options: ['folder'] },
  serve: { words: 0, options: ['folder', 'port', 'host'] },
}

function read() {
  const reader = openReader(process.env)
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    tokens: true,
    options: {
      folder: { type: 'string', default: reader.text('WITNESS_DIR', '.witness') },
      name: { type: 'string' },
      port: { type: 'string', default: '3010' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [command = '', given = ''] = positionals
  if (!values.help && Object.hasOwn(commands, command))
    requireTaken(command, commands[command] ?? { words: 0 }, tokens)
  if (!values.help && reader.gaps.length > 0) throw new ConfigRefused(reader.gaps)
  return { command, given, values }
}

async function main(): Promise<void> {
  const { command, given, values } = read()
  const { folder } = values
  if (values.help) return print(help)
  switch (command) {
    case 'create':
      if (values.name === undefined) throw new Error('create needs --name')
      await createWitness(folder, values.name)
      return print((await openWitnessFolder(folder)).verifierKey)
    case 'key':
      return print((await openWitnessFolder(folder)).verifierKey)
    case 'trust':
      await trustLog(folder, given)
      return print('From now on this witness cosigns that log.')
    case 'logs':
      return print((await trustedLines(folder)).join('\n'))
    case 'cosign':
      return cosign(folder, given)
    case 'serve':
      return serve(folder, { host: values.host, port: Number(values.port) })
    default:
      throw new Error(`say what to do:\n\n${help}`)
  }
}

async function cosign(folder: string, path: string): Promise<void> {
  const witness = await openWitnessFolder(folder)
  const { status, body } = await witness.addCheckpoint(await readFile(path, 'utf8'))
  if (status === 200) return void process.stdout.write(body)
  if (status === 409)
    throw new Error(
      `the request goes on from another size: this witness has cosigned ${body.trim()} leaves, ` +
        `so ask for a request with --old ${body.trim()}`,
    )
  throw new Error(`not cosigned (${status}): ${body.trim()}`)
}

async function serve(folder: string, place: { host: string; port: number }): Promise<void> {
  const witness = await openWitnessFolder(folder)
  const app = witnessApp(witness, (error) => process.stderr.write(`witness: ${String(error)}\n`))
  const { port, stop } = await listen(app, place)
  print(`${witness.verifierKey}\nlistens on http://${place.host}:${port}   Ctrl-C stops it.`)
  const end = () => void stop().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

if (import.meta.main)
  main().catch((error: unknown) => {
    process.stderr.write(`witness: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
