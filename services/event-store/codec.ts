// Facts as they are stored, and back. What is written is checked against its schema once, here, so
// that what is read need not be.
import { hash } from 'node:crypto'

import { parseEvent, schemaVersionOf, upcastEvent } from '#events/catalogue.ts'
import type { Fact } from '#events/kernel/decider.ts'
import type { Sha256 } from '#events/kernel/hash.ts'
import { canonicalJson } from '#events/ledger/canonical-json.ts'

import { currentTraceparent } from '../io/tracing.ts'
import type { LogId, Meta, Recorded } from './types.ts'

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')

export type EncodedFact = { type: string; schemaVersion: number; payload: string }

/** A fact of a shop log: the payload is its data. */
export function encodeFact({ type, data }: Fact): EncodedFact {
  const schemaVersion = schemaVersionOf(type)
  parseEvent(type, schemaVersion, data)
  return { type, schemaVersion, payload: canonicalJson(data) }
}

export const encodeMeta = (meta: Meta): string => JSON.stringify(meta)

/** With the span that runs, from which on what comes of the fact is traced. */
export function tracedMeta(meta: Meta): Meta {
  const traceparent = currentTraceparent()
  return traceparent === undefined ? meta : { ...meta, traceparent }
}

/** A stored fact as its newest version. */
export function eventOf(type: string, schemaVersion: number, data: unknown): Fact {
  // It was checked against its own version when it was written; upcasters keep that.
  return { type, data: upcastEvent(type, schemaVersion, data) as object }
}

export type EventRow = {
  log_id: LogId
  position: number
  stream_id: string
  stream_version: number
  event_id: string
  type: string
  schema_version: number
  payload: string
  meta: string
  recorded_at: Date
}

/** In a raffle's log the payload is the whole leaf entry, which wraps the data. */
export function recordedOf(row: EventRow): Recorded {
  const payload = JSON.parse(row.payload)
  const data: unknown = row.log_id === row.stream_id ? payload.data : payload
  return {
    logId: row.log_id,
    position: row.position,
    streamId: row.stream_id,
    version: row.stream_version,
    eventId: row.event_id,
    event: eventOf(row.type, row.schema_version, data),
    meta: JSON.parse(row.meta) as Meta, // encodeMeta wrote it
    recordedAt: row.recorded_at,
  }
}
