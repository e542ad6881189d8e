import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** One titled part of the order's dialog. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section">
      <chakra.h3
        fontSize="sm"
        fontWeight="bold"
        color="fg.soft"
        pb="1"
        mb="2"
        borderBottomWidth="1px"
        borderBottomStyle="dashed"
      >
        {title}
      </chakra.h3>
      {children}
    </Box>
  )
}
