import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { PageTitle } from '../../../components/page-title.tsx'
import { Wrap } from '../../../components/section.tsx'
import type { Document } from '../document.ts'

type Props = { document: Document; isAccordion?: boolean; action?: ReactNode }

export function DocumentPage({ document, isAccordion = false, action }: Props) {
  const { title, lead, sections } = document
  return (
    <Wrap narrow>
      <Box as="article" py={{ base: '8', md: '12' }}>
        <PageTitle fontSize={{ base: '3xl', md: '4xl' }}>{title}</PageTitle>
        <Text color="fg.soft" fontSize="lg" mt="3" mb="8">
          {lead}
        </Text>
        {sections.map((section) =>
          isAccordion ? (
            <Question key={section.title} {...section} />
          ) : (
            <Chapter key={section.title} {...section} />
          ),
        )}
        {action && <Box mt="8">{action}</Box>}
      </Box>
    </Wrap>
  )
}

type SectionProps = Document['sections'][number]

function Chapter({ title, paragraphs }: SectionProps) {
  return (
    <Box as="section" mb="8">
      <Heading as="h2" fontSize="xl" fontWeight="bold" mb="2">
        {title}
      </Heading>
      <Paragraphs paragraphs={paragraphs} />
    </Box>
  )
}

/** The browser's own disclosure: keyboard, find-in-page and no script included. */
function Question({ title, paragraphs }: SectionProps) {
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

function Paragraphs({ paragraphs }: Pick<SectionProps, 'paragraphs'>) {
  return paragraphs.map((paragraph) => (
    <Text key={paragraph} color="fg.soft" mb="3">
      {paragraph}
    </Text>
  ))
}
