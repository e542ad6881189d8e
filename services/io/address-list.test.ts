import { expect, it } from 'vitest'

import { readAddressList } from './address-list.ts'

it('knows its addresses and networks, in both families', () => {
  const list = readAddressList(['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'])
  const known = ['203.0.113.7', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1']
  expect(known.filter((address) => list?.has(address) !== true)).toEqual([])
  const others = ['203.0.113.8', '11.0.0.1', '2001:db9::1', 'unknown', '']
  expect(others.filter((address) => list?.has(address) === true)).toEqual([])
})

it.each(['office', '10.0.0.0/33', '10.0.0.0/x', '10.0.0/8', '1.2.3.4/8/9', ''])(
  'does not take %j for an address',
  (entry) => expect(readAddressList([entry])).toBeNull(),
)
