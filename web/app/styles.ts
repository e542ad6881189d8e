// The rules of the components. The server writes those of a page into its head, and in the browser
// they stay where they are: Emotion would move their element, and a moved sheet makes the browser
// style and lay out the whole page again.
import createCache from '@emotion/cache'
import type { EmotionCache } from '@emotion/cache'

const KEY = 'q'
/** On the element that the server wrote: the names of its rules. */
const WRITTEN = 'data-rules'

/** `compat` lets the server collect all styles of a page into its head. */
export function createStyleCache(): EmotionCache {
  const cache = createCache({ key: KEY })
  cache.compat = true
  if (!import.meta.env.SSR) for (const name of writtenNames()) cache.inserted[name] = true
  return cache
}

/**
 * The attributes of a written element. Rules of one page alone, such as those for its print, are
 * Emotion's to find and to take away with the page; `data-s` says that they are in their place.
 */
export function attributesOf({ key, ids }: { key: string; ids: readonly string[] }): string {
  const names = ids.join(' ')
  return key === KEY ? ` ${WRITTEN}="${names}"` : ` data-emotion="${key} ${names}" data-s`
}

function writtenNames(): string[] {
  const written = document.querySelectorAll(`style[${WRITTEN}]`)
  return [...written].flatMap((style) => style.getAttribute(WRITTEN)?.split(' ') ?? [])
}
