import { expect, it } from 'vitest'

import { licenceGiven } from './licence.ts'

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\u00a0/g, ' ')

it('says who gave a licence and on which day, as far as it was said', () => {
  const given = { licenceAuthority: 'Ministry of Finance', licenceDate: '2026-01-01' }
  expect(plain(licenceGiven(given, 'en'))).toBe(' · Ministry of Finance · 1 Jan 2026')
  expect(plain(licenceGiven({ ...given, licenceDate: null }, 'fr'))).toBe(' · Ministry of Finance')
  expect(licenceGiven({ licenceAuthority: null, licenceDate: null }, 'ar')).toBe('')
})
