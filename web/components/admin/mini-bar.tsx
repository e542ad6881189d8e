import { Box } from '@chakra-ui/react'

/** How much of a whole: a hairline beside the figures that say it. */
export function MiniBar({ value, max }: { value: number; max: number }) {
  const percent = max === 0 ? 0 : Math.min(100, (value / max) * 100)
  return (
    <Box aria-hidden mt="1" height="4px" borderRadius="full" bg="line" overflow="hidden">
      <Box height="full" borderRadius="full" bg="cedar.solid" style={{ width: `${percent}%` }} />
    </Box>
  )
}
