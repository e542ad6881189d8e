import { expect, it } from 'vitest'

import { hexOf, utf8 } from '#events/kernel/bytes.ts'

import { encodeFact, encodeMeta, eventOf, recordedOf, sha256, tracedMeta } from './codec.ts'
import { holdExtended, metaOf } from './testing/shop.ts'

const [fact] = holdExtended().facts
const meta = metaOf()
const recordedAt = new Date('2026-11-21T08:00:00.000Z')
const row = {
  log_id: 'shop/0',
  position: 7,
  stream_id: 'order/1',
  stream_version: 2,
  event_id: 'event',
  type: fact!.type,
  schema_version: 1,
  meta: encodeMeta(meta),
  recorded_at: recordedAt,
}

it('writes a fact as canonical JSON under the version of its shape', () =>
  expect(encodeFact(fact!)).toEqual({
    type: 'HoldExtended',
    schemaVersion: 1,
    payload: '{"holdUntil":"2027-01-01T00:00:00.000Z"}',
  }))

it('writes nothing of another shape, and nothing unknown', () => {
  expect(() => encodeFact({ type: 'HoldExtended', data: { until: 'then' } })).toThrow(/shape/)
  expect(() => encodeFact({ type: 'HoldForgotten', data: {} })).toThrow(/unknown event type/)
})

it('reads a row back as what was written, with who, why and when', () =>
  expect(recordedOf({ ...row, payload: encodeFact(fact!).payload })).toEqual({
    logId: 'shop/0',
    position: 7,
    streamId: 'order/1',
    version: 2,
    eventId: 'event',
    event: fact,
    meta,
    recordedAt,
  }))

it('finds the data of a raffle’s fact inside of its leaf', () => {
  const payload = JSON.stringify({ at: 'then', data: fact!.data, v: 1 })
  const leaf = { ...row, log_id: 'raffle/1', stream_id: 'raffle/1', payload }
  expect(recordedOf(leaf).event).toEqual(fact)
  expect(() => eventOf('HoldForgotten', 1, {})).toThrow(/unknown event type/)
})

it('names no span where nothing is traced', () => expect(tracedMeta(meta)).toBe(meta))

it('hashes with SHA-256', () =>
  expect(hexOf(sha256(utf8('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ))
