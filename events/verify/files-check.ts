// (a): the files are the ones that the manifest lists, byte for byte, and no others. A manifest is
// no proof of anything but a copy without faults: whoever changes a file can write it anew. What a
// file claims is judged by the check it belongs to.
import { hexOf, isSameBytes, textOf, utf8 } from '../kernel/bytes.ts'
import { parseCanonicalJson } from '../ledger/canonical-json.ts'

import {
  beaconFileText,
  checkpointPattern,
  factFiles,
  factFileText,
  manifestName,
  plainFiles,
  policyFileText,
  registerCsv,
} from './bundle-files.ts'
import { certificateHtml, certificateLayouts, certificateMark } from './certificate.ts'
import type { BeaconChain } from '../ledger/beacon.ts'
import { isObject, type JsonObject } from './entry.ts'
import type { BundleFiles, Crypto } from './needs.ts'
import type { CheckId, Judge } from './report.ts'
import type { DrawOutcome } from './result-check.ts'
import type { Story } from './story.ts'

export type CheckedFiles = {
  /** Null: there is no such file. Its hash has been compared. */
  read: (name: string) => Promise<Uint8Array | null>
  /** Reads what nobody has asked for, so that every file has been compared. */
  readRest: () => Promise<void>
  readonly names: ReadonlySet<string>
}

type Needs = { files: BundleFiles; judge: Judge; crypto: Crypto }

export async function openFiles({ files, judge, crypto }: Needs): Promise<CheckedFiles> {
  const names = new Set(files.names)
  const hashOf = crypto.sha256OfFile ?? crypto.sha256
  const listed = await readManifest({ files, judge, crypto })
  const done = new Set([manifestName])
  for (const name of names)
    if (name !== manifestName && !Object.hasOwn(listed, name))
      judge.fail('a', 'file_not_listed', { name })
  for (const name of Object.keys(listed))
    if (!names.has(name)) judge.fail('a', 'file_missing', { name })
  for (const name of plainFiles)
    if (!names.has(name) && !Object.hasOwn(listed, name)) judge.fail('a', 'file_missing', { name })
  for (const name of names) if (!isKnown(name)) judge.fail('a', 'file_unknown', { name })

  async function read(name: string): Promise<Uint8Array | null> {
    if (!names.has(name)) return null
    const bytes = await files.read(name)
    if (done.has(name)) return bytes
    done.add(name)
    judge.examined('a')
    const claimed = listed[name]
    if (claimed !== undefined && hexOf(await hashOf(bytes)) !== claimed)
      judge.fail('a', 'file_differs', { name })
    return bytes
  }
  return {
    names,
    read,
    async readRest() {
      for (const name of names) if (!done.has(name)) await read(name)
    },
  }
}

function isKnown(name: string): boolean {
  const isPlain = (plainFiles as readonly string[]).includes(name)
  return (
    isPlain || name === manifestName || name.startsWith('tile/') || checkpointPattern.test(name)
  )
}

async function readManifest({ files, judge }: Needs): Promise<Record<string, unknown>> {
  if (!files.names.includes(manifestName)) {
    judge.fail('a', 'file_missing', { name: manifestName })
    return {}
  }
  const manifest = jsonOf(await files.read(manifestName))
  if (isObject(manifest?.files)) return manifest.files
  judge.fail('a', 'manifest_malformed')
  return {}
}

/** Null for anything but a canonical JSON object. */
export function jsonOf(bytes: Uint8Array | null): JsonObject | null {
  if (bytes === null) return null
  try {
    const value = parseCanonicalJson(textOf(bytes))
    return isObject(value) ? value : null
  } catch {
    return null // whoever asked says which file it was
  }
}

type Derived = {
  judge: Judge
  files: CheckedFiles
  story: Story
  chain: BeaconChain | null
  outcomes: readonly DrawOutcome[]
}

/** Everything in the bundle that repeats the log says what the log says. */
export async function checkDerived(needs: Derived): Promise<void> {
  const { story, chain, files, judge } = needs
  const compare = async (id: CheckId, name: string, pieces: Iterable<Uint8Array>) => {
    const bytes = await files.read(name)
    if (bytes !== null && !isConcatenation(bytes, pieces))
      judge.fail(id, 'file_contradicts', { name })
  }
  const checkOf = { 'seal.json': 'g', 'entropy.json': 'i', 'result.json': 'n' } as const
  for (const name of factFiles)
    await compare(checkOf[name], name, [utf8(factFileText(name, story))])
  await compare('l', 'beacon.json', [utf8(beaconFileText(story, chain))])
  await compare('b', 'policy.json', [utf8(policyFileText(story))])
  await compare('g', 'register.csv', registerCsv(story))
  await checkCertificate(needs)
  await checkSoftware(needs)
}

function isConcatenation(bytes: Uint8Array, pieces: Iterable<Uint8Array>): boolean {
  let at = 0
  for (const piece of pieces) {
    if (!isSameBytes(bytes.subarray(at, at + piece.length), piece)) return false
    at += piece.length
  }
  return at === bytes.length
}

/** A certificate of a layout that this verifier does not know cannot be compared, only read. */
async function checkCertificate({ judge, files, story }: Derived): Promise<void> {
  const name = 'certificate.html'
  const bytes = await files.read(name)
  if (bytes === null) return
  const layout = certificateLayouts.find((one) => {
    const mark = utf8(certificateMark(one))
    return isSameBytes(bytes.subarray(0, mark.length), mark)
  })
  if (layout === undefined) judge.skip('n', 'certificate_of_other_layout')
  else if (!isSameBytes(bytes, utf8(certificateHtml(story, layout))))
    judge.fail('n', 'file_contradicts', { name })
}

/** The verifier that the draw has named is the one that lies in the bundle. */
async function checkSoftware({ judge, files, story }: Derived): Promise<void> {
  const named = story.draws.flatMap(({ completed }) =>
    completed === null ? [] : [completed.data.softwareSha256],
  )
  if (named.every((hash) => /^0{64}$/.test(hash))) return
  const listed = jsonOf(await files.read(manifestName))?.files
  const found = isObject(listed) ? listed['verify.mjs'] : undefined
  if (typeof found === 'string' && !named.includes(found))
    judge.fail('a', 'other_software', { named: named.at(-1)!, found })
}
