import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { Rosette } from './rosette.tsx'

/**
 * A cedar plate with words on it. Over a sheet its rosette is cut off by the corner; beside one, on
 * a desk, it stands whole above the words.
 */
export function PrintedPlate({ seed, children }: { seed: string; children: ReactNode }) {
  return (
    <Flex
      direction="column"
      justify="flex-end"
      position="relative"
      overflow="hidden"
      height="full"
      bg="plate.cedar"
      bgImage="linear-gradient(160deg, transparent, token(colors.plate.cedarDeep))"
      color="plate.paper"
      p={{ base: '4', md: '5', lg: '10' }}
    >
      <Rosette
        seed={seed}
        position="absolute"
        insetInlineStart={{ base: 'auto', lg: '0' }}
        insetInlineEnd={{ base: '-40px', lg: '0' }}
        mx="auto"
        top={{ base: '-46px', lg: '10' }}
        boxSize={{ base: '190px', lg: '300px' }}
        opacity={{ base: 0.36, lg: 0.8 }}
      />
      <Box position="relative">{children}</Box>
    </Flex>
  )
}
