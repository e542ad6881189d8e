import { chakra } from '@chakra-ui/react'

import { useTexts } from '../lib/text/text.tsx'

/**
 * The hairline of a printed document, which is words when looked at closely. Decoration: letters of
 * an ordinary size, shown at a quarter of it by the style, so that nobody takes them for text.
 */
export function Microtext({ color = 'fg.muted' }: { color?: string }) {
  const text = useTexts()
  return (
    <chakra.div
      aria-hidden
      height="5px"
      overflow="hidden"
      userSelect="none"
      color={color}
      data-words={text.microtext.repeat(18)}
      _before={{
        content: 'attr(data-words)',
        display: 'block',
        fontSize: 'micro',
        lineHeight: '20px',
        letterSpacing: 'micro',
        whiteSpace: 'nowrap',
        width: '400%',
        transform: 'scale(.25)',
        transformOrigin: '0 0',
        _rtl: { transformOrigin: '100% 0' },
      }}
    />
  )
}
