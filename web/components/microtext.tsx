import { chakra } from '@chakra-ui/react'

import { useTexts } from '../lib/text/text.tsx'

/**
 * The hairline of a printed document, which is words when looked at closely. Decoration: drawn by
 * the style, so that nobody takes letters of three pixels for text to be read.
 */
export function Microtext({ color = 'fg.muted' }: { color?: string }) {
  const text = useTexts()
  return (
    <chakra.div
      aria-hidden
      fontSize="3px"
      lineHeight="5px"
      height="5px"
      letterSpacing="micro"
      overflow="hidden"
      whiteSpace="nowrap"
      userSelect="none"
      color={color}
      data-words={text.microtext.repeat(18)}
      _before={{ content: 'attr(data-words)' }}
    />
  )
}
