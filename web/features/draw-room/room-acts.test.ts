import { expect, it } from 'vitest'

import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { forfeitReasonsFor } from './room-acts.ts'

/** Only what is asked for here. */
const roomOf = (isIdentityChecked: boolean) =>
  ({ holder: { isIdentityChecked } }) as unknown as DrawRoom

it('offers no prize as unclaimed whose winner has come', () => {
  expect(forfeitReasonsFor(roomOf(false))).toContain('unclaimed')
  expect(forfeitReasonsFor(roomOf(true))).toEqual(['declined', 'not_eligible', 'refunded'])
})
