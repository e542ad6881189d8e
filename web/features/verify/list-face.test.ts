import { expect, it } from 'vitest'

import { faceOf } from './list-face.ts'

it.each([
  [undefined, false, 'loading'],
  [undefined, true, 'failed'],
  [[], false, 'empty'],
  [['a raffle'], false, 'rows'],
  [['a raffle'], true, 'rows'],
])('of %o, failed: %s, is %s', (rows, hasFailed, face) =>
  expect(faceOf({ rows, hasFailed })).toBe(face),
)
