import { Box, Heading } from '@chakra-ui/react'
import type { BoxProps } from '@chakra-ui/react'

/** One sheet of the order's page. */
export function OrderCard({ title, children, ...box }: BoxProps & { title: string }) {
  return (
    <Box
      as="section"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      p={{ base: '4', md: '5' }}
      _print={{ boxShadow: 'none', borderWidth: '0', padding: '0' }}
      {...box}
    >
      <Heading as="h2" fontSize="xl" fontWeight="bold" mb="4">
        {title}
      </Heading>
      {children}
    </Box>
  )
}
