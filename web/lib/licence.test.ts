import { expect, it } from 'vitest'

import { licenceParts } from './licence.tsx'

const plain = (parts: string[]) => parts.join(' · ').replace(/\u00a0/g, ' ')

it('says who gave a licence and on which day, as far as it was said', () => {
  const given = { licenceAuthority: 'Ministry of Finance', licenceDate: '2026-01-01' }
  expect(plain(licenceParts(given, 'en'))).toBe('Ministry of Finance · 1 Jan 2026')
  expect(licenceParts({ ...given, licenceDate: null }, 'fr')).toEqual(['Ministry of Finance'])
  expect(licenceParts({ licenceAuthority: null, licenceDate: null }, 'ar')).toEqual([])
})
