import { Box, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { Rosette } from './rosette.tsx'

type Props = {
  line: string
  hint?: string
  seed?: string
  children?: ReactNode
  isAlert?: boolean
  /** The page has no other heading. */
  isTitle?: boolean
}

/** A blank ticket with one printed line: the face of every empty or failed list. */
export function EmptyTicket(props: Props) {
  const { line, hint, seed = 'blank', children, isAlert = false, isTitle = false } = props
  return (
    <Flex
      role={isAlert ? 'alert' : undefined}
      direction="column"
      align="center"
      textAlign="center"
      textWrap="balance"
      gap="2"
      px="5"
      py="8"
      borderWidth="2px"
      borderStyle="dashed"
      borderColor="line"
      borderRadius="ticket"
      position="relative"
      overflow="hidden"
    >
      <Rosette
        seed={seed}
        position="absolute"
        insetInlineEnd="-60px"
        top="-60px"
        boxSize="120px"
        color="line.strong"
        opacity={0.35}
      />
      <Text
        as={isTitle ? 'h1' : 'p'}
        tabIndex={isTitle ? -1 : undefined}
        fontWeight="bold"
        maxW="36ch"
        position="relative"
      >
        {line}
      </Text>
      {hint && (
        <Text color="fg.soft" fontSize="sm" maxW="44ch" position="relative">
          {hint}
        </Text>
      )}
      {children && (
        <Box mt="3" position="relative">
          {children}
        </Box>
      )}
    </Flex>
  )
}
