import { assert as check, integer, property } from 'fast-check'
import { expect, it } from 'vitest'

import { centsToWire, wireToCents } from './amounts.ts'
import { plainDescription } from './plain-text.ts'
import { allowedRedirect } from './redirect-hosts.ts'

it('reads back every amount it writes', () =>
  check(
    property(integer({ min: 0, max: 10_000_000_000_00 }), (cents) => {
      expect(wireToCents(centsToWire(cents))).toBe(cents)
      expect(wireToCents(cents / 100)).toBe(cents)
    }),
  ))

it.each([
  ['25.00', 2500],
  ['25', 2500],
  ['25.5', 2550],
  [25.1, 2510],
  ['0.01', 1],
  ['25.000', 2500],
])('reads %s as %i cents', (amount, cents) => expect(wireToCents(amount)).toBe(cents))

it.each(['25.001', '-25.00', '25,00', '1e3', '', ' 25.00', 'NaN', null, undefined, {}, 1e21])(
  'reads no amount from %j',
  (amount) => expect(wireToCents(amount)).toBeNull(),
)

it.each([
  ['Order 1A2B3C4D', 'Order 1A2B3C4D'],
  ['Café – table №5 🎁', 'Cafe table No5'],
  ['طلب', 'Order 100000000123'],
  ['🎉', 'Order 100000000123'],
  ['a-b_c', 'a b c'],
])('describes %j as %j', (text, plain) =>
  expect(plainDescription(text, 'Order 100000000123')).toBe(plain),
)

const hosts = { suffix: '.whish.money', exact: ['127.0.0.1:3001'] }

it.each([
  ['https://whish.money/pay/8abc123', 'https://whish.money/pay/8abc123'],
  ['https://ae.sandbox.whish.money/x', 'https://ae.sandbox.whish.money/x'],
  ['whish.money/pay/8abc123', 'https://whish.money/pay/8abc123'],
  ['http://127.0.0.1:3001/whish/pay/a', 'http://127.0.0.1:3001/whish/pay/a'],
])('sends the browser to %s', (address, allowed) =>
  expect(allowedRedirect(address, hosts)).toBe(allowed),
)

it.each([
  'http://whish.money/pay/1',
  'https://whish.money.evil.example/pay/1',
  'https://evilwhish.money/pay/1',
  'https://whish.money@evil.example/',
  'https://user:pass@whish.money/',
  'https://whish.money:8443/pay',
  'https://127.0.0.1:3002/whish/pay/a',
  '//evil.example/pay',
  'javascript:alert(1)',
  '',
  null,
])('never sends it to %j', (address) => expect(allowedRedirect(address, hosts)).toBeNull())
