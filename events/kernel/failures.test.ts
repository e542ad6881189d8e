import { expect, it } from 'vitest'

import { assert, AssertionFailure, unreachable } from './assert.ts'
import { isPlanted, plantedNow } from './planted.ts'
import { Rejection } from './rejection.ts'

it('tells a bug from a refusal by its name, which logs and alarms read', () => {
  expect(new AssertionFailure('no').name).toBe('AssertionFailure')
  expect(new Rejection('sold_out', 'None is left').name).toBe('Rejection')
  expect(new Rejection('sold_out', 'None is left')).toMatchObject({ code: 'sold_out', details: {} })
})

it('crashes on a broken assumption, in its words, and on nothing else', () => {
  assert(true, 'never')
  expect(() => assert(false, 'the cap is kept')).toThrow(new AssertionFailure('the cap is kept'))
  expect(() => unreachable('odd' as never)).toThrow(new AssertionFailure('unreachable: "odd"'))
})

it('has no planted bug where nobody has planted one', () => {
  expect(isPlanted('float_money')).toBe(false)
  expect(plantedNow()).toBe('')
})
