// The ledger can be spread over machines by `log_id` as long as each statement says of which log it
// speaks: in its condition, its join or its inserted columns. Here the statements are found, in
// code and in functions of the database, and those that do not say it.
import type { HouseFile } from './house.ts'

export type LedgerUse = {
  path: string
  table: string
  /** One line, as it is read here: what stands in parentheses of its own is another statement. */
  statement: string
  namesItsLog: boolean
}

/** Whose primary key begins with the log. Read models are made anew wherever they shall lie. */
export function ledgerTables(schema: string): string[] {
  const tables = schema.matchAll(/create table (?:public\.)?(\w+) \(([^;]*?)\n\);/gi)
  return [...tables].flatMap(([, name = '', body = '']) =>
    /primary key \(log_id\b/i.test(body) && !/_v\d+_\d+$/.test(name) ? [name] : [],
  )
}

export function ledgerUses({ path, text }: HouseFile, tables: ReadonlySet<string>): LedgerUse[] {
  const statements = path.endsWith('.sql') ? ofFunctions(text) : ofCode(text)
  return statements.flatMap(partsOf).flatMap((statement) => {
    const logs = bindings(statement)
    return mentions(statement)
      .filter(({ table }) => tables.has(table))
      .map(({ table, alias, columns }) => ({
        path,
        table,
        statement,
        namesItsLog: columns === null ? logs(alias) : /(?<![.\w])log_id\b/.test(columns),
      }))
  })
}

const verbs = /\b(select|insert|update|delete|from|join)\b/

function ofFunctions(text: string): string[] {
  const bodies = [...bare(text).matchAll(/(\$\w*\$)(.*?)\1/g)].map(([, , body = '']) => body)
  return bodies.flatMap((body) => body.split(';')).filter((statement) => verbs.test(statement))
}

/** Texts in quotes that hold a statement, or a part of one. */
function ofCode(text: string): string[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/`((?:\\[^]|[^`\\])*)`|'((?:\\.|[^'\\\n])*)'/g)]
    .map(([, long, short = '']) => bare((long ?? short).replaceAll(/\$\{[^}]*\}/g, 'given')))
    .filter((statement) => verbs.test(statement))
}

/** Without comments and the insides of texts, on one line, no schema before a name. */
const bare = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .replaceAll('public.', '')
    .trim()

/** A statement and those inside it, each by itself: what stood in parentheses is left as `(…)`. */
function partsOf(sql: string): string[] {
  const parts: string[] = []
  const open = ['']
  for (const sign of sql) {
    if (sign === '(') open.push('')
    else if (sign === ')' && open.length > 1) {
      const inner = open.pop() ?? ''
      const isStatement = /^\s*(with|select|insert|update|delete)\b/.test(inner)
      if (isStatement) parts.push(inner)
      open.push(`${open.pop() ?? ''}(${isStatement ? '…' : inner})`)
    } else open.push((open.pop() ?? '') + sign)
  }
  return [...parts, ...open].flatMap((part) => part.trim().split(/ ?\bunion(?: all)?\b ?/))
}

type Mention = { table: string; alias: string; columns: string | null }

const ending = /\b(?:where|group by|order by|limit|for|returning|set|having|on conflict)\b/

function mentions(statement: string): Mention[] {
  const inserted = statement.matchAll(/\binsert into (\w+)(?: as \w+)?(?: ?\(([^()]*)\))?/g)
  const updated = statement.matchAll(/(?<!\b(?:do|for) )\bupdate (\w+)(?: as (\w+))?/g)
  const clauses = statement.matchAll(/\bfrom\b(.*?)(?=\bfrom\b|$)/g)
  const listed = [...clauses].flatMap(([, clause = '']) =>
    (clause.split(ending)[0] ?? '')
      .split(/,|\bjoin\b/)
      .map((item) => /^ ?(?:only |lateral )?(\w+)(?![\w.]| ?\()(?: as (\w+))?/.exec(item)),
  )
  return [
    ...[...inserted].map(([, table = '', columns = '']) => ({ table, alias: table, columns })),
    ...[...updated, ...listed.filter((found) => found !== null)].map(
      ([, table = '', alias = table]) => ({ table, alias, columns: null }),
    ),
  ]
}

const afterwards = /\b(?:(?:group|order) by|returning|on conflict)\b/

/** Whether a table of this alias is bound to a log: by what is joined, or by a condition. */
function bindings(statement: string): (alias: string) => boolean {
  const clauses = statement.matchAll(/\b(?:where|on(?! conflict)|using)\b(.*?)(?=\bwhere\b|$)/g)
  const conditions = [...clauses].map(([, clause = '']) => clause.split(afterwards)[0]).join(' ')
  const isNamedAlone = /(?<![.\w])log_id\b/.test(conditions)
  return (alias) => isNamedAlone || new RegExp(`\\b${alias}\\.log_id\\b`).test(conditions)
}
