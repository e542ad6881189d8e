import { expect, it } from 'vitest'

import { codeText } from './sign-in-texts.ts'

// GSM 03.38 with what English and French need of it: one text of 160, else of 70 as UCS-2.
const GSM_7 = /^[\w\s@£$¥èéùìòÇÅåÄäÖöÑñÜüàß!"#¤%&'()*+,\-./:;<=>?¡¿§]*$/

it.each(['en', 'fr'] as const)('sends a code in one text in %s', (language) => {
  const text = codeText('123456', language)
  expect(text).toMatch(GSM_7)
  expect(text.length).toBeLessThanOrEqual(160)
})

it('sends a code in one text in Arabic', () => {
  const text = codeText('123456', 'ar')
  expect(text).toContain('123456')
  expect(text.length).toBeLessThanOrEqual(70)
})
