// Raw values of the "security print" look: paper, cedar, saffron, line art. Components never name
// these; they name the semantic tokens of `semantic-tokens.ts`, which know light and dark.
import { defineTokens } from '@chakra-ui/react'

const px = (value: string) => ({ value })

export const tokens = defineTokens({
  fonts: {
    body: { value: "'Alexandria Variable', 'Alexandria Fallback', system-ui, sans-serif" },
    serial: {
      value:
        "ui-monospace, 'JetBrains Mono', 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    },
  },
  fontSizes: {
    micro: px('0.75rem'),
    xs: px('0.8125rem'),
    sm: px('0.875rem'),
    md: px('1rem'),
    lg: px('1.125rem'),
    xl: px('1.3125rem'),
    '2xl': px('1.625rem'),
    '3xl': px('2.125rem'),
    '4xl': px('2.75rem'),
    '5xl': px('3.5rem'),
    '6xl': px('4.5rem'),
    hero: px('clamp(2.125rem, 4.4vw, 3.5rem)'),
  },
  lineHeights: { tight: px('1.08'), snug: px('1.25'), body: px('1.56') },
  fontWeights: {
    normal: px('400'),
    medium: px('500'),
    bold: px('650'),
    heavy: px('750'),
  },
  letterSpacings: {
    display: px('-0.028em'),
    eyebrow: px('0.14em'),
    serial: px('0.04em'),
    micro: px('0.3em'),
  },
  radii: { tag: px('8px'), control: px('12px'), ticket: px('18px'), full: px('9999px') },
  spacing: {
    '0': px('0px'),
    px: px('1px'),
    '0.5': px('2px'),
    '1': px('4px'),
    '1.5': px('6px'),
    '2': px('8px'),
    '3': px('12px'),
    '4': px('16px'),
    '5': px('20px'),
    '6': px('24px'),
    '8': px('32px'),
    '10': px('40px'),
    '12': px('48px'),
    '16': px('64px'),
    '24': px('96px'),
  },
  sizes: {
    control: px('48px'),
    controlSmall: px('40px'),
    target: px('44px'),
    barMobile: px('56px'),
    bar: px('72px'),
    content: px('1200px'),
    reading: px('680px'),
    panel: px('440px'),
    full: px('100%'),
  },
  zIndex: {
    bar: { value: 20 },
    float: { value: 30 },
    modal: { value: 1400 },
    popover: { value: 1400 },
    toast: { value: 1700 },
  },
  durations: { press: px('120ms'), fade: px('200ms'), drawer: px('320ms'), tear: px('280ms') },
  easings: { out: { value: 'cubic-bezier(.2,.8,.2,1)' } },
})
