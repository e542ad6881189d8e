import { expect, it } from 'vitest'

import { ApiError } from '../http.ts'
import { refusalOf } from './outcome.ts'

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
