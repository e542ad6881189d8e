import { expect, it } from 'vitest'

import { clientAddress } from './client-address.ts'

const addressOf = (ip: string) => clientAddress({ ip } as Parameters<typeof clientAddress>[0])

it('takes an IPv4 address as it is, also inside IPv6', () => {
  expect(addressOf('203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('203.0.113.7:49152')).toBe('203.0.113.7')
})

it('takes an IPv6 address by its /64', () => {
  expect(addressOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(addressOf('::1')).toBe('0:0:0:0::/64')
})
