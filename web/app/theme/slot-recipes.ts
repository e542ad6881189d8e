import { defineSlotRecipe } from '@chakra-ui/react'

// Chakra's own lists of slots, copied: importing them brings those of every component.
const overlaySlots = [
  'trigger',
  'backdrop',
  'positioner',
  'content',
  'title',
  'description',
  'closeTrigger',
  'header',
  'body',
  'footer',
]
const tabsSlots = ['root', 'trigger', 'list', 'content', 'contentGroup', 'indicator']

const backdrop = {
  bg: 'bg.veil',
  position: 'fixed',
  inset: 0,
  zIndex: 'modal',
  _open: { animation: 'fade-in token(durations.fade) ease-out' },
  _closed: { animation: 'fade-out token(durations.press) ease-in' },
} as const

const titleText = {
  fontSize: 'xl',
  fontWeight: 'heavy',
  lineHeight: 'snug',
  letterSpacing: 'display',
} as const

/** A bottom sheet on a phone, a centred sheet of paper on a desk. */
export const dialogRecipe = defineSlotRecipe({
  className: 'dialog',
  slots: overlaySlots,
  base: {
    backdrop,
    positioner: {
      position: 'fixed',
      inset: 0,
      zIndex: 'modal',
      display: 'flex',
      justifyContent: 'center',
      alignItems: { base: 'flex-end', md: 'center' },
      p: { base: '0', md: '6' },
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxH: { base: '94dvh', md: '90dvh' },
      bg: 'bg.surface',
      color: 'fg',
      borderTopRadius: 'ticket',
      borderBottomRadius: { base: '0', md: 'ticket' },
      boxShadow: 'raised',
      position: 'relative',
      outline: 0,
      overflow: 'hidden',
      _open: { animation: 'sheet-in token(durations.drawer) token(easings.out)' },
      _closed: { animation: 'fade-out token(durations.press) ease-in' },
    },
    header: { ps: { base: '4', md: '6' }, pt: '5', pb: '3', pe: '16' },
    title: titleText,
    description: { color: 'fg.soft', fontSize: 'sm', mt: '1' },
    body: { px: { base: '4', md: '6' }, pb: '5', overflowY: 'auto', flex: '1' },
    footer: {
      display: 'flex',
      gap: '3',
      px: { base: '4', md: '6' },
      py: '4',
      borderTopWidth: '1px',
      borderTopStyle: 'dashed',
      borderColor: 'line',
    },
    closeTrigger: { position: 'absolute', top: '3', insetEnd: '3' },
  },
  variants: {
    size: {
      sm: { content: { maxW: { md: '520px' } } },
      lg: { content: { maxW: { md: '880px' } } },
    },
  },
  defaultVariants: { size: 'sm' },
})

export const drawerRecipe = defineSlotRecipe({
  className: 'drawer',
  slots: overlaySlots,
  base: {
    backdrop,
    positioner: { position: 'fixed', inset: 0, zIndex: 'modal', display: 'flex' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      height: '100dvh',
      bg: 'bg.surface',
      color: 'fg',
      boxShadow: 'raised',
      position: 'relative',
      outline: 0,
      _closed: { animation: 'fade-out token(durations.press) ease-in' },
    },
    header: { px: '5', pt: '5', pb: '3', pe: '16' },
    title: titleText,
    body: { px: '5', pb: '5', overflowY: 'auto', flex: '1' },
    footer: {
      px: '5',
      py: '4',
      borderTopWidth: '1px',
      borderTopStyle: 'dashed',
      borderColor: 'line',
    },
    closeTrigger: { position: 'absolute', top: '3', insetEnd: '3' },
  },
  variants: {
    placement: {
      start: {
        positioner: { justifyContent: 'flex-start' },
        content: {
          maxW: '320px',
          _open: {
            animation: {
              base: 'slide-from-left token(durations.drawer) token(easings.out)',
              _rtl: 'slide-from-right token(durations.drawer) token(easings.out)',
            },
          },
        },
      },
      end: {
        positioner: { justifyContent: 'flex-end' },
        content: {
          maxW: { md: 'panel' },
          _open: {
            animation: {
              base: 'slide-from-right token(durations.drawer) token(easings.out)',
              _rtl: 'slide-from-left token(durations.drawer) token(easings.out)',
            },
          },
        },
      },
    },
  },
  defaultVariants: { placement: 'end' },
})

export const tabsRecipe = defineSlotRecipe({
  className: 'tabs',
  slots: tabsSlots,
  base: {
    list: {
      display: 'grid',
      gridAutoFlow: 'column',
      gridAutoColumns: '1fr',
      gap: '1',
      p: '1',
      bg: 'bg.sunk',
      boxShadow: 'sunk',
      borderRadius: 'control',
    },
    trigger: {
      minH: 'target',
      borderRadius: 'tag',
      fontWeight: 'bold',
      fontSize: 'sm',
      color: 'fg.soft',
      cursor: 'pointer',
      _selected: { bg: 'bg.raised', color: 'fg', boxShadow: 'ticket' },
    },
    content: { pt: '5' },
  },
})
