// A witness on a machine of its own, with all it needs in one folder: `name`, its private key, the
// logs it trusts, one verifier key a line, and its record of what it has cosigned. Nobody else may
// write there, and the record must never be lost or copied back: a witness that forgets what it has
// cosigned can be shown a second history.
import { join } from 'node:path'

import { ed25519Type, parseVerifierKey } from '#events/ledger/note.ts'
import type { NoteKey } from '#events/ledger/note.ts'

import { makeFolder, readText, writeOnce, writeWhole } from '../io/files.ts'
import { fileGuard } from './guard.ts'
import { sha256 } from './keys.ts'
import { keepWitnessKey, openWitness } from './witness.ts'
import type { Witness } from './witness.ts'

/** A schema-less URL that says who the witness is; chosen once. */
export async function createWitness(folder: string, name: string): Promise<void> {
  if (!/^[^\s+]+$/u.test(name)) throw new Error('a name has neither spaces nor plus signs')
  await makeFolder(folder, { mode: 0o700 })
  await writeOnce(join(folder, 'name'), `${name}\n`)
  const kept = await nameIn(folder)
  if (kept !== name) throw new Error(`${folder} is the witness ${kept} already`)
  await keepWitnessKey(folder, name)
}

export async function openWitnessFolder(
  folder: string,
  { now = () => new Date() }: { now?: () => Date } = {},
): Promise<Witness> {
  const witness = await keepWitnessKey(folder, await nameIn(folder))
  return openWitness({
    witness,
    guard: fileGuard(join(folder, 'record')),
    logKeys: (origin) => trustedKeys(folder, origin),
    now,
  })
}

async function nameIn(folder: string): Promise<string> {
  const name = (await readText(join(folder, 'name')))?.trim()
  if (name === undefined) throw new Error(`${folder} is no witness yet: begin with \`create\``)
  return name
}

/**
 * From now on this witness cosigns the log of this verifier key. A name that ends in `/*` stands
 * for all logs below it: `shop.example/ledger/*` for every raffle of a shop, which have one key.
 */
export async function trustLog(folder: string, verifierKey: string): Promise<void> {
  const key = parseVerifierKey(verifierKey, sha256)
  if (key?.type !== ed25519Type) throw new Error('this is no verifier key of a log')
  const known = await trustedLines(folder)
  if (known.includes(verifierKey)) return
  await writeWhole(join(folder, 'logs'), `${[...known, verifierKey].join('\n')}\n`)
}

export async function trustedLines(folder: string): Promise<string[]> {
  const text = (await readText(join(folder, 'logs'))) ?? ''
  return text.split('\n').filter((line) => line !== '')
}

async function trustedKeys(folder: string, origin: string): Promise<NoteKey[]> {
  const keys = (await trustedLines(folder)).flatMap((line) => parseVerifierKey(line, sha256) ?? [])
  return keys
    .filter(({ name }) => name === origin || isBelow(origin, name))
    .map((key) => ({ ...key, name: origin }))
}

const isBelow = (origin: string, name: string) =>
  name.endsWith('/*') && origin.startsWith(name.slice(0, -1)) && origin.length >= name.length
