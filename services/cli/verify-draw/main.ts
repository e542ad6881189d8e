// The verifier in the terminal. `npm run verify:draw` runs it as it stands here; the build makes of
// it one file, `verify.mjs`, that needs nothing but Node.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import type { Opening } from '#events/verify/needs.ts'
import { verifyBundle } from '#events/verify/verify.ts'
import type { Language } from '#events/verify/words.ts'

import { nodeCrypto } from '../../ledger/verify-crypto.ts'
import { openBundle } from './bundle-source.ts'
import { asJson, printed } from './print.ts'

const help = `verify <bundle> [options]

Checks the evidence bundle of a raffle: a folder, a ZIP file, or the https address of its log.

  --key <key>        a key you know from elsewhere: of the log, of witnesses, of the representative;
                     the text itself or a file with one on each line. May be given several times.
  --receipt <file>   a customer's receipt or .tlog-proof. May be given several times.
  --openings <file>  openings of commitments, as auditors are given them
  --trust-sandbox    take the sandbox beacon and the simulated times of a demonstration for real
  --trust-beacon <h> a beacon's chain hash to trust instead of drand quicknet's
  --lang <language>  en, ar or fr
  --json             the report as JSON
  --help             this text

Exit status 0: everything that was asked for holds; 1: something is not true; 2: something could
not be evaluated.`

function read(given: readonly string[]) {
  const many = { type: 'string', multiple: true } as const
  const flag = { type: 'boolean' } as const
  return parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      key: many,
      receipt: many,
      openings: { type: 'string' },
      'trust-sandbox': flag,
      'trust-beacon': many,
      lang: { type: 'string' },
      json: flag,
      help: { ...flag, short: 'h' },
    },
  })
}

export async function main(given: readonly string[]): Promise<0 | 1 | 2> {
  const { values, positionals } = read(given)
  const [where] = positionals
  if (values.help || where === undefined) {
    console.log(help)
    return values.help ? 0 : 2
  }
  const report = await verifyBundle({
    files: await openBundle(where),
    crypto: nodeCrypto,
    trust: {
      keys: await keysOf(values.key ?? []),
      beacons: values['trust-beacon'] ?? [],
      sandbox: values['trust-sandbox'] ?? false,
    },
    receipts: await Promise.all(
      (values.receipt ?? []).map(async (path) => ({
        name: path,
        text: await readFile(path, 'utf8'),
      })),
    ),
    openings: values.openings === undefined ? [] : await openingsOf(values.openings),
    onProgress: progressOn(process.stderr),
  })
  console.log(values.json ? asJson(report) : printed(report, languageOf(values.lang)))
  return report.exitCode
}

const languageOf = (text?: string): Language => (text === 'ar' || text === 'fr' ? text : 'en')

/** A verifier key has two plus signs; anything else is a file of them. */
async function keysOf(given: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(
    given.map((text) => (text.split('+').length >= 3 ? text : readFile(text, 'utf8'))),
  )
  return texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
}

async function openingsOf(path: string): Promise<Opening[]> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  const list = Array.isArray(value) ? value : (value as { openings?: unknown }).openings
  if (!Array.isArray(list)) throw new Error(`${path} holds no list of openings`)
  return list.map((one) => {
    const text = (name: string) => (typeof one[name] === 'string' ? String(one[name]) : null)
    return {
      index: Number(one.index),
      holderSalt: text('holderSalt'),
      holderText: text('holderText'),
      orderSalt: text('orderSalt'),
      orderText: text('orderText'),
    }
  })
}

/** A bar where somebody looks, and only for logs that take a while. */
function progressOn(stream: NodeJS.WriteStream): (done: number, total: number) => void {
  let last = -1
  return (done, total) => {
    const percent = Math.floor((done / total) * 100)
    if (!stream.isTTY || total < 20_000 || percent === last) return
    last = percent
    const cells = Math.round(percent / 4)
    const strip = '█'.repeat(cells) + '░'.repeat(25 - cells)
    stream.write(`\r${strip} ${percent} % ${done}/${total}${percent === 100 ? '\n' : ''}`)
  }
}
