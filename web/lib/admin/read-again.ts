// Pages of staff that read again by themselves. A desk that was left must not stay signed in all
// day (docs/security.md, K20), so such a call says that nobody asked for it; but who follows a
// draw, or types for long, is there: it is his call as long as he has touched the page a moment
// ago.
import type * as z from 'zod/mini'

import { BACKGROUND_HEADER } from '#services/contract/background.ts'

import { call } from '../http.ts'

const AWAY_AFTER_MS = 60_000
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let touchedMs: number | undefined

export async function readAgain<Shape extends z.core.$ZodType>(
  path: string,
  shape: Shape,
  { signal }: { signal: AbortSignal },
): Promise<z.output<Shape>> {
  const headers: Record<string, string> = isAway() ? { [BACKGROUND_HEADER]: '1' } : {}
  return call(path, { method: 'GET', signal, headers }, shape)
}

/** Whoever has opened the page is there. */
function isAway(): boolean {
  if (touchedMs === undefined) watch()
  return touchedMs !== undefined && Date.now() - touchedMs > AWAY_AFTER_MS
}

function watch(): void {
  const touch = () => (touchedMs = Date.now())
  touch()
  for (const kind of touches) addEventListener(kind, touch, { capture: true, passive: true })
}
