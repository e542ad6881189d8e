// What a page looks like to this visitor: its language and its colours, from his cookies.
import type { Request, Response } from 'express'

import type { PageLanguage } from '../contract/pages.ts'
import { readCookie } from './cookies.ts'
import type { ColourMode } from './page-html.ts'

const YEAR_MS = 31_536_000_000

type Offer = { offered: readonly PageLanguage[]; isHttps: boolean }

/** `?lang` sets the language and its cookie; else the cookie, else what the browser prefers. */
export function languageOf(request: Request, response: Response, offer: Offer): PageLanguage {
  const { offered, isHttps } = offer
  const known = (word: string | undefined) => offered.find((language) => language === word)
  const asked = known(String(request.query.lang ?? ''))
  if (asked) {
    const kept = { maxAge: YEAR_MS, sameSite: 'lax', secure: isHttps, path: '/' } as const
    // No script reads it. By its name a browser takes it over https from this host alone.
    const name = isHttps ? '__Host-qura_lang' : 'qura_lang'
    response.cookie(name, asked, { ...kept, httpOnly: true })
    return asked
  }
  const preferred = request.acceptsLanguages(...offered)
  return known(readLook(request, 'qura_lang')) ?? known(preferred || undefined) ?? 'en'
}

/** Null: as the system has it. Written by the page itself (`theme-cookie.ts`). */
export function colourModeOf(request: Request): ColourMode {
  const mode = readLook(request, 'qura_theme')
  return mode === 'light' || mode === 'dark' ? mode : null
}

/** The shorter name is that of http, and over https of what earlier builds have set. */
const readLook = (request: Request, name: string): string | undefined =>
  readCookie(request, `__Host-${name}`) ?? readCookie(request, name)
