import { expect, it } from 'vitest'

import { base32, codeAt, keyUri, matchingStep, stepAt } from './totp.ts'

/** RFC 6238, appendix B (SHA-1) and RFC 4226, appendix D: their secret is this very text. */
const secret = Buffer.from('12345678901234567890')

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('gives the code of RFC 6238 at %d s', (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1_000)), 8)).toBe(code)
})

it('gives the codes of RFC 4226 for the first counters', () => {
  const codes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => codeAt(secret, step))
  expect(codes.join(' ')).toBe(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489',
  )
})

const now = new Date('2026-03-01T10:00:10.000Z')
const step = stepAt(now)
const match = (code: string, lastStep = 0) => matchingStep(secret, { code, now, lastStep })

it('takes the code of now, of the step before and of the one after, and no other', () => {
  for (const drift of [-1, 0, 1]) expect(match(codeAt(secret, step + drift))).toBe(step + drift)
  for (const drift of [-2, 2]) expect(match(codeAt(secret, step + drift))).toBeNull()
  for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) expect(match(code)).toBeNull()
})

it('takes no code twice, nor one before the last', () => {
  expect(match(codeAt(secret, step), step)).toBeNull()
  expect(match(codeAt(secret, step - 1), step)).toBeNull()
  expect(match(codeAt(secret, step + 1), step)).toBe(step + 1)
})

it('writes base32 as RFC 4648 does', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']
  expect(texts.map((text) => base32(Buffer.from(text)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
})

it('says in the QR code whose secret it is', () =>
  expect(keyUri({ issuer: 'Qura & Co', account: 'ann@shop.example', secret })).toBe(
    'otpauth://totp/Qura%20%26%20Co:ann%40shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
      '&issuer=Qura%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  ))
