import { randomBytes } from 'node:crypto'

import { expect, it } from 'vitest'

import { open, seal } from './sealed-totp.ts'

const key = randomBytes(32)
const secret = randomBytes(20)
const [rana, hadi] = [
  '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e5f',
  '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e60',
]

it('opens for its own person, under its own key', () => {
  const sealed = seal(key, rana, secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(open(key, rana, sealed)).toEqual(secret)
})

it('does not open as another person’s, nor under another key', () => {
  const sealed = seal(key, rana, secret)
  expect(() => open(key, hadi, sealed)).toThrow(/authenticate/)
  expect(() => open(randomBytes(32), rana, sealed)).toThrow(/authenticate/)
})

it('does not open when any part of it was changed, and is never the same twice', () => {
  const sealed = seal(key, rana, secret)
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => open(key, rana, changed)).toThrow(/authenticate/)
  }
  expect(seal(key, rana, secret)).not.toEqual(sealed)
})
