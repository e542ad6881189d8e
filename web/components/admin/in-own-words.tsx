import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type Props = {
  /** What the field holds, or what it asks for, in the language of the page. */
  words: string
  isEmpty: boolean
  isDisabled: boolean
  /** A day with its time: it must fit where a day does. */
  isLong: boolean
  /** The browser's own field for a day or a moment. */
  children: ReactNode
}

/**
 * A browser writes days and its placeholders in its own language and order. Until its field is
 * typed into, the page's words stand over it; nothing else about the field changes.
 */
export function InOwnWords({ words, isEmpty, isDisabled, isLong, children }: Props) {
  return (
    <chakra.span display="block" position="relative" css={covered}>
      {children}
      <chakra.span
        aria-hidden
        position="absolute"
        insetBlock="0"
        insetInlineStart="3"
        insetInlineEnd="10"
        display="flex"
        alignItems="center"
        pointerEvents="none"
        whiteSpace="nowrap"
        overflow="hidden"
        fontSize={isLong ? 'sm' : undefined}
        color={isDisabled ? 'fg.soft' : isEmpty ? 'fg.muted' : 'fg'}
      >
        <bdi>{words}</bdi>
      </chakra.span>
    </chakra.span>
  )
}

/**
 * The sign for the calendar stands where the line ends on this page; the browser puts it where one
 * ends in its own language.
 */
const sign = '& > input::-webkit-calendar-picker-indicator'
const covered = {
  '& > input:not(:focus)': { color: 'transparent' },
  '& > input:focus + span': { display: 'none' },
  [sign]: { position: 'absolute', top: '50%', transform: 'translateY(-50%)', m: '0' },
  [`[dir=ltr] ${sign}`]: { right: '3' },
  [`[dir=rtl] ${sign}`]: { left: '3' },
  '[dir=ltr] & > input': { paddingLeft: '3', paddingRight: '10' },
  '[dir=rtl] & > input': { paddingLeft: '10', paddingRight: '3' },
  // Where the reader's own colours rule, the field cannot be made unseen.
  '@media (forced-colors: active)': { '& > input + span': { display: 'none' } },
} as const
