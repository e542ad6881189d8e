// One entry of the log, read strictly: UTF-8, canonical JSON, the six fields, and for every type
// the fields that section 2 of docs/draw-protocol.md names with the form they must have. More may
// stand beside them. The verifier has this table of its own, so that it needs nothing of what wrote
// the log.
import { textOf } from '../kernel/bytes.ts'
import { parseCanonicalJson, type Json } from '../ledger/canonical-json.ts'

export type JsonObject = { readonly [key: string]: Json }

export type Entry = {
  readonly at: string
  readonly data: JsonObject
  readonly index: number
  readonly raffle: string
  readonly type: EntryType
}

/** Why the bytes are no entry; a code for the report. */
export type EntryFault = { readonly fault: string; readonly field?: string }

export function readEntry(bytes: Uint8Array): Entry | EntryFault {
  const value = canonicalValue(bytes)
  if (value === undefined) return { fault: 'not_canonical' }
  if (!isObject(value) || Object.keys(value).join() !== 'at,data,index,raffle,type,v')
    return { fault: 'not_six_fields' }
  const { at, data, index, raffle, type, v } = value
  if (v !== 1) return { fault: 'wrong_field', field: 'v' }
  if (!isInstant(at)) return { fault: 'wrong_field', field: 'at' }
  if (!isCount(index)) return { fault: 'wrong_field', field: 'index' }
  if (typeof raffle !== 'string') return { fault: 'wrong_field', field: 'raffle' }
  if (typeof type !== 'string' || !isEntryType(type)) return { fault: 'unknown_type' }
  if (!isObject(data)) return { fault: 'wrong_field', field: 'data' }
  const field = Object.entries(shapes[type]).find(([name, form]) => !form(data[name]))?.[0]
  if (field !== undefined) return { fault: 'wrong_field', field: `${type}.${field}` }
  return { at, data, index, raffle, type }
}

export const isEntry = (read: Entry | EntryFault): read is Entry => 'type' in read

function canonicalValue(bytes: Uint8Array): Json | undefined {
  try {
    return parseCanonicalJson(textOf(bytes))
  } catch {
    return undefined // a stranger's bytes: anything may be wrong with them
  }
}

/** True for an instant that exists: no thirteenth month. */
export function isInstant(value: Json | undefined): value is string {
  if (typeof value !== 'string') return false
  const ms = Date.parse(value)
  return instantPattern.test(value) && !Number.isNaN(ms) && new Date(ms).toISOString() === value
}
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Form = (value: Json | undefined) => boolean

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isPositive: Form = (value) => isCount(value) && value >= 1
const isText: Form = (value) => typeof value === 'string'
const isMoney: Form = (value) => typeof value === 'string' && /^(0|[1-9]\d{0,12})$/.test(value)
const isHex = (bytes: number): Form => {
  const pattern = new RegExp(`^[0-9a-f]{${bytes * 2}}$`)
  return (value) => typeof value === 'string' && pattern.test(value)
}
const isDay: Form = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const isOneOf =
  (...words: readonly string[]): Form =>
  (value) =>
    typeof value === 'string' && words.includes(value)
const isOptional =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value)
const isList =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(form)
const isRange: Form = (value) =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(isPositive) &&
  Number(value[0]) <= Number(value[1])
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPolicy: Form = (value) =>
  isObject(value) &&
  typeof value.log === 'string' &&
  isList(isText)(value.witnesses) &&
  isCount(value.quorum)
const isRepresentative: Form = (value) => isObject(value) && typeof value.office === 'string'

const ticketAt = { drawId: isText, number: isPositive, place: isCount }
const countersigned = { signature: isOptional(isHex(64)), paperSha256: isOptional(isHex(32)) }

const shapes = {
  RafflePublished: {
    origin: isText,
    environment: isOneOf('production', 'demo'),
    sealMarginSeconds: isPositive,
    raffleNumber: isText,
    licenceNumber: isText,
    licenceAuthority: isOptional(isText),
    licenceDate: isOptional(isDay),
    prize: isText,
    prizeValue: isMoney,
    currency: isText,
    alternates: isCount,
    rulesSha256: isHex(32),
    ticketsMax: isPositive,
    ticketsMin: isCount,
    closesAt: isInstant,
    underSold: isOneOf('extend', 'draw', 'refund'),
    mode: isOneOf('beacon', 'local', 'physical'),
    drandChainHash: isHex(32),
    drandPublicKey: isHex(96),
    operatorCommit: isHex(32),
    policy: isPolicy,
  },
  RaffleAmended: { field: isText, valueSha256: isHex(32), cause: isText },
  TicketsIssued: {
    first: isPositive,
    last: isPositive,
    channel: isOneOf('online', 'manual'),
    ticketsPerUnit: isPositive,
    orderCommit: isHex(32),
    holderCommit: isHex(32),
  },
  TicketsVoided: { ranges: isList(isRange), reason: isText },
  RaffleExtended: { closesAt: isInstant },
  RaffleClosed: { cause: isOneOf('ended', 'soldOut'), issuedCount: isCount },
  RaffleCancelled: { cause: isText, ...countersigned },
  RegisterSealed: {
    drawId: isText,
    issuedCount: isCount,
    voids: isList(isRange),
    validCount: isCount,
    registerRoot: isHex(32),
    drandChainHash: isHex(32),
    round: isCount,
    drawAt: isInstant,
    latestRound: isCount,
    latestRandomness: isHex(32),
    mode: isOneOf('beacon', 'local', 'physical'),
  },
  EntropySealed: {
    drawId: isText,
    entropy: isText,
    sealSize: isPositive,
    sealRoot: isHex(32),
    representative: isRepresentative,
    signature: isOptional(isHex(64)),
  },
  OperatorRevealed: { drawId: isText, seed: isHex(32) },
  BeaconRecorded: {
    drawId: isText,
    drandChainHash: isHex(32),
    round: isCount,
    signature: isHex(48),
    randomness: isHex(32),
  },
  DrawCompleted: {
    drawId: isText,
    prk: isHex(32),
    numbers: isList(isPositive),
    softwareSha256: isHex(32),
  },
  PrizeForfeited: { ...ticketAt, reason: isText },
  PrizePromoted: ticketAt,
  PrizeDelivered: { ...ticketAt, evidenceSha256: isHex(32) },
  DrawPostponed: {
    drawId: isText,
    cause: isText,
    ...countersigned,
    lastCheckpoint: isOptional(isText),
  },
  DrawAnnulled: { drawId: isText, cause: isText, ...countersigned },
  SigningKeyRotated: { verifierKey: isText, previous: isText },
} satisfies Record<string, Record<string, Form>>

export type EntryType = keyof typeof shapes
const isEntryType = (type: string): type is EntryType => Object.hasOwn(shapes, type)
