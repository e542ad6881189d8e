// The shop's own Chakra system: base conditions and utilities, our tokens, our few recipes. The
// default theme is never imported: it would cost ten more KiB in every page.
import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import type { SystemContext } from '@chakra-ui/react'

import { semanticTokens } from './semantic-tokens.ts'
import { dialogRecipe, drawerRecipe, tabsRecipe } from './slot-recipes.ts'
import { tokens } from './tokens.ts'

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'q',
  conditions: { dark: '.dark &', light: ':root &, .light &' },
  globalCss: {
    html: {
      scrollBehavior: 'smooth',
      scrollPaddingTop: '88px',
      scrollPaddingBottom: '88px',
      colorScheme: 'light',
      textSizeAdjust: '100%',
    },
    'html.dark': { colorScheme: 'dark' },
    body: {
      bg: 'bg',
      color: 'fg',
      fontFamily: 'body',
      fontSize: 'md',
      lineHeight: 'body',
      minH: '100dvh',
      fontVariantNumeric: 'tabular-nums',
      textWrap: 'pretty', // no last word on a line of its own
    },
    // Arabic letters join, and stand taller: no tracking, more room between the lines.
    'body:lang(ar)': {
      '--q-letter-spacings-display': '0',
      '--q-letter-spacings-eyebrow': '0',
      '--q-letter-spacings-serial': '0',
      '--q-letter-spacings-micro': '0',
      '--q-line-heights-tight': '1.32',
      '--q-line-heights-snug': '1.5',
      '--q-line-heights-body': '1.75',
      '--q-fonts-serial':
        "ui-monospace, 'SF Mono', Menlo, Consolas, 'Alexandria Variable', monospace",
    },
    '*, *::before, *::after': {
      borderColor: 'line',
      _motionReduce: {
        animationDuration: '1ms !important',
        transitionDuration: '1ms !important',
        scrollBehavior: 'auto !important',
      },
    },
    ':focus-visible': {
      outline: '3px solid token(colors.sea.fg)',
      outlineOffset: '2px',
    },
    'h1:focus, main:focus': { outline: 'none' },
    '::selection': { bg: 'saffron.solid', color: 'saffron.on' },
  },
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
