import { expect, it } from 'vitest'

import { shownKind } from './shown-kind.ts'

const counts = { total: 2, kinds: [{ kind: 'refund_due' as const, count: 2 }] }

it('shows the kind that was chosen as long as one of it waits', () => {
  expect(shownKind('refund_due', counts)).toBe('refund_due')
  expect(shownKind('', counts)).toBe('')
})

it('shows all that wait once the last of the chosen kind was dealt with', () => {
  expect(shownKind('request', counts)).toBe('')
  expect(shownKind('request', { total: 0, kinds: [] })).toBe('')
})

it('believes the choice until it is counted', () => {
  expect(shownKind('request', undefined)).toBe('request')
})
