import { Box, chakra, Heading, Text } from '@chakra-ui/react'

import type { Document } from '../document.ts'

export type SectionProps = Document['sections'][number] & {
  /** Among the sections of its page, from 1. */
  place: number
}

export const idOf = (place: number): string => `chapter-${place}`

export function Chapter({ title, paragraphs, place }: SectionProps) {
  return (
    <Box as="section" id={idOf(place)} mb="8">
      <Heading as="h2" fontSize="xl" fontWeight="bold" mb="2">
        {title}
      </Heading>
      <Paragraphs paragraphs={paragraphs} />
    </Box>
  )
}

/** The browser's own disclosure: keyboard, find-in-page and no script included. */
export function Question({ title, paragraphs }: SectionProps) {
  return (
    <chakra.details
      borderBottomWidth="1px"
      borderBottomStyle="dashed"
      css={{
        '& summary::-webkit-details-marker': { display: 'none' },
        '&[open] summary > span': { transform: 'rotate(45deg)' },
      }}
    >
      <chakra.summary
        cursor="pointer"
        display="flex"
        justifyContent="space-between"
        alignItems="center"
        gap="4"
        minH="56px"
        py="2"
        fontWeight="bold"
      >
        {title}
        <chakra.span
          aria-hidden
          fontSize="xl"
          color="cedar.fg"
          transitionProperty="transform"
          transitionDuration="fade"
        >
          +
        </chakra.span>
      </chakra.summary>
      <Box pb="4">
        <Paragraphs paragraphs={paragraphs} />
      </Box>
    </chakra.details>
  )
}

export function Paragraphs({ paragraphs }: Pick<SectionProps, 'paragraphs'>) {
  return paragraphs.map((paragraph) => (
    <Text key={paragraph} color="fg.soft" mb="3">
      {paragraph}
    </Text>
  ))
}
