import { expect, it } from 'vitest'

import { deviceName } from './device-name.ts'

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
    'Chrome, Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/150 Safari/537.36 Edg/150.0', 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (Android 16; Mobile) Firefox/150.0', 'Firefox, Android'],
  ['curl/8.1', 'curl/8.1'],
])('tells %s as %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))

it('says nothing of what says nothing', () => {
  expect(deviceName(null)).toBeNull()
  expect(deviceName('')).toBeNull()
})
