// Reads the imports of a file without running or compiling it.
import { posix } from 'node:path'

export type Import = {
  from: string
  /** From 1. */
  line: number
  /** Gone when the types are stripped. */
  isType: boolean
  /** By `import()`: not with the file, but when it is asked for. */
  isLate: boolean
}

const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?'([^'\n]+)'|\bimport\('([^'\n]+)'\)/g

export function findImports(text: string): Import[] {
  return [...text.matchAll(statement)].map((match) => ({
    from: match[3] ?? match[4] ?? '',
    line: text.slice(0, match.index + match[0].length).split('\n').length,
    isType: match[2] !== undefined,
    isLate: match[4] !== undefined,
  }))
}

/** A path from the root of the house, or the name of a package. */
export function resolveImport(importer: string, from: string): string {
  if (from.startsWith('#')) return from.slice(1)
  if (from.startsWith('.')) return posix.join(posix.dirname(importer), from.replace(/\?.*$/, ''))
  return from
}
