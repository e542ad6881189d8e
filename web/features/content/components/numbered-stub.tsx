import { Box, chakra, Flex, Heading } from '@chakra-ui/react'

import { Plate } from '../../../components/plate.tsx'
import { Paragraphs } from './chapters.tsx'
import type { SectionProps } from './chapters.tsx'

/** A step as a numbered ticket: its plate is the number. */
export function NumberedStub({ title, paragraphs, place }: SectionProps) {
  return (
    <Flex
      as="section"
      direction={{ base: 'column', md: 'row' }}
      mb="5"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      overflow="hidden"
    >
      <Box position="relative" width={{ md: '144px' }} flexShrink={0} aria-hidden>
        <Plate
          seed={`step ${place}`}
          image={null}
          alt=""
          sizes=""
          height={{ base: '72px', md: 'full' }}
        />
        <chakra.bdi
          position="absolute"
          inset="0"
          display="grid"
          placeItems="center"
          fontFamily="serial"
          fontSize={{ base: '3xl', md: '4xl' }}
          fontWeight="bold"
          color="plate.paper"
        >
          {place}
        </chakra.bdi>
      </Box>
      <Box
        flex="1"
        minW="0"
        px={{ base: '4', md: '6' }}
        pt={{ base: '4', md: '6' }}
        pb={{ base: '1', md: '3' }}
        borderStyle="dashed"
        borderTopWidth={{ base: '2px', md: '0' }}
        borderInlineStartWidth={{ base: '0', md: '2px' }}
      >
        <Heading as="h2" fontSize="xl" fontWeight="bold" mb="2">
          {title}
        </Heading>
        <Paragraphs paragraphs={paragraphs} />
      </Box>
    </Flex>
  )
}
