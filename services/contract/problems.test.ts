import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { operations } from './operations.ts'
import { problemStatus, statusOf } from './problems.ts'

const root = join(import.meta.dirname, '../..')

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

/** Refusals that no call over HTTP can meet: they guard commands that no route gives. */
const unreachable = new Set([
  'already_registered',
  'already_invited',
  'already_listed',
  'last_owner',
  'already_placed',
  'line_granted',
  // Told to the command that settles, which knows what to do.
  'already_issued',
  'hold_gone',
  'hold_alive',
])

it('gives every refusal of the rules a status', () => {
  const folders = ['events', 'services/http', 'services/commands', 'services/event-store']
  const codes = folders
    .flatMap(sources)
    .flatMap((text) =>
      [...text.matchAll(/new Rejection\(\s*'(\w+)'/g)].map(([, code]) => code ?? ''),
    )
  expect(codes.length).toBeGreaterThan(20)
  const unknown = codes.filter((code) => !Object.hasOwn(problemStatus, code))
  expect(unknown.filter((code) => !unreachable.has(code))).toEqual([])
})

it('takes an unknown code for a conflict with the rules', () => {
  expect(statusOf('something_new')).toBe(409)
  expect(statusOf('toString')).toBe(409)
})

it('names every operation once', () => {
  const names = operations.map(({ name }) => name)
  const calls = operations.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(calls).size).toBe(calls.length)
})
