import { expect, it } from 'vitest'

import { orderReference } from '#services/commands/number-blocks.ts'

import { isNoPerson } from './is-no-person.ts'

it.each(['0f000000-0000-4000-8000-00000000a3a3', 'R-2026-001', 'r-2026-1204', 'QR-7K3M9P'])(
  'lets pass what names no person: %s',
  (words) => expect(isNoPerson(words)).toBe(true),
)

it('lets every reference of an order pass', () => {
  const references = Array.from({ length: 200 }, (_, n) => orderReference(n * 7_919))
  expect(references.filter((reference) => !isNoPerson(reference))).toEqual([])
})

it.each([
  '',
  'Maya Haddad',
  '+96170123456',
  '70 123 456',
  '70123456',
  'maya@example.com',
  'R-70123456',
  'R-2026-001 Maya',
  'QR-70123456',
  'QR-7K3M9P ',
  'Copper Kettle',
])('keeps everything else back: "%s"', (words) => expect(isNoPerson(words)).toBe(false))
