// Who witnesses the public logs: WITNESSES names them as `verifier-key address, verifier-key`, the
// address left out for a witness that cosigns files, offline; WITNESS_QUORUM says how many of them
// a checkpoint needs. Both are frozen in each raffle that is published afterwards.
import { sandboxWitnesses } from '#events/ledger/sandbox-witness.ts'
import { cosignatureType, parseVerifierKey } from '#events/ledger/note.ts'

import type { Reader } from './config-reader.ts'
import { sha256 } from './ledger/keys.ts'

export type WitnessConfig = {
  list: readonly { verifierKey: string; url: string | null }[]
  quorum: number
}

/** The demo has the sandbox's two, and needs both. */
export function readWitnesses(reader: Reader, sandbox: { origin: string } | null): WitnessConfig {
  const given = reader.optional('WITNESSES')
  const list = given === null ? ofSandbox(sandbox) : readList(reader, given)
  const distinct = new Set(list.map(({ verifierKey }) => verifierKey))
  if (distinct.size !== list.length) reader.gaps.push('WITNESSES names a witness twice')
  const quorum = reader.whole('WITNESS_QUORUM', list.length, { min: 0, max: list.length })
  if (sandbox === null && list.some(isOfSandbox))
    reader.gaps.push('WITNESSES names a witness of the sandbox, whose secret everybody knows')
  return { list, quorum }
}

const ofSandbox = (sandbox: { origin: string } | null) =>
  sandbox === null
    ? []
    : sandboxWitnesses.map((verifierKey, at) => ({
        verifierKey,
        url: `${sandbox.origin}/witness/${at + 1}`,
      }))

const isOfSandbox = ({ verifierKey }: { verifierKey: string }) =>
  sandboxWitnesses.includes(verifierKey)

function readList(reader: Reader, given: string): WitnessConfig['list'] {
  return given.split(',').map((part) => {
    const [verifierKey = '', address, ...more] = part.trim().split(/\s+/)
    const isKey = parseVerifierKey(verifierKey, sha256)?.type === cosignatureType
    const isAddress = address === undefined || /^https?:\/\/\S+$/.test(address)
    if (!isKey || !isAddress || more.length > 0)
      reader.gaps.push(`WITNESSES: "${part.trim()}" is not a witness's key and its address`)
    return { verifierKey, url: address?.replace(/\/$/, '') ?? null }
  })
}
