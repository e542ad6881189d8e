import { expect, it } from 'vitest'

import { ApiError } from '../http.ts'
import { forgetRefusal, refusalOf } from './outcome.ts'

const refused = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ error: 'Why it was refused.', code }))

it.each([
  [503, 'busy'],
  [429, 'too_many_requests'],
  [409, 'several_found'],
  [409, 'no_invoice'],
])('a list says why it was refused: %i %s', (status, code) =>
  expect(refusalOf(refused(status, code))).toBe('Why it was refused.'),
)

it.each([refused(500, 'internal'), refused(404, 'not_found'), new TypeError('Failed to fetch')])(
  'a list that just failed has words of its own: %s',
  (error) => expect(refusalOf(error)).toBeNull(),
)

it.each([
  ['a refusal is forgotten', refused(400, 'invalid_request'), 1],
  ['so is a call that just failed', new TypeError('Failed to fetch'), 1],
  ['a conflict is not: what is typed does not end it', refused(409, 'edit_conflict'), 0],
  ['nor is a call that runs, whose answer is still to be heard', null, 0],
] as const)('once the form is mended, %s', (_what, error, times) => {
  let resets = 0
  forgetRefusal({ error, reset: () => (resets += 1) })
  expect(resets).toBe(times)
})
