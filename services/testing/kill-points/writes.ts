// What the scenarios should be killed at, by the sources: every statement that writes, in whichever
// file of commands, store and workers their acts can come to. At a call that only reads nobody
// needs to die: it leaves behind what the call before it has left. What a projection writes is one
// commit with `move checkpoints`. A name that is put together, or handed in, is not found.
import { firstWords } from '../../io/database.ts'
import type { HouseFile } from '../house.ts'
import { findImports, resolveImport } from '../imports.ts'

/** The acts, and what the core hands them. */
const beginnings = [
  'services/testing/kill-points/scenarios.ts',
  'services/commands/order-desk.ts',
  'services/commands/payment-watch.ts',
  'services/event-store/store.ts',
]
const rooms = /^services\/(commands|event-store|workers)\//

/** As the acts call them through `io()`: with their name, or else their first words. */
export function reachedWrites(house: readonly HouseFile[]): string[] {
  const isWriting = writing(house)
  const found = reachedFiles(house).flatMap(({ text }) => statementsIn(text))
  return [...new Set(found.filter(isWriting).map(({ name }) => `sql ${name}`))]
}

function reachedFiles(house: readonly HouseFile[]): HouseFile[] {
  const files = new Map(house.map((file) => [file.path, file]))
  const reached = new Set<HouseFile>()
  const ahead = [...beginnings]
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    const file = files.get(path)
    if (file === undefined || reached.has(file)) continue
    reached.add(file)
    for (const { from, isType } of findImports(file.text)) {
      const to = resolveImport(path, from)
      if (!isType && rooms.test(to)) ahead.push(to)
    }
  }
  return [...reached]
}

type Found = { name: string; text: string }

const literal = "`[^`]*`|'[^'\\n]*'"
/** With its name, and what is said of it in between; or handed over as it is. */
const statement = new RegExp(
  `name: '([^']+)',\\s*(?://[^\\n]*\\s*)*text:\\s*(${literal}|[^\\n]*)` +
    `|\\.query(?:<[^(]*>)?\\(\\s*(${literal})`,
  'g',
)

const statementsIn = (source: string): Found[] =>
  [...source.matchAll(statement)].map(([, name, named, bare = '']) => ({
    name: name ?? firstWords(bare.slice(1, -1)),
    text: named ?? bare,
  }))

const functionFile = /^migrations\/functions\/(\w+)\.sql$/

/** Also one whose text is put together elsewhere, since it may. */
function writing(house: readonly HouseFile[]): (found: Found) => boolean {
  const functions = house.flatMap(({ path }) => functionFile.exec(path)?.[1] ?? [])
  const calls = new RegExp(`\\b(${functions.join('|')})\\(`)
  return ({ text }) => {
    const words = text.replace(/\bfor (no key )?update\b/g, '')
    return (
      !/^[`']/.test(text) ||
      /\b(insert into|update|delete from|truncate)\b/.test(words) ||
      calls.test(words)
    )
  }
}
