// What a migration may do while the version before it still serves customers. Each breach names the
// file, what stops whom, and the way that stops nobody. A file that knows better says so itself:
// `-- allowed: <rule>: <reason>`.
import { assert } from '#events/kernel/assert.ts'

export type Migration = { name: string; text: string }

/**
 * Tables that stay small however much is sold: a few rows for each product, raffle, refund, member
 * of staff or day. Every other one counts as large, so that a new table is one until somebody says
 * otherwise.
 */
export const smallTables = [
  'approvals',
  'attention_handled',
  'audit_papers',
  'cash_ups',
  'draw_claims',
  'draw_contacts',
  'draw_readings',
  'draw_releases',
  'draw_seals',
  'draw_sessions',
  'draw_sign_offs',
  'earlier_cash_ups',
  'exchange_rates',
  'installation',
  'ledger_trees',
  'logs',
  'migrations',
  'operator_seeds',
  'projection_builds',
  'projections',
  'raffle_halts',
  'raffle_products',
  'raffle_state',
  'reactors',
  'refund_payments',
  'refund_references',
  'settlement_statements',
  'skus',
  'staff_challenges',
  'staff_invitations',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_totp',
  'tax_rates',
  'unfinished_restores',
  'variant_stock',
  'verifier_programs',
] as const

const factTables = new Set(['commands', 'events', 'issues', 'logs', 'streams'])

const isLarge = (table: string) => !(smallTables as readonly string[]).includes(table)

type Statement = { sql: string; table: string; isNew: boolean }

type Rule = {
  name: string
  pattern: RegExp
  /** Left out: every statement that fits the pattern. */
  applies?: (statement: Statement) => boolean
  message: string
}

const onOld = ({ isNew }: Statement) => !isNew

/** What is held against every row that is there, unless it says when it is. */
const CHECKED = '(check|unique|references|foreign key|primary key|exclude)\\b'
const UNCHECKED = '(?!.*\\bnot valid\\b)(?!.*\\busing index\\b)'

const ALTERED = '^alter table (?:if exists )?(?:only )?\\S+ '
/** `column` may be left out: whatever else can be added or dropped says what it is. */
const COLUMN = '(?:column )?(?!(?:constraint|check|unique|primary|foreign|exclude)\\b)'
const DROPPED = `${ALTERED}drop ${COLUMN}`
const ADDED = `${ALTERED}add ${COLUMN}`

/** Of a new column. What stands in parentheses may be anything. */
const COMPUTED =
  'generated\\b.*\\bstored\\b|default ([\\w.]+ ?)?\\(|(big|small)?serial[248]?\\b|identity\\b'

const WRITTEN = '(?:update|delete from|merge into)\\b'

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
    pattern: new RegExp(`^(${WRITTEN}|truncate|drop table)|${DROPPED}`),
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
    pattern: new RegExp(`^drop (table|view|function|type|sequence)|${DROPPED}|\\brename\\b`),
    applies: onOld,
    message: 'the version before this one still uses it: take it away one release later',
  },
  {
    name: 'type',
    pattern: new RegExp(`${ALTERED}alter (column )?(?!column )\\S+ (set data )?type\\b`),
    applies: onOld,
    message: 'rewrites the table and breaks older code: add a column, fill it, then switch',
  },
  {
    name: 'not-null',
    pattern: new RegExp(
      `\\bset not null\\b|${ADDED}(?!.*\\b(default|generated)\\b).*\\bnot null\\b`,
    ),
    applies: onOld,
    message: 'older code does not fill it in: a default, or null until a release later',
  },
  {
    name: 'rewrite',
    pattern: new RegExp(`${ADDED}.*\\b(${COMPUTED})`),
    applies: onOld,
    message: 'rewrites every row behind a lock: add it empty and fill it in batches',
  },
  {
    name: 'validated',
    pattern: new RegExp(
      `${ALTERED}add (constraint \\S+ )?${CHECKED}${UNCHECKED}|${ADDED}.*\\b${CHECKED}${UNCHECKED}`,
    ),
    applies: onOld,
    message: 'reads the whole table behind a lock: `not valid`, and `validate` in a later file',
  },
  {
    name: 'backfill',
    pattern: new RegExp(`^${WRITTEN}`),
    applies: ({ table, isNew }) => !isNew && !factTables.has(table),
    message: 'locks the rows until the end: fill them in batches, from a command or a sweep',
  },
  {
    name: 'lock',
    pattern: /^(truncate|cluster|vacuum full|lock|reindex)\b/,
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

/**
 * Without comments and the insides of texts and functions, in lower case, on one line each. What a
 * `do` block does is done by the file: its statements count, those it puts together as texts too.
 */
function statementsOf(text: string): Statement[] {
  const code = text.replaceAll(/--.*$/gm, '')
  const blocks = [...code.matchAll(/\bdo\s+(\$\w*\$)([\s\S]*?)\1/gi)].map(([, , body = '']) => body)
  const bare = bareOf(code)
  const made = new Set([...bare.matchAll(created)].map(at1))
  return [...bare.split(';'), ...blocks.flatMap(stepsOf)]
    .map((sql) => sql.replaceAll(/\s+/g, ' ').trim())
    .filter((sql) => sql !== '')
    .flatMap((sql) => [...actionsOf(sql), ...writtenWithin(sql)])
    .map((sql) => ({ sql, table: tableOf(sql), isNew: made.has(tableOf(sql)) }))
}

const bareOf = (code: string) =>
  code
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()

/** Of PL/pgSQL the statements, wherever they begin; and what it executes, word for word. */
function stepsOf(body: string): string[] {
  const executed = [...body.matchAll(/'((?:[^']|'')*)'/g)].map(at1)
  const own = bareOf(body).split(/;|\b(?:begin|then|else|loop)\b/)
  return [...own, ...executed.flatMap((sql) => bareOf(sql.replaceAll("''", "'")).split(';'))]
}

/** `alter table` may do several things at once: each is judged by itself. */
function actionsOf(sql: string): string[] {
  const [table] = new RegExp(ALTERED).exec(sql) ?? []
  if (table === undefined) return [sql]
  const actions: string[] = []
  let depth = 0
  let first = table.length
  for (let place = first; place < sql.length; place++) {
    if (sql[place] === '(') depth += 1
    if (sql[place] === ')') depth -= 1
    if (sql[place] !== ',' || depth > 0) continue
    actions.push(sql.slice(first, place))
    first = place + 1
  }
  return [...actions, sql.slice(first)].map((action) => `${table}${action.trim()}`)
}

/** After `with`, or in a loop: what is written inside of a statement is written all the same. */
function writtenWithin(sql: string): string[] {
  // Here the words are of rights, of references and of what a trigger waits for.
  if (/^(alter|comment|create|drop|grant|revoke)\b/.test(sql)) return []
  return sql.split(new RegExp(`(?=(?<!\\b(?:do|for|key|on|then) )\\b${WRITTEN})`)).slice(1)
}

const at1 = (match: RegExpExecArray) => match[1] ?? ''

const NAME = '(?:"?public"?\\.)?"?(\\w+)'
const verbs =
  'alter table|update|delete from|merge into|truncate(?: table)?|drop table|lock(?: table)?'
const named = new RegExp(`^(?:${verbs})(?: if exists)?(?: only)? ${NAME}`)
const indexed = new RegExp(`^create (?:unique )?index .*?\\bon (?:only )?${NAME}`)
const created = new RegExp(`\\bcreate table (?:if not exists )?${NAME}`, 'g')

const tableOf = (sql: string) => (named.exec(sql) ?? indexed.exec(sql))?.[1] ?? ''
