import createCache from '@emotion/cache'
import type { EmotionCache } from '@emotion/cache'

/** `compat` lets the server collect all styles of a page into its head. */
export function createStyleCache(): EmotionCache {
  const cache = createCache({ key: 'q' })
  cache.compat = true
  return cache
}
