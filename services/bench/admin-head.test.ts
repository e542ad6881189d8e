import { expect, it } from 'vitest'

import { headOf } from './admin-head.ts'
import { format } from './contest.ts'

it('says over its figures how cold they are, and within which limits', () => {
  const own = format(headOf(true))
  expect(own).toMatch(/^admin: PostgreSQL and the service started anew .+, 8 callers\n$/)
  expect(own).toContain('shared buffers were empty (the system may still have had its files')
  expect(own).toContain('strict limits, 12 of the staff')
  expect(format(headOf(false))).toContain('PostgreSQL is not our own and was warm')
})
