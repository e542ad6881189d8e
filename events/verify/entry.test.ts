// Every field of every entry has its form: what is missing, or is of another kind, is named.
import { describe, expect, it } from 'vitest'

import { utf8 } from '../kernel/bytes.ts'
import { canonicalJson, type Json } from '../ledger/canonical-json.ts'
import {
  isEntry,
  isInstant,
  isObject,
  readEntry,
  type EntryType,
  type JsonObject,
} from './entry.ts'
import { raffleId } from './testing/keys.ts'
import { makeLog } from './testing/plan.ts'
import { trueRaffle } from './testing/true-raffle.ts'

const hex32 = 'ab'.repeat(32)
const drawId = `${raffleId}/D1`
const at = '2026-11-21T08:00:00.000Z'
const countersigned = { drawId, cause: 'other', signature: 'ab'.repeat(64), paperSha256: hex32 }

/** One good entry of each type: those of the true raffle, and the others. */
const good = new Map<EntryType, JsonObject>(
  makeLog(trueRaffle()).entries.map(({ type, data }) => [type as EntryType, data]),
)
const licence = { licenceAuthority: 'National Lottery Directorate', licenceDate: '2026-01-02' }
good.set('RafflePublished', { ...good.get('RafflePublished')!, ...licence })
good.set('RaffleAmended', { field: 'page', valueSha256: hex32, cause: 'edited' })
good.set('RaffleExtended', { closesAt: at })
good.set('RaffleCancelled', { cause: 'licence', signature: 'ab'.repeat(64), paperSha256: hex32 })
good.set('DrawPostponed', { ...countersigned, lastCheckpoint: 'x' })
good.set('DrawAnnulled', countersigned)
good.set('SigningKeyRotated', { verifierKey: 'b', previous: 'a' })

const entry = (type: string, data: Json, change: object = {}) =>
  canonicalJson({ at, data, index: 3, raffle: raffleId, type, v: 1, ...change })
const read = (text: string) => readEntry(utf8(text))

/** What section 2 of docs/draw-protocol.md does not ask for, so that nothing is looked at. */
const free = new Set(['opensAt', 'ticketsPerPersonMax', 'roundAt', 'source', 'evidence'])
const optional = new Set(['signature', 'paperSha256', 'lastCheckpoint', ...Object.keys(licence)])
const isFree = (name: string) => free.has(name)

describe.each([...good])('%s', (type, data) => {
  it('is read as it stands', () =>
    expect(read(entry(type, data))).toEqual({ at, data, index: 3, raffle: raffleId, type }))

  it.each(Object.keys(data).filter((name) => !isFree(name)))('has its %s in its form', (name) => {
    const fault = { fault: 'wrong_field', field: `${type}.${name}` }
    const wrong: Json[] = [null, true, -1, {}, [null], [data[name]!]]
    if (typeof data[name] !== 'string') wrong.push('1')
    if (typeof data[name] !== 'number') wrong.push(1)
    for (const value of wrong)
      expect([value, read(entry(type, { ...data, [name]: value }))]).toEqual([value, fault])
    const rest = Object.fromEntries(Object.entries(data).filter(([field]) => field !== name))
    const isOptional = optional.has(name) && type !== 'BeaconRecorded'
    if (isOptional) expect(isEntry(read(entry(type, rest)))).toBe(true)
    else expect(read(entry(type, rest))).toEqual(fault)
  })
})

const withField = (type: EntryType, name: string, value: Json) =>
  read(entry(type, { ...good.get(type)!, [name]: value }))

it.each([
  ['RafflePublished', 'ticketsMax', 0],
  ['RafflePublished', 'environment', 'staging'],
  ['RafflePublished', 'underSold', 'shrug'],
  ['RafflePublished', 'mode', 'coin'],
  ['RafflePublished', 'prizeValue', '01'],
  ['RafflePublished', 'prizeValue', '1.5'],
  ['RafflePublished', 'prizeValue', '1'.repeat(14)],
  ['RafflePublished', 'prizeValue', 'x1'],
  ['RafflePublished', 'rulesSha256', 'AB'.repeat(32)],
  ['RafflePublished', 'rulesSha256', hex32.slice(1)],
  ['RafflePublished', 'rulesSha256', `${hex32}a`],
  ['RafflePublished', 'closesAt', '2026-13-01T00:00:00.000Z'],
  ['RafflePublished', 'closesAt', '2026-11-01'],
  ['RafflePublished', 'licenceDate', '2026-11-1'],
  ['RafflePublished', 'licenceDate', '2026-11-01T00:00:00.000Z'],
  ['RafflePublished', 'licenceDate', 'of 2026-11-01'],
  ['RafflePublished', 'policy', { log: 1, witnesses: [], quorum: 0 }],
  ['RafflePublished', 'policy', { log: 'a', witnesses: [1], quorum: 0 }],
  ['RafflePublished', 'policy', { log: 'a', witnesses: 'b', quorum: 0 }],
  ['RafflePublished', 'policy', { log: 'a', witnesses: [], quorum: -1 }],
  ['TicketsIssued', 'channel', 'gift'],
  ['TicketsIssued', 'first', 0],
  ['TicketsVoided', 'ranges', [[1, 2, 3]]],
  ['TicketsVoided', 'ranges', [[2, 1]]],
  ['TicketsVoided', 'ranges', [[0, 1]]],
  ['TicketsVoided', 'ranges', [['1', '2']]],
  ['TicketsVoided', 'ranges', [1]],
  ['RaffleClosed', 'cause', 'tired'],
  ['RegisterSealed', 'mode', 'coin'],
  ['RegisterSealed', 'round', -1],
  ['EntropySealed', 'representative', { office: 1 }],
  ['DrawCompleted', 'numbers', [1, 0]],
] as const)('%s may not have as %s: %j', (type, name, value) =>
  expect(withField(type, name, value as Json)).toEqual({
    fault: 'wrong_field',
    field: `${type}.${name}`,
  }),
)

it.each([
  ['RafflePublished', 'prizeValue', '0'],
  ['RafflePublished', 'alternates', 0],
  ['RafflePublished', 'environment', 'demo'],
  ['RafflePublished', 'underSold', 'extend'],
  ['RafflePublished', 'underSold', 'refund'],
  ['RafflePublished', 'mode', 'physical'],
  ['RafflePublished', 'mode', 'local'],
  ['RafflePublished', 'policy', { log: 'a', witnesses: ['b'], quorum: 0 }],
  ['TicketsIssued', 'channel', 'manual'],
  ['TicketsVoided', 'ranges', [[2, 2]]],
  ['TicketsVoided', 'ranges', []],
  ['RaffleClosed', 'cause', 'soldOut'],
] as const)('%s may have as %s: %j', (type, name, value) =>
  expect(isEntry(withField(type, name, value as Json))).toBe(true),
)

it.each([
  ['wrong_field', 'v', entry('RaffleCancelled', { cause: 'x' }, { v: 2 })],
  [
    'wrong_field',
    'at',
    entry('RaffleCancelled', { cause: 'x' }, { at: '2026-02-30T00:00:00.000Z' }),
  ],
  ['wrong_field', 'index', entry('RaffleCancelled', { cause: 'x' }, { index: -1 })],
  ['wrong_field', 'index', entry('RaffleCancelled', { cause: 'x' }, { index: '3' })],
  ['wrong_field', 'raffle', entry('RaffleCancelled', { cause: 'x' }, { raffle: 1 })],
  ['wrong_field', 'data', entry('RaffleCancelled', [])],
  ['wrong_field', 'data', entry('RaffleCancelled', null)],
  ['unknown_type', undefined, entry('TicketsBlessed', {})],
  ['unknown_type', undefined, entry('constructor', {})],
  ['unknown_type', undefined, entry('', {}, { type: 1 })],
  ['unknown_type', undefined, entry('', {}, { type: ['RaffleCancelled'] })],
  ['not_six_fields', undefined, entry('RaffleCancelled', { cause: 'x' }, { w: 1 })],
  ['not_six_fields', undefined, '[]'],
  ['not_canonical', undefined, ` ${entry('RaffleCancelled', { cause: 'x' })}`],
])('says %s %s', (fault, field, text) =>
  expect(read(text)).toEqual(field === undefined ? { fault } : { fault, field }),
)

it('takes bytes that are no text for nothing', () =>
  expect(readEntry(Uint8Array.of(0xff))).toEqual({ fault: 'not_canonical' }))

it('knows an instant, and an object, from what only looks like one', () => {
  expect(isInstant(at)).toBe(true)
  for (const odd of [1, undefined, '2026-11-21T08:00:00Z', `${at} `, '+002026-11-21T08:00:00.000Z'])
    expect(isInstant(odd)).toBe(false)
  expect(isObject({})).toBe(true)
  for (const odd of [null, [], 'x', 1, undefined]) expect(isObject(odd)).toBe(false)
})
