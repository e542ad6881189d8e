// How lists travel to the append functions. Numbers and ids go as array literals, which need no
// quoting; texts are joined by a separator that canonical JSON cannot contain, because it escapes
// all control characters. Both are several times cheaper than quoting each element, on either side.
import { assert } from '#events/kernel/assert.ts'

const SEPARATOR = '\u001e'

export const literal = (items: readonly (string | number)[]): string => `{${items.join(',')}}`

/** At least one text: an empty joined list could not be told from one empty text. */
export function joined(texts: readonly string[]): string {
  const text = texts.join(SEPARATOR)
  assert(texts.length > 0, 'a joined list needs an element')
  assert(separatorsIn(text) === texts.length - 1, 'a text contains the separator U+001E')
  return text
}

function separatorsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf(SEPARATOR); at !== -1; at = text.indexOf(SEPARATOR, at + 1)) count++
  return count
}
