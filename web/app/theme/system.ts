// The shop's own Chakra system: base conditions and utilities, our tokens, our few recipes. The
// default theme is never imported: it would cost ten more KiB in every page.
import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import type { SystemContext } from '@chakra-ui/react'

import { globalCss } from './global-css.ts'
import { semanticTokens } from './semantic-tokens.ts'
import { dialogRecipe, drawerRecipe, tabsRecipe } from './slot-recipes.ts'
import { tokens } from './tokens.ts'

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'q',
  conditions: { dark: '.dark &', light: ':root &, .light &' },
  // Only the server writes these rules; browsers find them in the page.
  globalCss: import.meta.env.SSR ? globalCss : {},
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    keyframes: {
      'fade-in': { from: { opacity: 0 }, to: { opacity: 1 } },
      'fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
      'sheet-in': { from: { opacity: 0, transform: 'translateY(24px)' }, to: { opacity: 1 } },
      'slide-from-left': { from: { transform: 'translateX(-100%)' }, to: { transform: 'none' } },
      'slide-from-right': { from: { transform: 'translateX(100%)' }, to: { transform: 'none' } },
      turn: { to: { transform: 'rotate(360deg)' } },
      breathe: { '50%': { opacity: 0.55 } },
      print: {
        from: { opacity: 0, transform: 'translateY(-14px)' },
        to: { opacity: 1, transform: 'none' },
      },
      tear: { '40%': { transform: 'translateY(6px) rotate(2deg)' }, to: { transform: 'none' } },
    },
    tokens,
    semanticTokens,
    slotRecipes: { dialog: dialogRecipe, drawer: drawerRecipe, tabs: tabsRecipe },
  },
})

export type ShopSystem = SystemContext

/**
 * Once for all pages on the server, once in a browser. The global rules are the server's to write:
 * a browser that put them in again would style and lay out the whole page again.
 */
export function createShopSystem(): ShopSystem {
  const whole = createSystem(defaultBaseConfig, config)
  const system = { ...whole, cva: onceForEach(whole.cva) }
  if (import.meta.env.SSR) return system
  return { ...system, _global: [], layers: { ...whole.layers, atRule: '' } }
}

/** Each element asks for the function of its recipe at every render. */
function onceForEach(make: SystemContext['cva']): SystemContext['cva'] {
  const made = new WeakMap<object, ReturnType<typeof make>>()
  return ((recipe: Parameters<typeof make>[0] = {}) => {
    const known = made.get(recipe) ?? make(recipe)
    made.set(recipe, known)
    return known
  }) as typeof make // its type tells what it answers from the recipe it is given
}
