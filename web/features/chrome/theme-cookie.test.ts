import { expect, it } from 'vitest'

import { themeCookie } from './theme-cookie.ts'

it('is bound to this host over https, and goes back and forth over http', () => {
  expect(themeCookie('dark', true)).toBe(
    '__Host-qura_theme=dark; path=/; max-age=31536000; samesite=lax; secure',
  )
  expect(themeCookie('light', false)).toBe(
    'qura_theme=light; path=/; max-age=31536000; samesite=lax',
  )
})
