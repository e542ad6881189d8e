// What names anybody in the records of draws and in the words of staff, and is kept as long as
// orders are: RETENTION_YEARS (docs/operate.md, What is kept for how long). The records stay, and
// so does all that was published: facts, numbers, titles and offices of witnesses, the
// representative's key, and with them every proof. Like old orders nothing here is swept: a person
// says when (`npm run retention`).
import type { Retention } from './retention.ts'

export const oldRecords = (years: number): readonly Retention[] =>
  records.map((record) => ({ ...record, keptFor: inYears(years) }))

export const inYears = (years: number) => (years === 1 ? '1 year' : `${years} years`)

const unnamed = `'{"name": "", "documentNumber": ""}'`

const records: readonly Omit<Retention, 'keptFor'>[] = [
  {
    table: 'draw_sessions',
    what: 'names and documents of witnesses of draws',
    since: 'greatest(recorded_at, draw_at)',
    only: `(representative || ${unnamed} <> representative
            or witnesses @? '$[*] ? (@.name != "" || @.documentNumber != "")')`,
    clears: `representative = representative || ${unnamed},
             witnesses = (select coalesce(jsonb_agg(witness || ${unnamed}), '[]')
                            from jsonb_array_elements(witnesses) as witness)`,
  },
  {
    table: 'draw_claims',
    what: 'names and documents of winners',
    since: 'announced_at',
    only: 'num_nonnulls(shown_name, document_kind, document_number) > 0',
    clears: 'shown_name = null, document_kind = null, document_number = null',
  },
  {
    table: 'draw_contacts',
    what: 'notes about winners who were called',
    since: 'noted_at',
    only: `note <> ''`,
    clears: `note = ''`,
  },
  {
    table: 'audit_papers',
    what: 'words of auditors in working papers',
    since: 'changed_at',
    only: `(notes <> '{}' or conclusion <> '')`,
    clears: `notes = '{}', conclusion = ''`,
  },
  {
    table: 'audit_details',
    what: 'what staff noted at an act, and from where',
    since: 'created_at',
    only: `(address is not null or details <> '{}')`,
    clears: `address = null, details = '{}'`,
  },
  {
    table: 'approvals',
    what: 'numbers a second person was shown, and notes',
    since: 'requested_at',
    only: `(note is not null or details ? 'customer'
            or kind = 'holder_correction' and details ?| '{from,to}')`,
    // Elsewhere these two are limits of a raffle.
    clears: `note = null, details = details - 'customer'
             - case kind when 'holder_correction' then '{from,to}' else '{}' end::text[]`,
  },
  {
    // The item itself stays handled.
    table: 'attention_handled',
    what: 'notes of staff at what they have handled',
    since: 'handled_at',
    only: 'note is not null',
    clears: 'note = null',
  },
  {
    table: 'cash_ups',
    what: 'notes of staff at counts of the till',
    since: 'closed_at',
    only: 'note is not null',
    clears: 'note = null',
  },
  {
    table: 'earlier_cash_ups',
    what: 'notes of staff at counts of the till that were replaced',
    since: 'closed_at',
    only: 'note is not null',
    clears: 'note = null',
  },
]
