// What a migration may do while the version before it still serves customers. Each breach names the
// file, what stops whom, and the way that stops nobody. A file that knows better says so itself:
// `-- allowed: <rule>: <reason>`.
import { assert } from '#events/kernel/assert.ts'

export type Migration = { name: string; text: string }

/** Tables that grow with every sale or sign-in; those of read models grow too. */
export const largeTables = [
  'audit_details',
  'checkpoints',
  'commands',
  'cosignatures',
  'emails',
  'events',
  'issues',
  'ledger_tiles',
  'manual_payments',
  'messages',
  'order_contacts',
  'order_openings',
  'payment_attempts',
  'people',
  'provider_callbacks',
  'purchases',
  'sessions',
  'sign_in_codes',
  'streams',
  'tracked_purchases',
] as const

const factTables = new Set(['commands', 'events', 'issues', 'logs', 'streams'])

const isLarge = (table: string) =>
  (largeTables as readonly string[]).includes(table) || /_v\d+_\d+$/.test(table)

type Statement = { sql: string; table: string; isNew: boolean }

type Rule = {
  name: string
  pattern: RegExp
  /** Left out: every statement that fits the pattern. */
  applies?: (statement: Statement) => boolean
  message: string
}

const onOld = ({ isNew }: Statement) => !isNew

const rules: readonly Rule[] = [
  {
    name: 'transaction',
    pattern: /^(begin|commit|rollback|start transaction)\b/,
    message: 'a file is one transaction already, and the record of it is part of it',
  },
  {
    name: 'concurrently',
    pattern: /\bconcurrently\b/,
    message: 'cannot run inside the transaction of a file: see docs/operate.md',
  },
  {
    name: 'trigger',
    pattern: /^create (or replace )?(constraint )?trigger\b/,
    message: 'no triggers: a cluster refuses them on distributed tables',
  },
  {
    name: 'fact',
    pattern: /^(update|delete from|truncate|drop table|alter table .*\bdrop column\b)/,
    applies: ({ table }) => factTables.has(table),
    message: 'facts are never changed: give the new shape a new version and an upcaster',
  },
  {
    name: 'large-index',
    pattern: /^create (unique )?index\b/,
    applies: ({ table, isNew }) => !isNew && isLarge(table),
    message: 'stops every write to a large table while it is built: build it beforehand',
  },
  {
    name: 'contract',
    pattern: /^drop (table|view|function|type|sequence)|\bdrop column\b|\brename\b/,
    applies: onOld,
    message: 'the version before this one still uses it: take it away one release later',
  },
  {
    name: 'type',
    pattern: /\balter column \w+ (set data )?type\b/,
    applies: onOld,
    message: 'rewrites the table and breaks older code: add a column, fill it, then switch',
  },
  {
    name: 'not-null',
    pattern: /\bset not null\b|\badd column (?!.*\b(default|generated)\b).*\bnot null\b/,
    applies: onOld,
    message: 'older code does not fill it in: a default, or null until a release later',
  },
  {
    name: 'rewrite',
    pattern:
      /\badd column .*(\bgenerated\b.*\bstored\b|\bdefault [\w.]+\(|\bserial\b|\bidentity\b)/,
    applies: onOld,
    message: 'rewrites every row behind a lock: add it empty and fill it in batches',
  },
  {
    name: 'validated',
    pattern: /\badd constraint\b(?!.*\bnot valid\b)(?!.*\busing index\b)/,
    applies: onOld,
    message: 'reads the whole table behind a lock: `not valid`, and `validate` in a later file',
  },
  {
    name: 'backfill',
    pattern: /^(update|delete from)\b/,
    applies: ({ table, isNew }) => !isNew && !factTables.has(table),
    message: 'locks the rows until the end: fill them in batches, from a command or a sweep',
  },
  {
    name: 'lock',
    pattern: /^(truncate|cluster|vacuum full|lock table|reindex)\b/,
    applies: ({ table }) => !factTables.has(table),
    message: 'nobody else reaches the table meanwhile',
  },
]

/** `long` is refused where it is applied: no statement of a file may take five seconds. */
export const ruleNames = ['header', 'long', 'needs', ...rules.map(({ name }) => name)]

export function migrationBreaches({ name, text }: Migration): string[] {
  const allowed = allowances(text)
  const header = saysAboutOlderCode(text)
    ? []
    : [`${name}: header: its first comment must say whether older code still runs on it`]
  const needs = saysWhatItNeeds(text, allowed.has('contract'))
    ? []
    : [`${name}: needs: \`-- needs 0041: <why>\` says which programs still run on what it leaves`]
  const found = statementsOf(text).flatMap((statement) =>
    rules
      .filter(({ pattern }) => pattern.test(statement.sql))
      .filter(({ applies = () => true }) => applies(statement))
      .filter((rule) => !allowed.has(rule.name))
      .map((rule) => `${name}: ${rule.name}: ${shown(statement)}: ${rule.message}`),
  )
  return [...header, ...needs, ...found]
}

function allowances(text: string): ReadonlySet<string> {
  const lines = [...text.matchAll(/^-- allowed: (\S+): (.*)$/gm)]
  for (const [line, name = '', reason = ''] of lines)
    assert(ruleNames.includes(name) && reason.length >= 10, `no rule or no reason: ${line}`)
  return new Set(lines.map(([, name = '']) => name))
}

function saysAboutOlderCode(text: string): boolean {
  const [header = ''] = /^(--.*\n)+/.exec(text) ?? []
  return /\bolder code\b/i.test(header.replaceAll(/\n--/g, '').replaceAll(/\s+/g, ' '))
}

/** It is recorded with the file, for programs that do not have it (`migration-ledger.ts`). */
function saysWhatItNeeds(text: string, takesAway: boolean): boolean {
  const lines = text.match(/^-- needs .*$/gim) ?? []
  if (lines.length === 0) return !takesAway
  return lines.length === 1 && /^-- needs \d{4}: .{10}/.test(lines[0])
}

const shown = ({ sql }: Statement) => (sql.length > 60 ? `${sql.slice(0, 60)}…` : sql)

/** Without comments and the insides of texts and functions, in lower case, on one line each. */
function statementsOf(text: string): Statement[] {
  const bare = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const made = new Set([...bare.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(at1))
  return bare
    .split(';')
    .map((sql) => sql.replaceAll(/\s+/g, ' ').trim())
    .filter((sql) => sql !== '')
    .map((sql) => ({ sql, table: tableOf(sql), isNew: made.has(tableOf(sql)) }))
}

const at1 = (match: RegExpExecArray) => match[1] ?? ''

const verbs = 'alter table|update|delete from|truncate(?: table)?|drop table|lock table'
const named = new RegExp(`^(?:${verbs})(?: if exists)?(?: only)? (\\w+)`)
const indexed = /^create (?:unique )?index .*?\bon (\w+)/

const tableOf = (sql: string) => (named.exec(sql) ?? indexed.exec(sql))?.[1] ?? ''
