import { Box } from '@chakra-ui/react'
import type { BoxProps } from '@chakra-ui/react'

/** The dashed rule with its two notches, where a ticket is torn. */
export function Perforation({ ground = 'bg', ...box }: BoxProps & { ground?: string }) {
  const notch = {
    position: 'absolute',
    top: '-9px',
    boxSize: '18px',
    borderRadius: 'full',
    bg: ground,
    borderWidth: '1px',
    borderColor: 'line',
  } as const
  return (
    <Box position="relative" height="0" aria-hidden {...box}>
      <Box
        borderTopWidth="2px"
        borderTopStyle="dashed"
        borderColor="line"
        mx="4"
        position="relative"
        top="-1px"
      />
      <Box {...notch} insetInlineStart="-10px" />
      <Box {...notch} insetInlineEnd="-10px" />
    </Box>
  )
}
