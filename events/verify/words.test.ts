import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { checksAr, findingsAr } from './words-ar.ts'
import { checksEn, findingsEn } from './words-en.ts'
import { checksFr, findingsFr } from './words-fr.ts'

const values = new Proxy({}, { get: (_target, name) => `‹${String(name)}›` })
const figures = (text: string) => (text.match(/‹\w+›/g) ?? []).toSorted()
const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !/words|test/.test(name))
  .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
  .join('\n')

it('has words for every code that the verifier writes, and for no others', () => {
  const written = [
    ...sources.matchAll(/(?:fail|skip|note|notYet)\(\s*(?:check|id|'[a-p]'),\s*'([a-z_]+)'/g),
    ...sources.matchAll(/fault: '([a-z_]+)'/g),
  ].map(([, code]) => code)
  expect([...new Set(written)].toSorted()).toEqual(Object.keys(findingsEn).toSorted())
})

describe.each([
  ['ar', checksAr, findingsAr],
  ['fr', checksFr, findingsFr],
] as const)('in %s', (language, checks, findings) => {
  it('has the same sentences with the same figures in them', () => {
    expect(Object.keys(checks)).toEqual(Object.keys(checksEn))
    for (const [code, write] of Object.entries(findings)) {
      const english = findingsEn[code as keyof typeof findingsEn](values)
      expect([code, figures(write(values))]).toEqual([code, figures(english)])
    }
  })

  it('is written in its own script', () => {
    const all = [...Object.values(checks), ...Object.values(findings).map((write) => write(values))]
    const arabic = all.filter((text) => /[\u0600-\u06ff]/.test(text))
    expect(arabic).toHaveLength(language === 'ar' ? all.length : 0)
  })
})
