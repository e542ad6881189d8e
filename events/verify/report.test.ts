import { describe, expect, it } from 'vitest'

import { exitCodeOf, newJudge, type CheckId } from './report.ts'
import { checkTitle, findingText } from './words.ts'

const checkOf = (judge: ReturnType<typeof newJudge>, id: CheckId) =>
  judge.checks().find((check) => check.id === id)!

describe('a check', () => {
  it('has not been evaluated while nothing was looked at', () =>
    expect(checkOf(newJudge(), 'a')).toEqual({
      id: 'a',
      verdict: 'not_evaluated',
      examined: 0,
      failures: 0,
      findings: [],
      isOptional: false,
    }))

  it('passes when something was looked at and nothing found, whatever is noted', () => {
    const judge = newJudge()
    judge.examined('a')
    judge.examined('a', 4)
    judge.note('a', 'sandbox_trusted')
    expect(checkOf(judge, 'a')).toMatchObject({ verdict: 'pass', examined: 5 })
    expect(checkOf(judge, 'b').examined).toBe(0)
  })

  it('is not whole when a part of it could not be done, and fails above all', () => {
    const judge = newJudge()
    judge.examined('a')
    judge.skip('a', 'no_witnesses')
    expect(checkOf(judge, 'a').verdict).toBe('not_evaluated')
    expect(judge.hasFailed('a')).toBe(false)
    judge.fail('a', 'file_missing', { name: 'x' })
    expect(checkOf(judge, 'a').verdict).toBe('fail')
    expect(judge.hasFailed('a')).toBe(true)
    expect(judge.hasFailed('b')).toBe(false)
  })

  it('lists its first twenty findings and counts the others', () => {
    const judge = newJudge()
    for (let which = 1; which <= 25; which += 1) judge.fail('c', 'other_root', { which })
    const { failures, findings } = checkOf(judge, 'c')
    expect([failures, findings.length]).toEqual([25, 20])
    expect(findings.at(-1)).toEqual({ kind: 'fail', code: 'other_root', values: { which: 20 } })
  })

  it('says each failure, but the same note and the same gap once', () => {
    const judge = newJudge()
    const say = () => {
      judge.fail('d', 'other_root')
      judge.skip('d', 'no_witnesses')
      judge.note('d', 'no_witnesses')
      judge.note('d', 'erased')
    }
    say()
    say()
    expect(checkOf(judge, 'd').findings.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      'fail other_root',
      'skip no_witnesses',
      'note no_witnesses',
      'note erased',
      'fail other_root',
    ])
  })
})

it('ends with 1 for a failure, 2 for a gap, and 0 where only the optional is open', () => {
  const all = () => {
    const judge = newJudge()
    for (const { id } of judge.checks()) if (id !== 'p') judge.examined(id)
    return judge
  }
  expect(exitCodeOf(all().checks())).toBe(2)
  const judge = all()
  judge.optional('p')
  expect(exitCodeOf(judge.checks())).toBe(0)
  judge.fail('a', 'file_missing')
  expect(exitCodeOf(judge.checks())).toBe(1)
})

it('is told in each language, and a code without words as it is', () => {
  const finding = { kind: 'fail', code: 'file_missing', values: { name: 'x.txt' } } as const
  const texts = (['ar', 'en', 'fr'] as const).map((language) => findingText(finding, language))
  expect(new Set(texts).size).toBe(3)
  for (const text of texts) expect(text).toContain('x.txt')
  expect(findingText({ ...finding, code: 'unheard' }, 'en')).toBe('unheard')
  expect(findingText({ ...finding, code: 'constructor' }, 'fr')).toBe('constructor')
  expect(new Set((['ar', 'en', 'fr'] as const).map((one) => checkTitle('a', one))).size).toBe(3)
})
