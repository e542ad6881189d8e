// The token in a session cookie: HS256, 15 minutes, signed by us for us. It says which row of
// `sessions` to look at and nothing else; the row decides. Keys rotate by their `kid`: the first
// one signs, all of them verify, and a kid that is taken out of the list is refused at once.
import { createSecretKey } from 'node:crypto'
import type { webcrypto } from 'node:crypto'

import { errors, jwtVerify, SignJWT } from 'jose'

export type SessionKey = { kid: string; key: Uint8Array }
export type TokenKind = 'shop' | 'admin'

export type SessionTokens = {
  sign: (sessionId: string, kind: TokenKind, now: Date) => Promise<string>
  /** Null for everything that is not a token of ours of this kind, or whose key is gone. */
  read: (token: string, kind: TokenKind, now: Date) => Promise<ReadToken | null>
}

/** `isFresh` false: the signature is right, the 15 minutes are over; the row must be asked. */
export type ReadToken = { sessionId: string; isFresh: boolean; expiresAt: Date }

const LIFE_SECONDS = 15 * 60
const TYPE = 'qura-session+jwt'
const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000)
/** Of a token that is signed now. */
export const tokenEnd = (now: Date): Date => new Date((secondsOf(now) + LIFE_SECONDS) * 1_000)

const audience = (kind: TokenKind) => `qura-${kind}`

export function sessionTokens(keys: readonly SessionKey[], issuer: string): SessionTokens {
  const [current] = keys
  if (current === undefined) throw new Error('there is no key to sign sessions with')
  const byKid = new Map(keys.map(({ kid, key }) => [kid, importKey(key)]))

  function keyOf({ kid }: { kid?: string | undefined }): webcrypto.CryptoKey {
    const key = byKid.get(kid ?? '')
    if (key === undefined) throw new errors.JWSSignatureVerificationFailed()
    return key
  }

  return {
    sign: (sessionId, kind, now) => {
      const seconds = secondsOf(now)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.kid })
        .setIssuer(issuer)
        .setAudience(audience(kind))
        .setIssuedAt(seconds)
        .setNotBefore(seconds)
        .setExpirationTime(seconds + LIFE_SECONDS)
        .sign(keyOf(current))
    },
    async read(token, kind, now) {
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer,
          audience: audience(kind),
          currentDate: now,
          // Two processes of one installation may differ by the clock's resync.
          clockTolerance: 5,
          requiredClaims: ['sid', 'exp', 'nbf', 'iat'],
        })
        return claims(payload, true)
      } catch (error) {
        // jose looks at the signature first, so an expired token is otherwise a good one.
        if (error instanceof errors.JWTExpired) return claims(error.payload, false)
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null
        throw error
      }
    },
  }
}

/** Once: of bytes a key would be made anew at every signature. */
const importKey = (key: Uint8Array): webcrypto.CryptoKey =>
  createSecretKey(key).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

function claims({ sid, exp }: { sid?: unknown; exp?: unknown }, isFresh: boolean) {
  if (typeof sid !== 'string' || typeof exp !== 'number') return null
  return { sessionId: sid, isFresh, expiresAt: new Date(exp * 1_000) }
}
