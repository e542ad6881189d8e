// All that a span may say. Traces leave the machine and are read by people who have no business
// with buyers: so what is not listed here is not said, and what is listed must look like a word of
// ours or like a number. A value that does not is left out, whoever handed it in.
export type SpanWord = string | number

/** A word of ours never holds as many digits in a row as the end of a phone. */
const word = /^(?!.*\d{4})[A-Za-z][\w :./{}-]{0,79}$/

const spanWords = {
  'http.request.method': /^[A-Z]{3,10}$/,
  /** The pattern of the contract, `/api/orders/{id}`: never the path as it was asked. */
  'http.route': /^(?!.*\d{4})\/[\w./{}-]{0,99}$/,
  'http.response.status_code': 'number',
  'db.system.name': word,
  /** SQLSTATE. */
  'db.response.status_code': /^[0-9A-Z]{5}$/,
  /** A refusal's code, a SQLSTATE, or the class of an error; never its message. */
  'error.type': /^(?!.*\d{6})\w{1,60}$/,
  'qura.log': word,
  'qura.projection': word,
  'qura.reactor': word,
  /** How many facts, rows or callers it was about. */
  'qura.facts': 'number',
  'qura.batch': 'number',
  'qura.purpose': word,
  'qura.outcome': word,
  'qura.tries': 'number',
} as const satisfies Record<string, RegExp | 'number'>

export type SpanWords = Partial<Record<keyof typeof spanWords, SpanWord | undefined>>

export const spanWordNames: ReadonlySet<string> = new Set(Object.keys(spanWords))

/** What of it may be said. */
export function allowedWords(words: SpanWords): Record<string, SpanWord> {
  const allowed: Record<string, SpanWord> = {}
  for (const [name, value] of Object.entries(words)) {
    if (!Object.hasOwn(spanWords, name) || value === undefined) continue
    const shape = spanWords[name as keyof typeof spanWords] // hasOwn has just said so
    if (fits(shape, value)) allowed[name] = value
  }
  return allowed
}

const fits = (shape: RegExp | 'number', value: SpanWord) =>
  shape === 'number'
    ? typeof value === 'number' && Number.isFinite(value)
    : typeof value === 'string' && shape.test(value)

/** A span's name is a word of ours as well. */
export const allowedName = (name: string): string => (word.test(name) ? name : 'other')

export type IoSpan = { name: string; kind: 'client' | 'internal'; words: SpanWords }

const NAMES_MAX = 2_000
const known = new Map<string, IoSpan>()

/** Of a call through one of the doors, by the name it has in `io(name, …)`. */
export function spanOfIo(name: string): IoSpan {
  const found = known.get(name)
  if (found !== undefined) return found
  const span = readIoName(name)
  if (known.size < NAMES_MAX) known.set(name, span)
  return span
}

function readIoName(name: string): IoSpan {
  const at = name.indexOf(' ')
  const [door, rest] = at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)]
  if (door === 'sql')
    return {
      name: `sql ${statementName(rest)}`,
      kind: 'client',
      words: { 'db.system.name': 'postgresql' },
    }
  const kind = door === 'http' ? 'client' : 'internal'
  return { name: allowedName(name), kind, words: {} }
}

/** First words of statements, which stand where a statement has no name. */
const verbs = new Set(
  (
    'alter analyze begin call commit copy create delete do drop explain grant insert listen lock ' +
    'merge notify refresh release reset revoke rollback savepoint select set show table truncate ' +
    'unlisten update vacuum values with'
  ).split(' '),
)

/** The name a statement was given; of one without a name its verb, since values may stand in it. */
function statementName(text: string): string {
  const first = /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? ''
  if (verbs.has(first)) return first
  // The names of a read model's statements carry the number of its build.
  const named = text.replace(/\d+/g, '#')
  return /^[a-z][\w #-]{0,60}$/i.test(named) ? named.replaceAll('#', 'N') : 'other'
}
