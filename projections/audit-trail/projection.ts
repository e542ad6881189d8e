// Every fact of every log as one line of the audit trail: when, what, about which stream, by whom.
// The words and the data are read beside it from the fact itself, so nothing is kept twice.
import { eventTypes } from '#events/catalogue.ts'
import type { QuraEvent } from '#events/catalogue.ts'

import { collect } from '../projection.ts'
import type { Projection, Table } from '../projection.ts'

export const auditTrailTable: Table = {
  name: 'audit_trail',
  columns: {
    log_id: 'text',
    position: 'bigint',
    recorded_at: 'timestamptz',
    type: 'text',
    // The stream: `order/<id>`, `raffle/<id>` …; where staff only did something about it, that one.
    subject: 'text',
    // `staff:<id>`, `customer:<id>`, `guest:<session>`, `system:<name>`.
    actor: 'text',
  },
  key: ['log_id', 'position'],
  isWrittenOnce: true,
  indexes: [
    '(recorded_at desc, log_id, position desc)',
    // As in migration 0021: a last page is read from its index, in the order of the list.
    '(subject, recorded_at desc, log_id, position desc)',
    '(type, recorded_at desc, log_id, position desc)',
    `(actor, recorded_at desc, log_id, position desc) include (type) where actor like 'staff:%'`,
  ],
}

export const auditTrail: Projection = {
  name: 'audit-trail',
  version: 1,
  tables: [auditTrailTable],
  reads: { shop: eventTypes, raffle: eventTypes },
  fold(page) {
    const lines = collect(auditTrailTable, ['recorded_at', 'type', 'subject', 'actor'])
    for (const { logId, position, recordedAt, event, streamId, meta } of page)
      lines.set(
        [logId, position],
        [recordedAt, event.type, subjectOf(event, streamId), meta.actor ?? ''],
      )
    return lines.parts()
  },
}

/** An act that changed nothing of what it was about stands in the stream of whoever did it. */
const subjectOf = (event: QuraEvent, streamId: string): string =>
  event.type === 'StaffActed' && event.data.subject !== '-' ? event.data.subject : streamId
