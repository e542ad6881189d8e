// The rules of every page, beside Chakra's reset. The server writes them into its head.
import type { SystemConfig } from '@chakra-ui/react'

export const globalCss: SystemConfig['globalCss'] = {
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
}
