// A size that is no token of ours is dropped by the browser without a word: a heading for the back
// of a room is as small as its paragraph, and a bar has no height.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { tokens } from './tokens.ts'

const kinds = {
  fontSizes: /^fontSize$/,
  fonts: /^fontFamily$/,
  sizes: /^(width|height|(min|max)[WH]|boxSize)$/,
  spacing: /^([mp][tbsexy]?|gap|(row|column)Gap|top|bottom|inset\w*)$/,
} as const

type Kind = keyof typeof kinds

/** Words of CSS itself, and lengths with their unit. */
const isPlain = (value: string) =>
  value === '0' || value === 'inherit' || /^(clamp|calc|min|max|var)\(|[a-z%]$/.test(value)

it('names only sizes, gaps and letters that the theme has', async () => {
  const missing: string[] = []
  for await (const path of glob('**/*.tsx', { cwd: join(import.meta.dirname, '../..') }))
    missing.push(
      ...missingIn(path, await readFile(join(import.meta.dirname, '../..', path), 'utf8')),
    )
  expect(missing).toEqual([])
})

it('sees what is missing', () => {
  expect(missingIn('a.tsx', `<Box p="14" width="4" m="-4" gap={{ md: '3' }} />`)).toEqual([
    'a.tsx: p 14',
    'a.tsx: width 4',
  ])
  expect(
    missingIn('b.tsx', `<Text fontSize={big ? { md: '9xl' } : 'sm'} fontFamily="mono" />`),
  ).toEqual(['b.tsx: fontSize 9xl', 'b.tsx: fontFamily mono'])
  expect(missingIn('c.tsx', `<rect width="28" /> <Box minH="20px" fontSize="1.5em" />`)).toEqual([])
})

const attribute = /\b(\w+)=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g

function missingIn(path: string, text: string): string[] {
  return [...text.matchAll(attribute)].flatMap(({ 1: name = '', 2: alone, 3: inner, index }) => {
    const kind = kindOf(name)
    if (kind === undefined || isOfHtml(text.slice(0, index))) return []
    // A stack of letters that depends on the language is written out.
    const written = kind === 'fonts' ? '' : (inner ?? '')
    const values = alone === undefined ? quotedIn(written) : [alone]
    return values.filter((value) => !has(kind, value)).map((value) => `${path}: ${name} ${value}`)
  })
}

const kindOf = (name: string) =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].test(name))

/** `<rect width="28">` is in the units of its drawing. */
const isOfHtml = (before: string) => /<[a-z][\w]*[\s][^<]*$/.test(before)

const quotedIn = (code: string) => [...code.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)

function has(kind: Kind, value: string): boolean {
  const name = kind === 'spacing' ? value.replace(/^-/, '') : value
  if (Object.hasOwn(tokens[kind] ?? {}, name)) return true
  if (kind === 'fontSizes') return isPlain(value) && !/^\w*(xl|xs|sm|md|lg)$/.test(value)
  return kind !== 'fonts' && isPlain(value)
}
