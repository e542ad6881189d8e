import { SignJWT } from 'jose'
import { expect, it } from 'vitest'

import { sessionTokens } from './session-token.ts'
import type { SessionKey } from './session-token.ts'

const key = (kid: string, fill: number): SessionKey => ({ kid, key: Buffer.alloc(32, fill) })
const issuer = 'https://shop.example'
const now = new Date('2026-11-21T08:00:00.000Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const tokens = sessionTokens([key('new', 1)], issuer)

it('reads what it has signed, for a quarter of an hour', async () => {
  const token = await tokens.sign('s1', 'shop', now)
  expect(await tokens.read(token, 'shop', later(60))).toMatchObject({
    sessionId: 's1',
    isFresh: true,
  })
  expect(await tokens.read(token, 'shop', later(1_000))).toMatchObject({
    sessionId: 's1',
    isFresh: false,
  })
})

it('takes no token of the shop for one of staff, nor of another shop', async () => {
  const token = await tokens.sign('s1', 'shop', now)
  expect(await tokens.read(token, 'admin', now)).toBeNull()
  const other = sessionTokens([key('new', 1)], 'https://other.example')
  expect(await other.read(token, 'shop', now)).toBeNull()
})

it('reads tokens of the older key while it is kept, and none once it is gone', async () => {
  const token = await sessionTokens([key('old', 2)], issuer).sign('s1', 'shop', now)
  const rotated = sessionTokens([key('new', 1), key('old', 2)], issuer)
  expect(await rotated.read(token, 'shop', now)).not.toBeNull()
  expect(await tokens.read(token, 'shop', now)).toBeNull()
})

it('refuses a known kid with another key, other algorithms, types and torn tokens', async () => {
  const forged = await sessionTokens([key('new', 9)], issuer).sign('s1', 'shop', now)
  const seconds = now.getTime() / 1_000
  const sign = (header: { alg: string; typ: string; kid: string }) =>
    new SignJWT({ sid: 's1' })
      .setProtectedHeader(header)
      .setIssuer(issuer)
      .setAudience('qura-shop')
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + 900)
      .sign(Buffer.alloc(64, 1))
  const liars = [
    forged,
    await sign({ alg: 'HS512', typ: 'qura-session+jwt', kid: 'new' }),
    await sign({ alg: 'HS256', typ: 'JWT', kid: 'new' }),
    '',
    'a.b.c',
    `${await tokens.sign('s1', 'shop', now)}x`,
  ]
  for (const token of liars) expect(await tokens.read(token, 'shop', now)).toBeNull()
})
