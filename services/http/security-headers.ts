// Headers every answer carries (docs/security.md, K52), and the content policy of pages. JSON gets
// the policy that allows nothing; a page replaces it with `pagePolicy` and the hashes of what it
// holds.
import type { RequestHandler } from 'express'

export type HeaderSettings = { isHttps: boolean }

const NOTHING = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const TWO_YEARS_SECONDS = 63_072_000

export function securityHeaders(settings: HeaderSettings): RequestHandler {
  const fixed = headersOfAll(settings)
  return (_request, response, next) => {
    response.set(fixed)
    next()
  }
}

/** Also of those that no step of the application has made (`bare-answer.ts`). */
export const headersOfAll = ({ isHttps }: HeaderSettings): Record<string, string> => ({
  'Content-Security-Policy': NOTHING,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
  ...(isHttps && {
    'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`,
  }),
})

export type PagePolicy = {
  /** `sha256-…` of each inline style and script the page holds, quotes left out. */
  styleHashes?: readonly string[]
  scriptHashes?: readonly string[]
  isHttps: boolean
  /** Google's tag makes scripts of text: with it Trusted Types cannot be required. */
  hasGoogleTag?: boolean
}

const GOOGLE = ' https://www.googletagmanager.com https://*.google-analytics.com'

/** The empty style tag into which emotion inserts its rules by script. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

export function pagePolicy(policy: PagePolicy): string {
  const { styleHashes = [], scriptHashes = [], isHttps, hasGoogleTag = false } = policy
  const google = hasGoogleTag ? GOOGLE : ''
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(scriptHashes)}${google}`,
    `style-src 'self'${quoted([EMPTY_STYLE, ...styleHashes])}`,
    // Pre-rendered `style="…"` attributes, such as the width of a progress bar.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${google}`,
    "font-src 'self'",
    `connect-src 'self'${google}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(hasGoogleTag ? [] : ["require-trusted-types-for 'script'"]),
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('')
