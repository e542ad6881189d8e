// Reading the Cookie header. Writing is Express's `response.cookie`.
import type { Request } from 'express'

const COOKIES_READ_MAX = 50

export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.cookie
  if (header === undefined) return undefined
  for (const pair of header.split(';', COOKIES_READ_MAX)) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
