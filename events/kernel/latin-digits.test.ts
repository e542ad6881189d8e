import { expect, it } from 'vitest'

import { latinDigits } from './latin-digits.ts'

it('reads the digits of Arabic and of Persian, and leaves all other signs as they are', () => {
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(latinDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(latinDigits('+٩٦١ 70-۱٢3 رقم')).toBe('+961 70-123 رقم')
})
