import { Box } from '@chakra-ui/react'

import { useTexts } from '../../../lib/text/text.tsx'

export function SoldBar({ sold, total }: { sold: number; total: number }) {
  const text = useTexts()
  return (
    <Box
      role="progressbar"
      aria-label={text.raffles.sold(sold, total)}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={sold}
      mt="2"
      height="6px"
      borderRadius="full"
      bg="line"
      overflow="hidden"
    >
      <Box
        height="full"
        borderRadius="full"
        bg="saffron.solid"
        style={{ width: `${total === 0 ? 0 : Math.min(100, (sold / total) * 100)}%` }}
      />
    </Box>
  )
}
