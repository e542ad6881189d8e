import { Box, chakra, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type Props = {
  label: string
  value: ReactNode
  /** What is in the figure. */
  hint?: string
  children?: ReactNode
}

/** One figure, and what is to be said of it. */
export function StatTile({ label, value, hint, children }: Props) {
  return (
    <Box
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="control"
      px={{ base: '3', md: '4' }}
      py={{ base: '3', md: '4' }}
      minW="0"
      display="flex"
      flexDirection="column"
      gap="1"
    >
      <chakra.dt fontSize="sm" fontWeight="medium" color="fg.soft">
        {label}
      </chakra.dt>
      <chakra.dd
        fontSize={{ base: 'xl', md: '2xl' }}
        fontWeight="heavy"
        lineHeight="tight"
        letterSpacing="display"
        overflowWrap="anywhere"
      >
        <bdi>{value}</bdi>
      </chakra.dd>
      {children && (
        <Text as="dd" fontSize="xs" color="fg.muted">
          {children}
        </Text>
      )}
      {hint && (
        <Text as="dd" fontSize="xs" color="fg.muted">
          {hint}
        </Text>
      )}
    </Box>
  )
}

export function StatTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.dl
      aria-label={label}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap="3"
      mb="4"
    >
      {children}
    </chakra.dl>
  )
}
